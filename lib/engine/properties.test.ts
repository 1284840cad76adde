import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { stateOf } from './decide'
import { forecast } from './forecast'
import { stageAt } from './lifecycle'
import { maintain, versionsOf, windowOf } from './maintain'
import type { Moment } from './schedule'
import { firstDay, lastDay, momentOn, scheduleOf } from './schedule'
import { DAY, HOUR, MINUTE } from './time'
import type {
  CloudProfile,
  ExpirableVersion,
  ForecastStep,
  MachineImage,
  MachineImageVersion,
  Shoot,
  Stage,
  Worker,
} from './types'
import { compareVersions, parseVersion } from './version'

vi.setConfig({ testTimeout: 120_000 })

const start = Date.UTC(2028, 1, 20)
const days = 90

/** PROPERTY_RUNS multiplies how often each property is tried. */
function runs(count: number): number {
  return count * Number(process.env.PROPERTY_RUNS ?? 1)
}

const instant = fc.integer({ min: -20, max: days + 10 }).map((day) => start + day * DAY + 3 * HOUR)
const stage = fc.constantFrom<Stage>('preview', 'supported', 'deprecated')

const life: fc.Arbitrary<Omit<ExpirableVersion, 'version'>> = fc.oneof(
  fc.record({ classification: stage, expirationDate: instant }, { requiredKeys: [] }),
  fc
    .array(
      fc.record({
        classification: fc.constantFrom<Stage>('preview', 'supported', 'deprecated', 'expired'),
        startTime: instant,
      }),
      {
        maxLength: 4,
      },
    )
    .map((lifecycle) => ({ lifecycle })),
)

const kubernetesText = fc
  .tuple(fc.integer({ min: 31, max: 35 }), fc.nat(3))
  .map(([minor, patch]) => `1.${minor}.${patch}`)
const imageText = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2), fc.nat(2), fc.constantFrom('', '', '', '-rc1'))
  .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`)

const kubernetes: fc.Arbitrary<ExpirableVersion[]> = fc.uniqueArray(
  fc.tuple(kubernetesText, life).map(([version, rest]) => ({ version, ...rest })),
  { selector: ({ version }) => version, maxLength: 14 },
)

const imageVersion: fc.Arbitrary<MachineImageVersion> = fc
  .record({
    version: imageText,
    life,
    arm: fc.boolean(),
    runtimes: fc.constantFrom<string[]>([], ['gvisor']),
    constraint: fc.constantFrom(undefined, undefined, undefined, '>= 1.32', '< 1.34', '~1.33'),
    inPlace: fc.constantFrom(undefined, { supported: true, minVersionForUpdate: '1.0.0' }, { supported: false }),
  })
  .map(({ version, life: rest, arm, runtimes, constraint, inPlace }) => ({
    version,
    ...rest,
    architectures: arm ? ['amd64', 'arm64'] : ['amd64'],
    cri: [{ name: 'containerd', containerRuntimes: runtimes }],
    ...(constraint === undefined ? {} : { kubeletVersionConstraint: constraint }),
    ...(inPlace === undefined ? {} : { inPlaceUpdates: inPlace }),
  }))

const image = (name: string): fc.Arbitrary<MachineImage> =>
  fc.record({
    name: fc.constant(name),
    updateStrategy: fc.constantFrom('patch' as const, 'minor' as const, 'major' as const),
    versions: fc.uniqueArray(imageVersion, { selector: ({ version }) => version, maxLength: 10 }),
  })

const profile: fc.Arbitrary<CloudProfile> = fc
  .record({ kubernetes, gardenlinux: image('gardenlinux'), ubuntu: image('ubuntu') })
  .map(({ kubernetes: versions, gardenlinux, ubuntu }) => ({
    kubernetes: versions,
    machineImages: [gardenlinux, ubuntu],
    machineTypes: [{ name: 'small', architecture: 'amd64' }],
  }))

const worker: fc.Arbitrary<Omit<Worker, 'name'>> = fc
  .record({
    own: fc.option(kubernetesText, { nil: undefined }),
    name: fc.constantFrom('gardenlinux', 'ubuntu', 'GardenLinux', 'unknown'),
    version: imageText,
    architecture: fc.constantFrom('amd64', 'amd64', 'arm64'),
    containerRuntimes: fc.constantFrom<string[]>([], [], ['gvisor']),
    updateStrategy: fc.constantFrom(
      'AutoRollingUpdate' as const,
      'AutoRollingUpdate' as const,
      'AutoInPlaceUpdate' as const,
    ),
    machineType: fc.constantFrom('small', 'small', 'small', 'small', 'gone'),
  })
  .map(({ own, name, version, architecture, containerRuntimes, updateStrategy, machineType }) => ({
    machineType,
    architecture,
    cri: { name: 'containerd', containerRuntimes },
    updateStrategy,
    minimum: 1,
    maximum: 3,
    zones: ['a'],
    image: { name, version },
    ...(own === undefined ? {} : { kubernetesVersion: own }),
  }))

const clock = fc.tuple(fc.nat(23), fc.constantFrom('+0000', '+0900', '-0330'))
const shoot: fc.Arbitrary<Shoot> = fc
  .record({
    kubernetesVersion: kubernetesText,
    workers: fc.array(worker, { maxLength: 3 }),
    autoUpdate: fc.record({ kubernetesVersion: fc.boolean(), machineImageVersion: fc.boolean() }),
    begin: clock,
    hours: fc.integer({ min: 1, max: 6 }),
    lastState: fc.constantFrom(undefined, 'Succeeded' as const, 'Failed' as const, 'Processing' as const),
    operation: fc.constantFrom(undefined, 'Succeeded', 'Failed', 'Processing'),
    pending: fc.boolean(),
    settings: fc.boolean(),
  })
  .map(
    ({
      kubernetesVersion,
      workers,
      autoUpdate,
      begin: [hour, zone],
      hours,
      lastState,
      operation,
      pending,
      settings,
    }) => ({
      namespace: 'garden-dev',
      name: 'shoot',
      profile: { kind: 'CloudProfile' as const, name: 'profile' },
      annotations: {},
      kubernetesVersion,
      workers: workers.map((one, i) => ({ ...notAbove(one, kubernetesVersion), name: `pool-${i}` })),
      autoUpdate,
      window: { begin: `${two(hour)}0000${zone}`, end: `${two((hour + hours) % 24)}0000${zone}` },
      confineSpecUpdateRollout: false,
      hibernated: false,
      pendingWorkerUpdates: pending ? ['pool-0'] : [],
      ...(lastState === undefined ? {} : { lastMaintenance: { state: lastState, description: 'before' } }),
      ...(operation === undefined ? {} : { lastOperation: { type: 'Reconcile', state: operation } }),
      ...(settings ? { versionBound: { podEvictionTimeout: '1m0s', kubeMaxPDVols: '30' } } : {}),
    }),
  )

const moment = fc.constantFrom<Moment>('latestStart', 0, 5 * MINUTE)

describe('a maintenance, whatever shoot and profile,', () => {
  const at = fc.integer({ min: 0, max: days * DAY }).map((after) => start + after)

  test('never downgrades, never chooses a preview, never jumps a minor, and keeps pools below the control plane', () => {
    fc.assert(
      fc.property(shoot, profile, at, (subject, offered, now) => {
        const done = maintain(subject, offered, now, { ignoreWindow: true })
        const controlPlane = read(done.versions.kubernetesVersion)
        for (const change of done.changes) {
          if (change.kind === 'failure') continue
          const [from, to] = [read(change.from), read(change.to)]
          expect(compareVersions(to, from)).toBeGreaterThanOrEqual(change.component === 'poolKubernetes' ? 0 : 1)
          if (change.component === 'controlPlane') expect(Number(to.minor) - Number(from.minor)).toBeLessThanOrEqual(1)
          if (change.component !== 'poolKubernetes')
            expect(stageOf(offered, change.image, change.to, now)).not.toBe('preview')
        }
        for (const { kubernetesVersion } of done.versions.workers) {
          if (kubernetesVersion !== null)
            expect(compareVersions(read(kubernetesVersion), controlPlane)).toBeLessThanOrEqual(0)
        }
      }),
      { numRuns: runs(500) },
    )
  })

  test('comes to rest at one instant in at most as many steps as there are versions', () => {
    fc.assert(
      fc.property(shoot, profile, at, (subject, offered, now) => {
        const versions = offered.kubernetes.length * 4 + offered.machineImages.flatMap((one) => one.versions).length
        let current = subject
        let steps = 0
        for (; steps <= versions + 1; steps++) {
          const done = maintain(current, offered, now, { ignoreWindow: true })
          if (!done.specChanged) break
          current = after(current, done)
        }
        expect(steps).toBeLessThanOrEqual(versions + 1)
      }),
      { numRuns: runs(300) },
    )
  })

  test('leaves what it is given untouched', () => {
    fc.assert(
      fc.property(shoot, profile, at, (subject, offered, now) => {
        const before = JSON.stringify([subject, offered])
        const [frozenShoot, frozenProfile] = [deepFreeze(subject), deepFreeze(offered)]
        maintain(frozenShoot, frozenProfile, now, { ignoreWindow: true })
        forecast(frozenShoot, frozenProfile, { from: start, to: start + days * DAY })
        expect(JSON.stringify([subject, offered])).toBe(before)
      }),
      { numRuns: runs(100) },
    )
  })
})

test('a forecast equals maintaining in every window', () => {
  fc.assert(
    fc.property(shoot, profile, moment, fc.nat(DAY), (subject, offered, when, later) => {
      const [from, to] = [start + later, start + days * DAY]
      const result = forecast(subject, offered, { from, to, moment: when })
      const replayed = replay(subject, offered, from, to, when)
      expect(result.steps.map(essence)).toEqual(replayed.steps)
      expect(result.final).toEqual(replayed.final)
    }),
    { numRuns: runs(300) },
  )
})

test('forecasts of shoots of one kind do not mix up their names', () => {
  fc.assert(
    fc.property(shoot, profile, (subject, offered) => {
      const options = { from: start, to: start + days * DAY }
      const renamed: Shoot = {
        ...subject,
        name: 'other',
        workers: subject.workers.map((one) => ({ ...one, name: `x${one.name}` })),
        pendingWorkerUpdates: subject.pendingWorkerUpdates.map((name) => `x${name}`),
      }
      forecast(subject, offered, options)
      const fresh = forecast(renamed, structuredClone(offered), options)
      expect(forecast(renamed, offered, options)).toEqual(fresh)
    }),
    { numRuns: runs(100) },
  )
})

type Essence = Pick<
  ForecastStep,
  'at' | 'lastAt' | 'repeats' | 'versions' | 'description' | 'state' | 'failureReason' | 'specChanged' | 'denied'
>

function essence(step: ForecastStep): Essence {
  const { at, lastAt, repeats, versions, description, state, failureReason, specChanged, denied } = step
  return { at, lastAt, repeats, versions, description, state, failureReason, specChanged, denied }
}

/** The plain way: one maintenance a day, as the vectors' README says what counts as a step. */
function replay(subject: Shoot, offered: CloudProfile, from: number, to: number, when: Moment) {
  const schedule = scheduleOf(windowOf(subject), when)
  const steps: Essence[] = []
  let current = subject
  let previousDay = Number.NaN
  for (let day = firstDay(schedule, from); day <= lastDay(schedule, to); day++) {
    const at = momentOn(schedule, day)
    const done = maintain(current, offered, at)
    if (done.specChanged || done.lastMaintenanceWritten) {
      const written = done.lastMaintenanceWritten ? done.lastMaintenance : null
      const step: Essence = {
        at,
        lastAt: at,
        repeats: 0,
        versions: done.versions,
        description: written?.description ?? null,
        state: written?.state ?? null,
        failureReason: written?.failureReason ?? null,
        specChanged: done.specChanged,
        denied: done.denied,
      }
      const previous = steps.at(-1)
      const same = (a: Essence) => JSON.stringify({ ...a, at: 0, lastAt: 0, repeats: 0 })
      if (previous !== undefined && previousDay === day - 1 && !step.specChanged && same(previous) === same(step)) {
        steps[steps.length - 1] = { ...previous, lastAt: at, repeats: previous.repeats + 1 }
      } else {
        steps.push(step)
      }
      previousDay = day
    }
    current = after(current, done)
  }
  return { steps, final: versionsOf(current, stateOf(current)) }
}

/** The shoot after a maintenance and the reconciliation that follows. */
function after(current: Shoot, done: ReturnType<typeof maintain>): Shoot {
  const { lastMaintenance, versionBound, ...rest } = current
  const removed = new Set(done.otherSpecChanges.map(({ path }) => path.split('.').at(-1)))
  const settings = Object.fromEntries(Object.entries(versionBound ?? {}).filter(([key]) => !removed.has(key)))
  return {
    ...rest,
    annotations: {},
    lastOperation: { type: 'Reconcile', state: 'Succeeded' },
    kubernetesVersion: done.versions.kubernetesVersion,
    workers: current.workers.map((one, i) => {
      const versions = done.versions.workers[i]
      return {
        ...one,
        ...(typeof versions?.kubernetesVersion === 'string' ? { kubernetesVersion: versions.kubernetesVersion } : {}),
        ...(versions?.image ? { image: versions.image } : {}),
      }
    }),
    ...(done.lastMaintenance === null ? {} : { lastMaintenance: done.lastMaintenance }),
    ...(versionBound === undefined ? {} : { versionBound: settings }),
  }
}

function stageOf(offered: CloudProfile, name: string | null, text: string, at: number): Stage | undefined {
  const versions: readonly ExpirableVersion[] =
    name === null
      ? offered.kubernetes
      : (offered.machineImages.find((one) => one.name === name.toLowerCase())?.versions ?? [])
  const found = versions.find(({ version }) => version === text)
  return found && stageAt(found, at)
}

/** The API server stores no pool above its control plane. */
function notAbove<T extends { kubernetesVersion?: string }>(pool: T, controlPlane: string): T {
  const own = pool.kubernetesVersion
  return own !== undefined && compareVersions(read(own), read(controlPlane)) > 0
    ? { ...pool, kubernetesVersion: controlPlane }
    : pool
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}

function read(text: string) {
  const version = parseVersion(text)
  if (version === null) throw new Error(`${text} is no version`)
  return version
}
