import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlmanac } from '../support/almanac'
import { entriesOf } from '../support/feeds'
import { STUCK_GARDEN } from '../support/stuck-garden'
import { expect, test } from '../support/test'

test('a date that moves moves its entry, also for the next process, and a cluster that goes is cancelled', async ({
  request,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-feeds-'))
  const garden = join(folder, 'garden.yaml')
  const env = { DATA_DIR: join(folder, 'data') }
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const at = (days: number) => STUCK_GARDEN.replace('2026-12-24T12:00:00Z', `${day(days)}T12:00:00Z`)
  const read = async (url: string) =>
    entriesOf(await (await request.get(`${url}/api/feeds/shoots.ics?q=extended`)).text())
  await writeFile(garden, at(30))
  const first = await startAlmanac({ garden, env })
  try {
    const [before] = await read(first.url)
    expect(before).toMatchObject({
      summary: expect.stringContaining('forced to Kubernetes 1.33.4'),
      status: 'CONFIRMED',
    })
    await first.stop()

    await writeFile(garden, at(37))
    const second = await startAlmanac({ garden, env })
    try {
      const [moved] = await read(second.url)
      expect(moved?.uid).toBe(before?.uid)
      expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? 0)
      expect(Date.parse(moved?.begin ?? '') - Date.parse(before?.begin ?? '')).toBe(7 * 86_400_000)
      const parts = at(37).split('---\n')
      await writeFile(garden, parts.filter((part) => !part.includes('name: extended,')).join('---\n'))
      await expect
        .poll(async () => (await read(second.url)).map(({ uid, status }) => [uid, status]))
        .toEqual([[before?.uid, 'CANCELLED']])
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
    await rm(folder, { recursive: true })
  }
})
