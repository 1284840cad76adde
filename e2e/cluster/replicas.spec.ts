import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalAnswer } from '@/lib/questions/journal/contract'
import { findPostgres, startPostgres } from '../../tools/postgres.mjs'
import { type Almanac, startAlmanac } from '../support/almanac'
import { AT } from '../support/pages'
import { paths } from './support/api'
import { Balancer } from './support/balancer'
import { type Kubeconfig, writeKubeconfig } from './support/kubeconfig'
import { create } from './support/landscape'
import { statusOf } from './support/shown'
import { expect, test } from './support/test'
import { tokenOf } from './support/users'

/** Three replicas of Almanac share nothing but secrets and a database, and stand behind a round robin. */
test.describe.configure({ mode: 'default', timeout: 180_000 })

const SECRET = 'a secret of the tests with more than 32 bytes'
const PROFILE = 'shared'
const operator = { authorization: `Bearer ${tokenOf('operator')}` }
const bin = findPostgres()
test.skip(bin === null, 'There is no PostgreSQL on this machine.')

let database: Awaited<ReturnType<typeof startPostgres>>
let kubeconfig: Kubeconfig
let replicas: readonly Almanac[]
let balancer: Balancer

test.beforeAll(async ({ plane }) => {
  if (bin === null) return
  database = await startPostgres(bin)
  kubeconfig = writeKubeconfig(plane.url, plane.ca, tokenOf('viewer'))
  const env = {
    KUBECONFIG: kubeconfig.path,
    AUTH: 'token',
    SESSION_SECRET: SECRET,
    FEED_SECRET: SECRET,
    DATABASE_URL: database.url(),
  }
  replicas = await Promise.all([1, 2, 3].map(() => startAlmanac({ garden: 'kubernetes', env })))
  balancer = await Balancer.before(replicas.map(({ url }) => url))
  await create(plane.admin, {
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
  for (const { url } of replicas) {
    await expect
      .poll(async () => (await fetch(`${url}/api/cloudprofiles/${PROFILE}`, { headers: operator })).status, {
        timeout: 30_000,
      })
      .toBe(200)
  }
})

test.afterAll(async ({ plane }) => {
  await balancer?.close()
  for (const replica of replicas ?? []) await replica.stop()
  await database?.stop()
  kubeconfig?.remove()
  await plane.admin.ask('DELETE', paths.cloudProfile(PROFILE))
})

test('a session that one of them opened is open on each', { tag: '@smoke' }, async () => {
  const form = new URLSearchParams({ token: tokenOf('operator'), to: '/' })
  const signedIn = await fetch(`${replicas[0]?.url}/signin/token`, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
  expect(cookie).toContain('almanac-session=')
  for (const { url } of replicas) {
    expect((await fetch(`${url}/api/status`)).status).toBe(401)
    expect((await fetch(`${url}/api/status`, { headers: { cookie } })).status).toBe(200)
  }
})

/** The lines that not every answer has. */
function differing(one: string, all: readonly string[]): string {
  const lines = one.split('\n').filter((line) => all.some((other) => !other.includes(line)))
  return lines.join('\n').slice(0, 500)
}

test('the same question has the same answer on each, and the same revision', { tag: '@smoke' }, async () => {
  for (const address of [
    `/api/garden?at=${AT}`,
    `/api/shoots?limit=500&at=${AT}`,
    `/api/shoots/garden-payments/checkout-prod?at=${AT}`,
    `/api/cloudprofiles/aws?at=${AT}`,
    `/api/find?q=checkout&at=${AT}`,
    '/api/feeds/projects/payments.ics',
    `/api/badges/cloudprofiles/aws.svg?at=${AT}`,
  ]) {
    for (const token of ['operator', 'member'] as const) {
      const headers = { authorization: `Bearer ${tokenOf(token)}` }
      // What calendars told is remembered from the first time on.
      await fetch(`${replicas[0]?.url}${address}`, { headers })
      const answers = await Promise.all(
        replicas.map(async ({ url }) => {
          const response = await fetch(`${url}${address}`, { headers })
          const text = await response.text()
          // When each heard of it last; and where it is reached here.
          const unfolded = text.replace(/\r\n /g, '').replace(/"observedAt":"[^"]*"/, '')
          return `${response.status} ${unfolded.replaceAll(url, '')}`
        }),
      )
      expect(
        new Set(answers).size,
        `${address} for ${token}:\n${answers.map((one) => differing(one, answers)).join('\n')}`,
      ).toBe(1)
    }
  }
})

test('a reader who comes back to another one is told what changed meanwhile', async ({ plane }) => {
  const shoot = paths.shoot('garden-payments', 'checkout-prod')
  const before = (await plane.admin.object('GET', shoot)).spec as { readonly kubernetes: { readonly version: string } }
  const seen: { by: string; revision: string }[] = []
  /** What a stream tells first, and then each time; it breaks off as soon as it is told to. */
  const listen = async (until: AbortSignal) => {
    const response = await fetch(`${balancer.url}/api/events`, { headers: operator, signal: until })
    const by = response.headers.get('x-answered-by') ?? ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      for (const [, revision = ''] of decoder.decode(bytes).matchAll(/"revision":"([^"]+)"/g))
        seen.push({ by, revision })
    }
  }
  try {
    for (const version of ['1.33.11', '1.32.13', '1.33.11', '1.32.13']) {
      const { length } = seen
      const end = new AbortController()
      const stream = listen(end.signal).catch(() => {})
      await expect.poll(() => seen.length).toBeGreaterThan(length)
      end.abort()
      await stream
      // No client listens while it changes.
      const told = seen.at(-1)
      await plane.admin.object('PATCH', shoot, { spec: { kubernetes: { version } } })
      const again = new AbortController()
      const other = listen(again.signal).catch(() => {})
      await expect.poll(() => seen.at(-1)?.revision).not.toBe(told?.revision)
      expect(seen.at(-1)?.by).not.toBe(told?.by)
      again.abort()
      await other
    }
    expect(new Set(seen.map(({ by }) => by)).size).toBe(3)
  } finally {
    await plane.admin.object('PATCH', shoot, { spec: before })
  }
  // In the end all tell of the same.
  const revisionsTold = async () => {
    const all = await Promise.all(
      replicas.map(
        async ({ url }) => (await (await fetch(`${url}/api/status`, { headers: operator })).json()).revision,
      ),
    )
    return new Set(all).size
  }
  await expect.poll(revisionsTold).toBe(1)
})

test('under load, one is killed: nothing fails but what it was answering, and no edit is lost or written twice', async ({
  plane,
}, info) => {
  const [victim, ...others] = replicas
  if (victim === undefined) throw new Error('nobody is there')
  const failures: { by: string | null; status: number; text: string; began: number }[] = []
  const acknowledged: string[] = []
  let answered = 0
  let isOver = false
  const ask = async (address: string, body?: object) => {
    const began = performance.now()
    const response = await fetch(`${balancer.url}${address}`, {
      headers: { ...operator, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => null)
    const text = await response?.text().catch(() => null)
    answered++
    const status = response === null || text == null ? 0 : response.status
    if (status >= 200 && status < 300) return { status, text: text ?? '' }
    const by = response?.headers.get('x-answered-by') ?? null
    failures.push({ by, status, text: text?.slice(0, 200) ?? '', began })
    return { status, text: text ?? '' }
  }
  const addresses = [
    '/api/status',
    '/api/garden',
    '/api/shoots?limit=100',
    '/api/shoots/garden-payments/checkout-prod',
    `/api/cloudprofiles/${PROFILE}`,
    '/api/journal',
    '/',
  ]
  const read = async (place: number) => {
    for (let i = place; !isOver; i++) await ask(addresses[i % addresses.length] ?? '/')
  }
  const edit = async () => {
    for (let day = 1; !isOver; day = (day % 28) + 1) {
      const { metadata } = await plane.admin.object('GET', paths.cloudProfile(PROFILE))
      const expirationDate = `2027-01-${String(day).padStart(2, '0')}T00:00:00Z`
      const edits = [{ kind: 'expire', image: null, version: '1.33.6', expirationDate }]
      const body = { profile: PROFILE, base: metadata.resourceVersion, edits, confirm: PROFILE }
      const { status, text } = await ask('/api/apply', body)
      if (status !== 200) continue
      const told = JSON.parse(text) as { readonly outcome: string; readonly entry?: { readonly id: string } }
      if (told.outcome === 'applied' && told.entry !== undefined) acknowledged.push(told.entry.id)
    }
  }
  const load = Promise.all([edit(), ...Array.from({ length: 5 }, (_, i) => read(i))])
  await sleep(3000)
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const before = acknowledged.length
  const killedAt = performance.now()
  const inFlight = balancer.open.get(victim.url) ?? 0
  process.kill(victim.pid, 'SIGKILL')
  await victim.stop()
  // What it was handed while it died was in flight too.
  const goneAt = performance.now()
  await sleep(4000)
  isOver = true
  await load

  info.annotations.push({
    type: 'measured',
    description: `${answered} requests, ${acknowledged.length} edits, ${before} of them before; ${inFlight} in flight, ${failures.length} failed`,
  })
  console.log(`    ${info.annotations.at(-1)?.description}`)
  expect(goneAt - killedAt).toBeLessThan(1000)
  // What its last edit wrote may come after the next one has looked at the profile, which is then refused, as it has to be.
  const isOvertaken = ({ status, began }: { status: number; began: number }) => status === 409 && began < goneAt + 1000
  const ofOthers = failures.filter(({ by, began }) => by !== victim.url || began > goneAt)
  expect(ofOthers.filter(isOvertaken).length).toBeLessThanOrEqual(1)
  expect(ofOthers.filter((failure) => !isOvertaken(failure))).toEqual([])
  expect(before).toBeGreaterThan(0)
  expect(acknowledged.length).toBeGreaterThan(before)
  for (const { url } of others) {
    const journal = (await (await fetch(`${url}/api/journal`, { headers: operator })).json()) as JournalAnswer
    const ids = journal.entries
      .filter((entry) => entry.kind === 'profile' && entry.profile.name === PROFILE)
      .map(({ id }) => id)
    expect(ids.filter((id) => acknowledged.includes(id)).toSorted()).toEqual(acknowledged.toSorted())
    // Beside them at most the one that was not told any more.
    expect(ids.length - acknowledged.length).toBeLessThanOrEqual(1)
    expect((await statusOf(url, operator)).garden.state).toBe('live')
  }
})
