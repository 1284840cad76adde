import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { ShootPastAnswer } from '@/lib/questions/cluster/contract'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { findPostgres, startPostgres } from '../../tools/postgres.mjs'
import { paths } from './support/api'
import { create } from './support/landscape'
import { untilRecorded, untilState } from './support/shown'
import { expect, test } from './support/test'

/** A process that was killed is given half a minute before another one records in its place. */
test.describe.configure({ timeout: 300_000 })

const NAMESPACE = 'garden-payments'
const PROFILE = 'remembered'
const apiVersion = 'core.gardener.cloud/v1beta1'

const bin = findPostgres()

interface Place {
  readonly env: Record<string, string>
  readonly remove: () => Promise<void> | void
}

const places: readonly { readonly name: string; readonly isThere: boolean; readonly open: () => Promise<Place> }[] = [
  {
    name: 'a file',
    isThere: true,
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'almanac-history-'))
      return { env: { DATA_DIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) }
    },
  },
  {
    name: 'PostgreSQL',
    isThere: bin !== null,
    open: async () => {
      const server = await startPostgres(bin ?? '')
      return { env: { DATABASE_URL: server.url() }, remove: server.stop }
    },
  },
]

/** What is asked about at every moment: one cluster, another one that comes and goes, and a profile. */
const asked = {
  one: `/api/shoots/${NAMESPACE}/kept-one`,
  two: `/api/shoots/${NAMESPACE}/kept-two`,
  profile: `/api/cloudprofiles/${PROFILE}`,
} as const
type KeptObject = keyof typeof asked

/** What each of them says; null: it is not there. */
type KeptTexts = Readonly<Record<KeptObject, string | null>>

/** What an answer says of its object, without what follows from when it was asked. */
function saidOf(what: KeptObject, answer: unknown): string {
  if (what === 'profile') {
    const { kubernetes } = answer as ProfileAnswer
    return JSON.stringify(kubernetes.map(({ version, expires }) => ({ version, expires })))
  }
  const { shoot, lastMaintenance } = answer as ShootAnswer
  const { kubernetes, pools, autoUpdate, windowText, flags, purpose } = shoot
  const running = pools.map((pool) => ({ ...pool, kubernetes: pool.kubernetes?.version, image: pool.image?.version }))
  return JSON.stringify([kubernetes.version, running, autoUpdate, windowText, flags, purpose, lastMaintenance])
}

async function said(url: string, seen?: string): Promise<KeptTexts> {
  const all = Object.entries(asked).map(async ([what, path]) => {
    const response = await fetch(`${url}${path}${seen === undefined ? '' : `?seen=${seen}`}`)
    if (response.status === 404) return [what, null]
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return [what, saidOf(what as KeptObject, await response.json())]
  })
  return Object.fromEntries(await Promise.all(all))
}

const wire = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`

for (const { name, isThere, open } of places) {
  test(`a day of changes is the history, though Almanac was killed, in ${name}`, async ({ plane, connect, other }) => {
    test.skip(!isThere, 'There is no PostgreSQL on this machine.')
    const { admin } = plane
    const place = await open()
    const { kubeconfig } = await connect()
    const start = async () => {
      const almanac = await other('kubernetes', { KUBECONFIG: kubeconfig.path, ...place.env })
      await untilState(almanac.url, 'live')
      // What is shown before the first of it is recorded is told of no earlier moment.
      await untilRecorded(almanac.url)
      return almanac
    }

    let almanac = await start()
    /** What was so from a second on. */
    const day: { readonly seen: number; readonly said: KeptTexts }[] = []
    const told = async () => JSON.stringify(await said(almanac.url))
    /** Moments are told in whole seconds: nothing else happens in this one. */
    const note = async () => {
      const seen = Date.now()
      day.push({ seen, said: await said(almanac.url) })
      await sleep(1000 - (Date.now() % 1000))
    }
    const change = async (work: () => Promise<unknown>) => {
      const before = await told()
      await work()
      await expect.poll(told, { intervals: [50] }).not.toBe(before)
      await note()
    }
    const one = paths.shoot(NAMESPACE, 'kept-one')
    const { spec } = await admin.object('GET', paths.shoot(NAMESPACE, 'checkout-prod'))
    const makeShoot = (shoot: string) =>
      create(admin, { apiVersion, kind: 'Shoot', metadata: { name: shoot, namespace: NAMESPACE }, spec })
    const version = (text: string) => admin.object('PATCH', one, { spec: { kubernetes: { version: text } } })
    const dates = (text: string | null) => ({
      kubernetes: {
        versions: [
          { version: '1.34.2' },
          { version: '1.33.6', ...(text === null ? {} : { expirationDate: `${text}T00:00:00Z` }) },
        ],
      },
    })
    try {
      await note()
      await change(() => makeShoot('kept-one'))
      await change(() =>
        create(admin, {
          apiVersion,
          kind: 'CloudProfile',
          metadata: { name: PROFILE },
          spec: { type: 'local', machineImages: [], machineTypes: [], regions: [], ...dates(null) },
        }),
      )
      await change(() => version('1.31.4'))
      await change(() => admin.object('PATCH', paths.cloudProfile(PROFILE), { spec: dates('2027-01-31') }))
      await change(() => makeShoot('kept-two'))
      await change(() =>
        admin.object('PATCH', one, {
          spec: { maintenance: { timeWindow: { begin: '010000+0000', end: '020000+0000' } } },
        }),
      )
      await untilRecorded(almanac.url)
      process.kill(almanac.pid, 'SIGKILL')

      // Almanac does not look: what came and went is not known, and the rest is found.
      await version('1.31.5')
      await version('1.31.6')
      await admin.object('PATCH', paths.cloudProfile(PROFILE), { spec: dates('2027-02-28') })
      const foundFrom = Date.now()
      almanac = await start()
      await note()
      await change(() => admin.object('DELETE', paths.shoot(NAMESPACE, 'kept-two')))
      await change(() =>
        admin.object('PATCH', `${one}/status`, {
          status: {
            lastOperation: { type: 'Reconcile', state: 'Error', progress: 40, description: 'out of capacity' },
            lastMaintenance: {
              description: 'Kubernetes version failed',
              state: 'Failed',
              triggeredTime: wire(Date.now()),
            },
          },
        }),
      )
      await change(() => version('1.32.13'))
      await untilRecorded(almanac.url)
      process.kill(almanac.pid, 'SIGKILL')
      almanac = await start()
      await change(() => version('1.33.11'))
      await change(() => admin.object('DELETE', paths.cloudProfile(PROFILE)))

      const last = Date.now()

      // Each second of the day, as it was told then.
      const seconds: { seen: number; said: KeptTexts }[] = []
      const secondOf = (instant = 0) => Math.floor(instant / 1000) * 1000
      for (let seen = secondOf(day[0]?.seen); seen <= secondOf(day.at(-1)?.seen); seen += 1000) {
        seconds.push({ seen, said: await said(almanac.url, wire(seen)) })
      }
      for (const { seen, said } of day) {
        const then = seconds.find((second) => wire(second.seen) === wire(seen))
        expect(then?.said, wire(seen)).toEqual(said)
      }
      const changes = (all: readonly { readonly said: KeptTexts }[]) =>
        all.map((state) => JSON.stringify(state.said)).filter((state, i, states) => state !== states[i - 1])
      expect(changes(seconds)).toEqual(changes(day))

      const tell = async (): Promise<ShootPastAnswer> => (await fetch(`${almanac.url}${asked.one}/past`)).json()
      // It is told up to the instant that answers are for, which may be some seconds ago.
      await expect.poll(async () => Date.parse((await tell()).at), { timeout: 90_000 }).toBeGreaterThan(last)
      const past = await tell()
      expect(past.gaps).toEqual([])
      const byHand = past.updates.filter(({ cause }) => cause === 'by-hand' || cause === 'not-recorded')
      expect(byHand.map(({ cause, moves: [move] }) => [cause, move?.from, move?.to])).toEqual([
        ['by-hand', '1.32.13', '1.33.11'],
        ['by-hand', '1.31.6', '1.32.13'],
        // Between two moments, from before it was killed to after it was there again.
        ['not-recorded', '1.31.4', '1.31.6'],
        ['by-hand', '1.32.13', '1.31.4'],
      ])
      const found = byHand[2]
      expect(Date.parse(found?.after ?? '')).toBeLessThan(foundFrom)
      expect(Date.parse(found?.at ?? '')).toBeGreaterThan(foundFrom - 1000)
    } finally {
      await admin.ask('DELETE', one)
      await admin.ask('DELETE', paths.shoot(NAMESPACE, 'kept-two'))
      await admin.ask('DELETE', paths.cloudProfile(PROFILE))
      await almanac.stop()
      await place.remove()
    }
  })
}
