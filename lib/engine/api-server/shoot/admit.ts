import {
  EMPTY,
  objectAt,
  objectsAt,
  type ShootManifest,
  type ShootView,
  sameJson,
  stored,
  textAt,
  valueAt,
  viewShoot,
  WORKERS,
  withKey,
  withValueAt,
} from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { atLeastMinor, parseVersion, windowErrors } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { compareWithProfile } from './compare-with-profile'
import { CPU_MANAGER_POLICIES } from './kubelet'
import {
  type FindProfile,
  missingProfile,
  PROFILE_KIND_NAMES,
  type ProfileMove,
  referenceOf,
  refuseLeaving,
  refuseMove,
} from './move'
import { mutate, withArchitectures } from './mutate'
import type { AdmissionProfile } from './offers'
import { refuseFallingAsleep, refuseHibernation, refuseOperations, refuseSchedules } from './operations'
import { CONTAINER_RUNTIMES, refusePools } from './pool'
import { offeredMachines, offeredVolumes } from './profile-offers'
import { refuseApiServer, refuseGates, refuseSharedSettings } from './settings'
import {
  forbidden,
  inStage,
  invalid,
  notSupported,
  offeredList,
  quotedList,
  type Refusals,
  required,
  type StageRefusal,
} from './shoot-refusals'
import { refuseDnsSwitch, refusePendingChange, refuseUpdate } from './update'

/** Fields that only make sense with workers, in the API server's order; two have another name in its answers. */
const FIELDS: readonly string[] = [
  'spec.provider.infrastructureConfig',
  'spec.provider.controlPlaneConfig',
  'spec.provider.workersSettings',
  'spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize',
  'spec.kubernetes.kubeControllerManager.nodeCIDRMaskSizeIPv6',
  'spec.kubernetes.kubeControllerManager.horizontalPodAutoscaler',
  'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
  'spec.kubernetes.kubeControllerManager.nodeMonitorGracePeriod',
  'spec.kubernetes.kubeScheduler',
  'spec.kubernetes.kubeProxy',
  'spec.kubernetes.kubelet',
  'spec.kubernetes.clusterAutoscaler',
  'spec.kubernetes.verticalPodAutoscaler',
  'spec.networking.type',
  'spec.networking.providerConfig',
  'spec.networking.pods',
  'spec.networking.nodes',
  'spec.maintenance.autoUpdate.machineImageVersion',
  'spec.maintenance.autoRotation.credentials.sshKeypair',
  'spec.secretBindingName',
  'spec.credentialsBindingName',
  'spec.systemComponents',
]

const ANSWERED_AS: Readonly<Record<string, string>> = {
  'spec.kubernetes.clusterAutoscaler': 'spec.kubernetes.clusterAutoScaler',
  'spec.kubernetes.verticalPodAutoscaler': 'spec.kubernetes.verticalPodAutoScaler',
}

/** What the validation refuses of a shoot without workers. */
function* refuseWorkerlessFields(manifest: ShootManifest): Refusals {
  for (const path of FIELDS) {
    if (valueAt(manifest, ...path.split('.')) === undefined) continue
    yield forbidden(ANSWERED_AS[path] ?? path, 'workerless', 'A shoot without workers must not set this.')
  }
}

/** A window that is new or changed must be readable and last from 30 minutes to 6 hours; Gardener's words. */
function* refuseWindow({ manifest }: ShootView, before: ShootView | undefined): Refusals {
  const written = valueAt(manifest, ...WINDOW)
  if (written === undefined || sameJson(written, before && valueAt(before.manifest, ...WINDOW))) return
  const [begin = '', end = ''] = [textAt(written, 'begin'), textAt(written, 'end')]
  for (const { field, detail } of windowErrors({ begin, end })) yield invalid(field, 'window', detail)
}

const WINDOW = ['spec', 'maintenance', 'timeWindow']

export interface AdmissionInput {
  /** The shoot as stored; undefined: it is being created. */
  readonly before?: ShootManifest | undefined
  /** The shoot as a user sends it. Its status does not count: that of `before` stays. */
  readonly after: ShootManifest
  /** The one that `after` names. */
  readonly profile: AdmissionProfile
  /** If `before` names another profile: that one, and the one that `after` names. */
  readonly move?: ProfileMove | undefined
  readonly now: Instant
}

export type ShootAdmission =
  /**
   * `shoot` is what would be stored, with everything filled in; its status is that of `before`. `isRaised`: what was sent differs from what
   * was stored, so that the generation rises, also where the difference is undone; operations can raise it as well.
   */
  | { readonly allowed: true; readonly shoot: ShootManifest; readonly isRaised: boolean }
  | { readonly allowed: false; readonly errors: readonly ShootRefusal[] }

/**
 * What the API server answers to a shoot that a user creates or changes (docs/rules.md#stages-of-admission). It knows the
 * rules about versions, images, pools, kubelet settings and operations; what it does not know (networks, DNS, quotas,
 * secrets, extensions, …) it lets pass. Neither manifest is changed.
 */
export function admitShoot(input: AdmissionInput): ShootAdmission {
  return admissionsOf(input)(input.after)
}

/** As `admitShoot`, for many changes of one shoot, as it is before each of them: what they share is read once. */
export function admissionsOf({
  before,
  profile,
  move,
  now,
}: Omit<AdmissionInput, 'after'>): (after: ShootManifest) => ShootAdmission {
  return admitting({ before, profile, leave: move && ((after) => refuseMove(after, move)), mustRefer: false, now })
}

/**
 * The same, whatever profile the shoot names: the API server looks for it first, keeps the older field in step with the reference, and
 * lets a shoot move only within its hierarchy (docs/rules.md#moves-of-a-shoot).
 */
export function admitReferring({
  before,
  after,
  find,
  now,
}: Omit<AdmissionInput, 'profile' | 'move'> & { readonly find: FindProfile }): ShootAdmission {
  const [named, left] = [referenceOf(after), before && referenceOf(before)]
  const to = named && find(named)
  if (named !== undefined && to === undefined) {
    return { allowed: false, errors: inStage('mutator', [missingProfile(named)]) }
  }
  const isMoved = left !== undefined && named !== undefined && (left.kind !== named.kind || left.name !== named.name)
  const leave = (view: ShootView) => (to && isMoved ? refuseLeaving(view, left, find(left), to) : [])
  return admitting({ before, profile: to?.profile, leave, mustRefer: true, now })(after)
}

interface AdmissionContext {
  readonly before: ShootManifest | undefined
  /** Undefined: the shoot names none, and nothing is filled in. */
  readonly profile: AdmissionProfile | undefined
  /** What is refused because another profile is left. */
  readonly leave: ((after: ShootView) => readonly StageRefusal[]) | undefined
  /** Whether a shoot must name its profile; where it is known anyway, a manifest may leave it out. */
  readonly mustRefer: boolean
  readonly now: Instant
}

function admitting({
  before,
  profile,
  leave,
  mustRefer,
  now,
}: AdmissionContext): (after: ShootManifest) => ShootAdmission {
  const old = before === undefined || profile === undefined ? before && stored(before) : asStored(before, profile)
  const oldView = old && viewShoot(old)
  const usableImages = new Map<string, readonly string[]>()
  return (after) => {
    const sent = stored(withKey(after, 'status', old?.status))
    const mutation = profile && mutate(sent, { before: old, profile, now })
    const { shoot: mutated, found } = mutation ?? { shoot: sent, found: [] }
    if (found.length > 0) return { allowed: false, errors: inStage('mutator', found) }
    const shoot = withProfileFields(mutated, old)
    const view = viewShoot(shoot)
    const invalid = [...validate(view, oldView, mustRefer)]
    if (invalid.length > 0) return { allowed: false, errors: inStage('validation', invalid) }
    const left = leave?.(view) ?? []
    if (left.length > 0) return { allowed: false, errors: inStage('validator', left) }
    const refused =
      profile === undefined ? [] : [...compareWithProfile(view, { before: oldView, profile, now, usableImages })]
    if (refused.length > 0) return { allowed: false, errors: inStage('validator', refused) }
    return { allowed: true, shoot, isRaised: !sameJson(mutated.spec, old?.spec) }
  }
}

/** The manifest as the API server has it: stored, and with the architectures that it filled in when it was created. */
export function asStored(manifest: ShootManifest, profile: AdmissionProfile): ShootManifest {
  const shoot = stored(manifest)
  const workers = withArchitectures(objectsAt(shoot, ...WORKERS), profile)
  return workers.length === 0 ? shoot : withValueAt(shoot, WORKERS, workers)
}

/**
 * The reference and the older name of the profile, as they are kept in step: below 1.34 a name alone becomes the reference, a kind that is
 * left out is filled in, and beside a NamespacedCloudProfile no name stays. A shoot that is being deleted is left as it is.
 */
function withProfileFields(shoot: ShootManifest, before: ShootManifest | undefined): ShootManifest {
  if (textAt(shoot, 'metadata', 'deletionTimestamp') !== undefined) return shoot
  const spec = objectAt(shoot, 'spec') ?? EMPTY
  const name = textAt(spec, 'cloudProfileName')
  const kubernetes = textAt(spec, 'kubernetes', 'version') ?? ''
  const version = parseVersion(kubernetes)
  const isFrom134 = version !== null && atLeastMinor(version, 1, 34)
  const given = objectAt(spec, 'cloudProfile') ?? (isFrom134 || name === undefined ? undefined : { name })
  if (given === undefined) return shoot
  const kind = textAt(given, 'kind') || 'CloudProfile'
  const cloudProfile = textAt(given, 'kind') === kind ? given : { ...given, kind }
  const old = before === undefined ? null : textAt(before, 'spec', 'cloudProfileName')
  const synced =
    kind === 'CloudProfile'
      ? syncedProfileName(textAt(given, 'name') ?? '', name, old, kubernetes)
      : isFrom134
        ? name
        : undefined
  if (synced === name && cloudProfile === spec.cloudProfile) return shoot
  return { ...shoot, spec: withKey({ ...spec, cloudProfile }, 'cloudProfileName', synced) }
}

/** What the validation wants of the profile that a shoot names. */
function refuseReference({ manifest, version: kubernetes }: ShootView): readonly StageRefusal[] {
  const version = parseVersion(kubernetes)
  const found: StageRefusal[] = []
  const name = textAt(manifest, 'spec', 'cloudProfileName') ?? ''
  if (version !== null && atLeastMinor(version, 1, 34) && name !== '') {
    const words =
      'for Kubernetes version >= 1.34, cloudProfileName field is no longer supported, use spec.cloudProfile.name instead'
    const text = 'From Kubernetes 1.34 on a shoot names its profile in cloudProfile alone: leave cloudProfileName out.'
    found.push({ ...forbidden('spec.cloudProfileName', 'profile-name-ended', text), quote: `Forbidden: ${words}` })
  }
  if ((referenceOf(manifest)?.name ?? '') !== '') return [...found, ...refuseKind(manifest)]
  const missing = required('spec.cloudProfile.name', 'profile-unnamed', 'The shoot names no profile.')
  return [...found, { ...missing, quote: 'Required value: must specify a cloud profile' }]
}

/** Refuses the kind of an object. Only for a shoot that is being deleted it is not filled in if it is left out. */
function refuseKind(manifest: ShootManifest): readonly StageRefusal[] {
  const reference = objectAt(manifest, 'spec', 'cloudProfile')
  const kind = textAt(reference, 'kind') ?? ''
  if (reference === undefined || PROFILE_KIND_NAMES.includes(kind)) return []
  const text = `"${kind}" is no kind of profile: use ${offeredList(PROFILE_KIND_NAMES)}.`
  const facts = { value: kind, supported: PROFILE_KIND_NAMES, quote: quotedList(kind, PROFILE_KIND_NAMES) }
  return [notSupported('spec.cloudProfile.kind', 'profile-kind', text, facts)]
}

function* validate(after: ShootView, before: ShootView | undefined, mustRefer: boolean): Refusals {
  const reference = mustRefer ? refuseReference(after) : []
  yield* before === undefined ? reference : refuseUpdate(after, before, reference)
  yield* refuseOperations(after)
  if (after.pools.length === 0) {
    yield* refuseApiServer(after)
    yield* refuseWorkerlessFields(after.manifest)
    yield* refuseGates(after, 'kubeControllerManager')
  } else {
    yield* refusePools(after)
    yield* refuseSharedSettings(after)
  }
  yield* refuseWindow(after, before)
  yield* refuseHibernation(after)
  yield* refuseSchedules(after)
  if (before === undefined) return
  yield* refuseFallingAsleep(after, before)
  yield* refuseDnsSwitch(after, before)
  yield* refusePendingChange(after, before)
}

/**
 * `spec.cloudProfileName` as the API server leaves it in every write of a shoot on a CloudProfile: below 1.33 it repeats the
 * reference; from 1.34 on a name that only repeats it is removed. `current` undefined: the field is absent;
 * `before` null: there was no shoot.
 */
export function syncedProfileName(
  reference: string,
  current: string | undefined,
  before: string | undefined | null,
  kubernetes: string,
): string | undefined {
  const version = parseVersion(kubernetes)
  if (version !== null && atLeastMinor(version, 1, 34)) {
    return current === before && current === reference ? undefined : current
  }
  const isBelow133 = version === null || !atLeastMinor(version, 1, 33)
  return isBelow133 || (current !== undefined && current !== '' && current !== reference) ? reference : current
}

/** Names by the path of the field that may hold them. */
type ByField = Readonly<Record<string, readonly string[]>>

/**
 * What fields may hold that hold one of few names, as the API server lists them when it refuses another: of the whole shoot, and
 * of a pool by the path within it, found when it is asked for, as there may be hundreds of pools, and thousands of names. Of volume
 * types nothing is said where the offers are not known.
 */
export function offeredNames(
  manifest: ShootManifest,
  profile: AdmissionProfile,
): { readonly shoot: ByField; readonly ofPool: (position: number) => ByField } {
  const { region, pools } = viewShoot(asStored(manifest, profile))
  const { offers } = profile
  return {
    shoot: { 'spec.kubernetes.kubelet.cpuManagerPolicy': CPU_MANAGER_POLICIES },
    ofPool: (position) => {
      const pool = pools[position]
      return pool === undefined
        ? {}
        : {
            'machine.type': offeredMachines(pool, region, profile),
            ...(offers !== undefined && { 'volume.type': offeredVolumes(pool, region, offers) }),
            'cri.name': CONTAINER_RUNTIMES,
            'kubernetes.kubelet.cpuManagerPolicy': CPU_MANAGER_POLICIES,
          }
    },
  }
}
