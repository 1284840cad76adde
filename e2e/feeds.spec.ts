import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { startAlmanac } from './support/almanac'
import { AT, pinned } from './support/pages'
import { settled } from './support/settled'
import { STUCK_GARDEN } from './support/stuck-garden'
import { expect, test } from './support/test'

/** The entries of a calendar as ical.js reads them. */
function entriesOf(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, summary, startDate } = new ICAL.Event(component)
    const status = component.getFirstPropertyValue('status')
    return { uid, sequence, summary, begin: startDate.toJSDate().toISOString(), status }
  })
}

test('an owner takes the calendar of a cluster, and what is in it is what the page says', async ({ page, request }) => {
  await page.goto(pinned('/shoots/garden-media/origin-apac'))
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Forced updates of this cluster as iCalendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('origin-apac.ics')
  const entries = entriesOf(await readFile(await download.path(), 'utf8'))
  const answer = (await (await request.get(`/api/shoots/garden-media/origin-apac?at=${AT}`)).json()) as {
    steps: { kind: string; window: { begin: string } }[]
  }
  const late = answer.steps.filter(({ kind }) => kind === 'forced' || kind === 'fails')
  expect(entries.map(({ begin }) => Date.parse(begin))).toEqual(late.map(({ window }) => Date.parse(window.begin)))
})

test('a calendar program asks again and is told that nothing changed; one that asks wrongly is told what is wrong', async ({
  request,
}) => {
  const feed = '/api/feeds/projects/media.ics?alarm=PT2H'
  const first = await request.get(feed)
  expect(first.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect((await request.get(feed, { headers: { 'if-none-match': first.headers().etag ?? '' } })).status()).toBe(304)
  expect((await request.get('/api/feeds/projects/media.ics?alarm=soon')).status()).toBe(400)
  expect((await request.get('/api/feeds/projects/media')).status()).toBe(404)
  expect((await request.get('/api/feeds/projects/nobody.ics')).status()).toBe(404)
})

test('a date that moves moves its entry, also for the next process, and a cluster that goes is cancelled', async ({
  request,
}) => {
  test.setTimeout(120_000)
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
