import { beforeAll, describe, expect, it } from 'vitest'
import { checkNamespaced, checkUpdate, submittedOverrides, submittedProfile } from '@/lib/engine/api-server'
import { doneStep, forecast, MemoizedProfiles } from '@/lib/engine/course'
import {
  compareVersions,
  firstDay,
  momentOn,
  parseVersion,
  scheduleOf,
  stageAt,
  windowOf,
  windowOn,
} from '@/lib/engine/rules'
import { DAY, HOUR, SECOND } from '@/lib/engine/time'
import type { ExpirableVersion, Instant, LastMaintenance, Shoot } from '@/lib/engine/types'
import { type PastSnapshot, type ProfileEntry, profileKey, type Snapshot } from '../garden'
import { openGarden } from '../open-garden'
import { DemoGarden } from './demo-garden'
import { departed, pastsOfClusters } from './past-beginnings'

const birth = Date.parse('2026-11-21T00:00:00Z')
let today: Snapshot
let past: readonly PastSnapshot[]
/** How each cluster changed, by `project/name`. */
let courses: ReadonlyMap<string, readonly Sight[]>

interface Sight {
  readonly at: Instant
  readonly shoot: Shoot | null
}

async function allOf<T>(items: AsyncIterable<T> | Iterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function demo(env: Record<string, string> = {}) {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', ...env })
  await garden.ready()
  const made = { snapshot: garden.snapshot(), past: await allOf(garden.past?.() ?? []) }
  await garden.close()
  return made
}

beforeAll(async () => {
  const made = await demo()
  today = made.snapshot
  past = made.past
  const found = new Map<string, Sight[]>()
  let before = new Map<string, Shoot>()
  for (const { seen, snapshot } of past) {
    const now = new Map([...snapshot.shoots].map((shoot) => [nameOf(shoot), shoot]))
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (before.get(name) === now.get(name)) continue
      const sights = found.get(name) ?? []
      sights.push({ at: seen, shoot: now.get(name) ?? null })
      found.set(name, sights)
    }
    before = now
  }
  courses = found
})

const nameOf = ({ namespace, name }: Shoot) => `${namespace.slice('garden-'.length)}/${name}`
const at = (moment: Instant) => past.findLast(({ seen }) => seen <= moment)?.snapshot
const shootAt = (name: string, moment: Instant) => courses.get(name)?.findLast((sight) => sight.at <= moment)?.shoot
const entryAt = ({ profile }: Shoot, moment: Instant) => at(moment)?.profiles.get(profileKey(profile))
const day = (moment: Instant) => Math.floor((moment - birth) / DAY)

/** What is asked for: versions and flags. */
const asked = ({ kubernetesVersion, workers, autoUpdate, window, pendingWorkerUpdates }: Shoot) =>
  JSON.stringify({ kubernetesVersion, workers, autoUpdate, window, pendingWorkerUpdates })

const versionsOf = ({ kubernetesVersion, workers }: Shoot) =>
  JSON.stringify([
    kubernetesVersion,
    workers.map((worker) => [worker.kubernetesVersion ?? null, worker.image?.version ?? null]),
  ])

interface Maintenance {
  readonly name: string
  readonly at: Instant
  readonly before: Shoot
  readonly after: Shoot
  readonly written: LastMaintenance
}

/** Every maintenance that was seen. */
function maintenances(): Maintenance[] {
  return [...courses].flatMap(([name, sights]) =>
    sights.flatMap(({ shoot: after }, i): Maintenance[] => {
      const before = sights[i - 1]?.shoot
      const written = after?.lastMaintenance
      if (!before || !after || written?.triggeredTime === undefined) return []
      if (written.triggeredTime === before.lastMaintenance?.triggeredTime) return []
      return [{ name, at: written.triggeredTime, before, after, written }]
    }),
  )
}

describe('the past of the demo', () => {
  it('is sixty days long, in order, and ends in the snapshot of today', () => {
    expect(past[0]?.seen).toBe(birth - 60 * DAY)
    expect(past.at(-1)).toEqual({ seen: today.observedAt, snapshot: today })
    expect(past.at(-1)?.snapshot).toBe(today)
    for (const [i, { seen, snapshot }] of past.entries()) {
      expect(seen).toBeGreaterThan(past[i - 1]?.seen ?? 0)
      expect(snapshot.observedAt).toBe(i === past.length - 1 ? today.observedAt : seen)
    }
    expect(new Set(past.map(({ snapshot }) => snapshot.revision)).size).toBe(past.length)
  })

  it('arrives at the very objects of today, but for settings that the API server drops since then', () => {
    const last = past.at(-2)?.snapshot
    expect(last?.shoots.length).toBe(today.shoots.length)
    const others = [...today.shoots].filter((shoot, i) => last?.shoots.at(i) !== shoot)
    expect(others.map(nameOf)).toEqual(['billing/erp-bridge'])
    for (const [key, entry] of today.profiles) expect(last?.profiles.get(key)).toBe(entry)
  })

  it('knows no moment before its time', () => {
    for (const { seen, snapshot } of past) {
      for (const { lastMaintenance, creationTimestamp = 0, deletionTimestamp = 0 } of snapshot.shoots) {
        expect(Math.max(lastMaintenance?.triggeredTime ?? 0, creationTimestamp, deletionTimestamp)).toBeLessThan(seen)
      }
      for (const { written } of snapshot.profiles.values()) expect(written?.at ?? 0).toBeLessThanOrEqual(seen)
    }
  })

  it('is the same every time', async () => {
    const again = await demo()
    expect(again.past.length).toBe(past.length)
    expect(JSON.stringify(again.past.map(plain))).toBe(JSON.stringify(past.map(plain)))
  })

  it.each(['00:00:01', '00:31:00', '12:00:00', '23:59:59'])('leads to a demo that is looked at %s', async (time) => {
    const now = Date.parse(`2027-02-28T${time}Z`)
    const garden = new DemoGarden({ born: '2027-02-28', shoots: 120 }, now)
    await garden.ready()
    const [snapshot, snapshots] = [garden.snapshot(), await allOf(garden.past())]
    expect(snapshots.at(-1)).toEqual({ seen: now, snapshot })
    const last = snapshots.at(-2)
    expect(last?.seen).toBeLessThan(now)
    expect([...(last?.snapshot.profiles ?? [])]).toEqual([...snapshot.profiles])
    const others = [...snapshot.shoots].filter((shoot, i) => last?.snapshot.shoots.at(i) !== shoot)
    expect(others.map(nameOf)).toEqual(['billing/erp-bridge'])
  })

  it('tells of clusters that are there', () => {
    const names = new Set([...today.shoots].map(nameOf))
    for (const name of [...Object.keys(pastsOfClusters), ...departed.map(({ like }) => like)])
      expect(names).toContain(name)
    for (const { name, like } of departed) expect(names).not.toContain(`${like.split('/')[0]}/${name}`)
  })

  it('costs a large demo no more', async () => {
    const large = await demo({ DEMO_SHOOTS: '3000' })
    const last = large.past.at(-1)?.snapshot
    expect(last).toBe(large.snapshot)
    expect(large.past.length).toBe(past.length)
    const first = large.past[0]?.snapshot
    const same = new Set(large.snapshot.shoots)
    expect([...(first?.shoots ?? [])].filter((shoot) => !same.has(shoot)).length).toBeLessThan(120)
    const small = await demo({ DEMO_SHOOTS: '12' })
    expect(small.past.at(-2)?.snapshot.shoots.length).toBe(12)
  })
})

function plain({ seen, snapshot }: PastSnapshot) {
  return { seen, revision: snapshot.revision, profiles: [...snapshot.profiles.values()], shoots: [...snapshot.shoots] }
}

describe('everything in the past has a cause', () => {
  it('versions change by a maintenance that says so, or by their owner outside of the window', () => {
    for (const [name, sights] of courses) {
      for (const [i, { at: seen, shoot }] of sights.entries()) {
        const before = sights[i - 1]?.shoot
        if (!before || !shoot || versionsOf(before) === versionsOf(shoot)) continue
        const isMaintenance = shoot.lastMaintenance?.triggeredTime !== before.lastMaintenance?.triggeredTime
        const told = doneStep(shoot)?.changes.filter(({ kind }) => kind === 'update') ?? []
        if (isMaintenance) {
          expect(told.length, name).toBe(changed(before, shoot))
          expect(seen - (shoot.lastMaintenance?.triggeredTime ?? 0)).toBe(20 * SECOND)
        } else {
          const edits = [...(pastsOfClusters[name]?.edits ?? []), ...departed.flatMap(({ edits = [] }) => edits)]
          expect(
            edits.map((edit) =>
              Date.parse(`${new Date(birth + edit.at[0] * DAY).toISOString().slice(0, 10)}T${edit.at[1]}Z`),
            ),
            name,
          ).toContain(seen - 20 * SECOND)
        }
      }
    }
  })

  it('owners only write versions that are higher, at most by a minor, and live at that moment', () => {
    const refused: string[] = []
    let written = 0
    for (const [name, sights] of courses) {
      for (const [i, { at: seen, shoot }] of sights.entries()) {
        const before = sights[i - 1]?.shoot
        if (!before || !shoot || versionsOf(before) === versionsOf(shoot)) continue
        if (shoot.lastMaintenance?.triggeredTime !== before.lastMaintenance?.triggeredTime) continue
        written++
        const profile = entryAt(shoot, seen)?.profile
        const judge = (versions: readonly ExpirableVersion[] = [], from: string, to: string, minors: number) => {
          const found = versions.find(({ version }) => version === to)
          const isLive = found && !['expired', 'unavailable'].includes(stageAt(found, seen))
          const [a, b] = [parseVersion(from), parseVersion(to)]
          const isStep =
            a !== null && b !== null && compareVersions(a, b) < 0 && Number(b.minor) - Number(a.minor) <= minors
          if (!isLive || !isStep) refused.push(`${name} ${from} ${to}`)
        }
        if (before.kubernetesVersion !== shoot.kubernetesVersion)
          judge(profile?.kubernetes, before.kubernetesVersion, shoot.kubernetesVersion, 1)
        for (const [pool, { image }] of shoot.workers.entries()) {
          const old = before.workers[pool]?.image?.version
          if (image === undefined || old === undefined || old === image.version) continue
          const offered = profile?.machineImages.find((one) => one.name === image.name)
          judge(offered?.versions, old, image.version, Number.POSITIVE_INFINITY)
        }
      }
    }
    expect(refused).toEqual([])
    expect(written).toBeGreaterThan(20)
  })

  it('edits of profiles are taken by the API server, with the clusters of that moment', () => {
    const refused: string[] = []
    let edits = 0
    for (const [i, { seen, snapshot }] of past.entries()) {
      for (const [key, entry] of snapshot.profiles) {
        const before = past[i - 1]?.snapshot.profiles.get(key)
        if (before === undefined || before === entry) continue
        edits++
        const shoots = [...snapshot.shoots].filter(({ profile }) => profileKey(profile) === key)
        const refusals = refusalsOf(before, entry, snapshot, shoots, seen)
        for (const refusal of refusals) refused.push(`${day(seen)} ${key} ${JSON.stringify(refusal)}`)
      }
    }
    expect(refused).toEqual([])
    expect(edits).toBeGreaterThan(50)
  })
})

function refusalsOf(before: ProfileEntry, after: ProfileEntry, { profiles }: Snapshot, shoots: Shoot[], now: Instant) {
  const { ref } = after
  const overridden = (entry: ProfileEntry) => {
    if (entry.ref.kind === 'CloudProfile' || !entry.overrides || !entry.parent) throw new Error('It is not namespaced.')
    return submittedOverrides({ ...entry.ref, parent: entry.parent }, entry.overrides)
  }
  if (ref.kind === 'NamespacedCloudProfile') {
    const parent = profiles.get(after.parent ?? '')
    if (!parent) throw new Error('It has a parent.')
    const stored = { profile: overridden(before), shoots }
    return checkNamespaced(submittedProfile(parent.ref.name, parent.profile), overridden(after), stored, now).refusals
  }
  const [old, edited] = [submittedProfile(ref.name, before.profile), submittedProfile(ref.name, after.profile)]
  const namespaced = [...profiles.values()].filter(({ parent }) => parent === ref.name).map(overridden)
  return checkUpdate(old, edited, now, { shoots, namespaced })
}

describe('were the forecasts right?', () => {
  /** What was edited in between: the cluster by its owner, or its profile. */
  function editedBetween({ name, at: moment, before }: Maintenance, from: Instant): boolean {
    const known = shootAt(name, from)
    return !known || asked(known) !== asked(before) || entryAt(before, from) !== entryAt(before, moment)
  }

  function isAsForecast(maintenance: Maintenance, ahead: number, profiles: MemoizedProfiles): boolean {
    const { name, at: moment, after, written } = maintenance
    const from = moment - ahead
    const shoot = shootAt(name, from)
    const entry = shoot && entryAt(shoot, from)
    if (!shoot || !entry) return false
    const { steps } = forecast(shoot, profiles.of(entry.profile), { from, to: moment + DAY })
    const schedule = scheduleOf(windowOf(shoot), 'latestStart')
    const window = momentOn(schedule, firstDay(schedule, moment))
    return steps.some(
      (step) =>
        step.at <= window &&
        window <= step.lastAt &&
        step.description === written.description &&
        step.state === written.state &&
        (step.failureReason ?? undefined) === written.failureReason &&
        JSON.stringify([
          step.versions.kubernetesVersion,
          step.versions.workers.map((worker) => [worker.kubernetesVersion, worker.image?.version ?? null]),
        ]) === versionsOf(after),
    )
  }

  it.each([1, 7, 30])('%d days before, or something was edited since', (days) => {
    const profiles = new MemoizedProfiles()
    const known = maintenances().filter((one) => one.at - days * DAY >= birth - 60 * DAY)
    const deviating = known.filter((one) => !isAsForecast(one, days * DAY, profiles))
    const wrong = deviating.filter((one) => !editedBetween(one, one.at - days * DAY))
    expect(wrong.map(({ name, at: moment, written }) => `${name} ${day(moment)} ${written.description}`)).toEqual([])
    expect(known.length).toBeGreaterThan(days === 30 ? 90 : 110)
  })

  it('nothing that was forecast a day before failed to happen', () => {
    const profiles = new MemoizedProfiles()
    const missed: string[] = []
    const done = new Set(maintenances().map(({ name, at: moment }) => `${name} ${day(moment)}`))
    for (const [name, sights] of courses) {
      for (let night = -58; night < 0; night++) {
        const schedule = scheduleOf(windowOf(sights[0]?.shoot ?? ({} as Shoot)), 0)
        const begin = momentOn(schedule, birth / DAY + night)
        const shoot = shootAt(name, begin - DAY + HOUR)
        const later = shootAt(name, begin)
        const entry = shoot && entryAt(shoot, begin - DAY + HOUR)
        if (!shoot || !entry || !later || asked(shoot) !== asked(later) || entry !== entryAt(later, begin)) continue
        if (later.deletionTimestamp !== undefined) continue
        const { steps } = forecast(shoot, profiles.of(entry.profile), {
          from: begin,
          to: windowOn(schedule, birth / DAY + night).latestStart,
        })
        if (steps.length > 0 && !done.has(`${name} ${night}`)) missed.push(`${name} ${night} ${steps[0]?.description}`)
      }
    }
    expect(missed).toEqual([])
  })
})

const expiryOf = (entry: ProfileEntry | undefined, version: string) => {
  const found = entry?.profile.kubernetes.find((one) => one.version === version)?.expirationDate
  return found === undefined ? undefined : Math.floor((found - birth) / DAY)
}

/** How an expiry date was moved, with who wrote the profile then. */
function moves(profile: string, version: string): string[] {
  return past.flatMap(({ seen, snapshot }, i) => {
    const entry = snapshot.profiles.get(profile)
    const [from, to] = [expiryOf(past[i - 1]?.snapshot.profiles.get(profile), version), expiryOf(entry, version)]
    if (i === 0 || from === to) return []
    return [`${day(seen)} ${from} ${to} ${entry?.written?.manager}`]
  })
}

describe('the stories of the past', () => {
  it('dates were moved, each by somebody', () => {
    expect(moves('aws', '1.34.6')).toEqual(['-43 -11 16 kubectl-edit', '-2 16 60 almanac'])
    expect(moves('aws', '1.33.9')).toEqual(['-19 69 24 pipeline', '-15 24 -14 kubectl-edit', '-14 -14 24 kubectl-edit'])
    expect(moves('gcp', '1.34.4')).toEqual(['-9 undefined 3 almanac'])
  })

  it.each([
    'aws',
    'azure',
    'gcp',
    'openstack',
    'garden-payments/aws-extended',
    'garden-data/gcp-machine-learning-europe',
  ])('the profile %s was edited, and whoever did it last is known today', (key) => {
    const entries = new Set(past.map(({ snapshot }) => snapshot.profiles.get(key)))
    expect(entries.size).toBeGreaterThan(1)
    expect(today.profiles.get(key)?.written).toBeDefined()
  })

  const why = (kind: 'auto' | 'expired') =>
    maintenances().filter(({ after }) =>
      doneStep(after)?.changes.some((change) => change.kind === 'update' && change.why === kind),
    )

  it('clusters were updated by themselves, by force, by hand, and some failed', () => {
    expect(why('auto').length).toBeGreaterThan(12)
    expect(why('expired').length).toBeGreaterThan(40)
    expect(
      new Set(
        maintenances()
          .filter(({ written }) => written.state === 'Failed')
          .map(({ name }) => name),
      ).size,
    ).toBeGreaterThan(5)
    const failed = [...courses].filter(([name, sights]) =>
      sights.some(({ shoot }, i) => shoot?.lastOperation?.state === 'Failed' && i < sights.length - 1 && name !== ''),
    )
    expect(failed.map(([name]) => name)).toContain('monitoring/probes-prod')
  })

  it('two clusters are gone, and some were created', () => {
    const gone = [...courses].filter(([, sights]) => sights.at(-1)?.shoot === null)
    expect(gone.map(([name]) => name)).toEqual(['payments/loadtest', 'payments/refunds-old'])
    const created = [...courses].filter(([, sights]) => (sights[0]?.at ?? 0) > birth - 60 * DAY)
    expect(created.map(([name]) => name).toSorted()).toEqual([
      'data/lake-stg',
      'data/notebooks-emea-2',
      'data/trino-stg',
      'logistics/depot-stg',
      'media/captions-dev',
    ])
  })

  it('a slip of an operator forced a cluster that nobody expected to be forced a week before', () => {
    const forced = maintenances().find(({ name, at: moment }) => name === 'billing/tariffs-us' && day(moment) === -14)
    expect(forced?.written.description).toContain('from "1.33.9" to "1.33.11". Reason: Kubernetes version expired')
    const shoot = shootAt('billing/tariffs-us', birth - 21 * DAY)
    const entry = shoot && entryAt(shoot, birth - 21 * DAY)
    if (!shoot || !entry) throw new Error('It was there.')
    const { steps } = forecast(shoot, new MemoizedProfiles().of(entry.profile), { from: birth - 21 * DAY, to: birth })
    expect(steps).toEqual([])
  })
})

function changed(before: Shoot, after: Shoot): number {
  const control = before.kubernetesVersion === after.kubernetesVersion ? 0 : 1
  return after.workers.reduce((sum, worker, i) => {
    const old = before.workers[i]
    const kubernetes = old?.kubernetesVersion === worker.kubernetesVersion ? 0 : 1
    return sum + kubernetes + (old?.image?.version === worker.image?.version ? 0 : 1)
  }, control)
}
