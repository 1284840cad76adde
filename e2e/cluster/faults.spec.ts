import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalAnswer } from '@/lib/questions/journal/contract'
import { paths } from './support/api'
import { create } from './support/landscape'
import { askRoute, clustersListed, clustersShown, untilSame, untilState } from './support/shown'
import { expect, test } from './support/test'

/** What breaks around Almanac: see the table in docs/operations.md, which says where the other faults are tried. */

const NAMESPACE = 'garden-payments'
const PROFILE = 'unwritten'
const CHECKOUT = paths.shoot(NAMESPACE, 'checkout-prod')

test('an etcd that is killed takes nothing away, and what changes after it is seen', async ({ plane, follow }) => {
  const { almanac } = await follow()
  await untilState(almanac.url, 'live')
  const before = await clustersListed(plane.admin)
  await plane.killEtcd()
  const ready = async () => (await plane.admin.ask('GET', '/readyz')).status
  await expect.poll(ready).not.toBe(200)
  expect(await clustersShown(almanac.url)).toEqual(before)
  await plane.startEtcd()
  await expect.poll(ready, { timeout: 60_000 }).toBe(200)
  for (const version of ['1.31.4', '1.32.13']) {
    await plane.admin.object('PATCH', CHECKOUT, { spec: { kubernetes: { version } } })
    await untilState(almanac.url, 'live', 60_000)
    await untilSame(almanac.url, plane.admin)
  }
})

test('readers who take nothing, one who asks letter by letter and as many as may listen keep news from nobody', async ({
  plane,
  follow,
}) => {
  const { almanac } = await follow()
  await untilState(almanac.url, 'live')
  const { hostname, port } = new URL(almanac.url)
  const socket = (text: string): Socket => {
    const opened = createConnection(Number(port), hostname)
    opened.on('error', () => {})
    opened.write(text)
    return opened.pause()
  }
  const head = `GET /api/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`
  const stuck = Array.from({ length: 5 }, () => socket(`${head}\r\n`))
  const slow = socket(head)
  const end = new AbortController()
  try {
    const listening = await Promise.all(
      Array.from({ length: 495 }, () => fetch(`${almanac.url}/api/events`, { signal: end.signal })),
    )
    expect(new Set(listening.map(({ status }) => status))).toEqual(new Set([200]))
    await expect
      .poll(async () => {
        const one = await fetch(`${almanac.url}/api/events`, { signal: end.signal })
        if (one.status === 200) await one.body?.cancel()
        return one.status
      })
      .toBe(429)
    const told = Promise.all(listening.map(untilToldTwice))
    await plane.admin.object('PATCH', CHECKOUT, { spec: { kubernetes: { version: '1.31.4' } } })
    await told
    slow.write('x-letter: by letter\r\n')
    await untilSame(almanac.url, plane.admin)
  } finally {
    end.abort()
    for (const one of [...stuck, slow]) one.destroy()
    await plane.admin.object('PATCH', CHECKOUT, { spec: { kubernetes: { version: '1.32.13' } } })
  }
})

async function untilToldTwice({ body }: Response): Promise<void> {
  if (body === null) throw new Error('There is no stream.')
  const decoder = new TextDecoder()
  let times = 0
  for await (const bytes of body) {
    times += decoder.decode(bytes).split('event: revision').length - 1
    if (times >= 2) return
  }
  throw new Error('The stream ended.')
}

test('an edit is made while nothing can be remembered, which is told, and is written down once it can be', async ({
  plane,
  connect,
  other,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'))
  const file = join(folder, 'almanac.db')
  // In place of the file: modes and quotas do not stop root, whom some run tests as.
  mkdirSync(file)
  try {
    const { kubeconfig } = await connect({ user: 'operator' })
    const { url } = await other('kubernetes', { KUBECONFIG: kubeconfig.path, DATA_DIR: folder })
    await untilState(url, 'live')
    const { metadata } = await create(plane.admin, {
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'CloudProfile',
      metadata: { name: PROFILE },
      spec: {
        type: 'local',
        kubernetes: { versions: [{ version: '1.34.2' }, { version: '1.33.6' }] },
        machineImages: [],
        machineTypes: [{ name: 'small' }],
        regions: [{ name: 'local' }],
      },
    })
    await expect.poll(async () => (await fetch(`${url}/api/cloudprofiles/${PROFILE}`)).status).toBe(200)
    const edits = [{ kind: 'expire', image: null, version: '1.33.6', expirationDate: '2027-01-31T00:00:00Z' }]
    const body = { profile: PROFILE, base: metadata.resourceVersion, edits, confirm: PROFILE }
    expect(await askRoute(url, '/apply', body)).toMatchObject({ outcome: 'applied' })
    const journal = () => askRoute<JournalAnswer>(url, '/journal')
    const blocked = await journal()
    expect(blocked.problem).toContain('could not be written down yet')
    expect(blocked.entries).toHaveLength(1)
    rmdirSync(file)
    await expect.poll(async () => (await journal()).problem, { timeout: 60_000 }).toBeNull()
    expect((await journal()).entries.map(({ id }) => id)).toEqual(blocked.entries.map(({ id }) => id))
  } finally {
    await plane.admin.ask('DELETE', paths.cloudProfile(PROFILE))
    rmSync(folder, { recursive: true, force: true })
  }
})
