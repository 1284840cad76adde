import fc from 'fast-check'
import { shootJson } from '@/lib/engine/api-server/manifest/shoot-json'
import { admitShoot } from '@/lib/engine/api-server/shoot/admit'
import { compareVersions, parseVersion } from '@/lib/engine/rules/gardener-semver'
import { stageAt } from '@/lib/engine/rules/lifecycle'
import type { MaintenanceMoment } from '@/lib/engine/rules/window'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type {
  CloudProfile,
  ExpirableVersion,
  Instant,
  MachineImage,
  MachineImageVersion,
  Shoot,
  Stage,
  VersionBoundSettings,
  Worker,
} from '@/lib/engine/types'

/** Profiles and shoots for properties: small, so that versions meet, and around a leap day. */

export const start = Date.UTC(2028, 1, 20)
export const days = 90

/** Any moment of the time that profiles are dated for. */
export const anyInstant = fc.integer({ min: 0, max: days * DAY }).map((after) => start + after)

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

/** Both forms of lifecycle, mixed. */
export const anyProfile: fc.Arbitrary<CloudProfile> = fc
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
/** Any shoot, also such that the API server would never have stored. */
export const anyShoot: fc.Arbitrary<Shoot> = fc
  .record({
    kubernetesVersion: kubernetesText,
    workers: fc.array(worker, { maxLength: 3 }),
    autoUpdate: fc.record({ kubernetesVersion: fc.boolean(), machineImageVersion: fc.boolean() }),
    begin: clock,
    hours: fc.integer({ min: 1, max: 6 }),
    lastState: fc.constantFrom(undefined, 'Succeeded' as const, 'Failed' as const, 'Processing' as const),
    operation: fc.constantFrom(
      undefined,
      ...['Reconcile Succeeded', 'Reconcile Failed', 'Create Processing', 'Migrate Processing', 'Restore Processing'],
    ),
    dropped: fc.constantFrom(undefined, undefined, { maxEmptyBulkDelete: 5 }, { enableAnonymousAuthentication: false }),
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
      dropped,
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
      ...(operation === undefined ? {} : { lastOperation: lastOperation(operation) }),
      ...(dropped === undefined ? {} : { droppedOnWrite: dropped }),
      ...(settings
        ? { versionBound: { podEvictionTimeout: '1m0s', kubeMaxPDVols: '30', secretBindingName: 'own' } }
        : {}),
    }),
  )

function lastOperation(text: string) {
  const [type = '', state = ''] = text.split(' ')
  return { type, state }
}

export const moment = fc.constantFrom<MaintenanceMoment>('latestStart', 0, 5 * MINUTE)

const POOL_GATES = 'spec.provider.workers[0].kubernetes.kubelet.featureGates'

const gates = (path: string, ...choices: readonly Readonly<Record<string, boolean>>[]) =>
  choices.map((some): VersionBoundSettings => ({ featureGates: { [path]: some } }))

/** Settings of which each ends with one of the minors, or stays. */
const ending: readonly VersionBoundSettings[] = [
  { podEvictionTimeout: '1m0s' },
  { kubeMaxPDVols: '30' },
  { secretBindingName: 'own' },
  { enableAnonymousAuthentication: true },
  { watchCacheSizesDefault: 100 },
  { addons: { nginxIngress: { enabled: true } } },
  { dnsProviderSecretNames: [undefined, 'b'] },
  { runtimeConfig: ['apps/v1', 'networking.k8s.io/v1alpha1', 'storagemigration.k8s.io/v1alpha1'] },
  { ignoreTaints: true },
  { admissionPlugins: [{ name: 'PodSecurity', stored: { name: 'PodSecurity' } }] },
  ...gates(
    'spec.kubernetes.kubeAPIServer.featureGates',
    { ComponentSLIs: true },
    { APIServerIdentity: true, MemoryManager: false },
  ),
  ...gates(
    'spec.kubernetes.kubelet.featureGates',
    { MemoryManager: false },
    { AllowOverwriteTerminationGracePeriodSeconds: true },
  ),
  ...gates(POOL_GATES, { MemoryManager: false }, { AllowOverwriteTerminationGracePeriodSeconds: true }),
]

const asking = (name: string) => ({ annotations: { 'gardener.cloud/operation': name } })
/** What may be asked for or go on later, and may not be permitted then. */
const goingOn = fc.constantFrom<Partial<Shoot>>(
  // Most are at rest, as little is advised while what is asked for is refused.
  ...Array<Partial<Shoot>>(12).fill({}),
  { asleep: true },
  asking('rotate-credentials-start'),
  { asleep: true, ...asking('rotate-credentials-start') },
  { hibernated: true, ...asking('rollout-workers=pool-0') },
  { rotationPhases: { certificateAuthorities: 'Preparing' }, ...asking('rotate-ca-start') },
  { rotationPhases: { certificateAuthorities: 'Prepared' }, ...asking('rotate-ca-complete') },
  { encryptionChanges: true, ...asking('rotate-etcd-encryption-key') },
)

/** A shoot that the API server accepted at some time, and any later instant. */
export interface Accepted {
  readonly shoot: Shoot
  readonly profile: CloudProfile
  readonly at: Instant
}

export const accepted: fc.Arbitrary<Accepted> = acceptedWith(
  fc.constantFrom<VersionBoundSettings>(
    {},
    { podEvictionTimeout: '1m0s', kubeMaxPDVols: '30', secretBindingName: 'own' },
  ),
)

/** As `accepted`, with any settings that end with a minor, while something is asked for or goes on. */
export const acceptedBusy: fc.Arbitrary<Accepted> = fc
  .tuple(
    acceptedWith(fc.subarray([...ending], { minLength: 1, maxLength: 3 }).map((some) => Object.assign({}, ...some))),
    goingOn,
  )
  .map(([{ shoot: subject, ...rest }, state]) => ({ shoot: { ...subject, ...state }, ...rest }))

/** Shoots that have the settings only if the API server accepted them. */
function acceptedWith(anySettings: fc.Arbitrary<VersionBoundSettings>): fc.Arbitrary<Accepted> {
  return fc
    .record({
      shoot: anyShoot,
      profile: anyProfile,
      settings: anySettings,
      created: fc.nat(days),
      later: fc.nat(days * DAY),
      picks: fc.array(fc.nat(50), { minLength: 7, maxLength: 7 }),
    })
    .map(({ settings, created, later, picks, profile: offered, ...given }) => {
      const at = start + created * DAY
      const { versionBound: _, ...bare } = activeOnly(given.shoot, offered, at, picks)
      const full = withSettings(bare, settings)
      const subject = [full, bare].find(
        (one) => admitShoot({ after: shootJson(one), profile: offered, now: at }).allowed,
      )
      return { shoot: subject, profile: offered, at: at + later }
    })
    .filter((given): given is Accepted => given.shoot !== undefined)
}

/** Pools have kubelet settings of their own where they have gates of them. */
function withSettings(bare: Shoot, settings: VersionBoundSettings): Shoot {
  if (Object.keys(settings).length === 0) return bare
  const hasOwn = settings.featureGates?.[POOL_GATES] !== undefined
  if (hasOwn && bare.workers.length === 0) return bare
  const workers = bare.workers.map((one, i) => (hasOwn && i === 0 ? { ...one, ownKubelet: true } : one))
  return { ...bare, workers, versionBound: settings }
}

/** A shoot with versions and images that are active at the instant, as far as there are any. */
function activeOnly(subject: Shoot, offered: CloudProfile, at: Instant, picks: readonly number[]): Shoot {
  const kubernetesVersion = pick(offered.kubernetes, at, picks[0] ?? 0) ?? subject.kubernetesVersion
  return {
    ...subject,
    kubernetesVersion,
    pendingWorkerUpdates: [],
    workers: subject.workers.map((one, i) => {
      const [imagePick = 0, ownPick = 0] = picks.slice(1 + 2 * i)
      const chosen = offered.machineImages[imagePick % 2]
      const { image: _, kubernetesVersion: own, ...rest } = one
      const behind = own === undefined ? undefined : pick(offered.kubernetes, at, ownPick)
      return {
        ...rest,
        machineType: 'small',
        architecture: 'amd64',
        ...(chosen === undefined
          ? {}
          : { image: { name: chosen.name, version: pick(chosen.versions, at, imagePick) ?? '1.0.0' } }),
        ...(behind === undefined ? {} : notAbove({ kubernetesVersion: behind }, kubernetesVersion)),
      }
    }),
  }
}

function pick(versions: readonly ExpirableVersion[], at: Instant, choice: number): string | undefined {
  const active = versions.filter((one) => ['preview', 'supported', 'deprecated'].includes(stageAt(one, at)))
  return active[choice % Math.max(1, active.length)]?.version
}

/** The API server stores no pool above its control plane. */
function notAbove<T extends { kubernetesVersion?: string }>(pool: T, controlPlane: string): T {
  const own = pool.kubernetesVersion
  return own !== undefined && compareVersions(read(own), read(controlPlane)) > 0
    ? { ...pool, kubernetesVersion: controlPlane }
    : pool
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

export function read(text: string) {
  const version = parseVersion(text)
  if (version === null) throw new Error(`${text} is no version`)
  return version
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}
