import {
  EMPTY,
  type Json,
  objectAt,
  objectsAt,
  type ShootManifest,
  type ShootView,
  sameJson,
  stored,
  textAt,
  valueAt,
  viewShoot,
  withKey,
} from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { atLeastMinor, parseVersion, windowErrors } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { compareWithProfile } from './compare-with-profile'
import { refuseFallingAsleep, refuseHibernation, refuseSchedules } from './hibernation'
import { indexed, type ListedAs, searched } from './listed'
import { type Move, refuseMove } from './move'
import { mutate, withArchitectures } from './mutate'
import type { AdmissionProfile } from './offers'
import { refuseOperations } from './operations'
import { refusePools } from './pool'
import type { UsableImages } from './profile-offers'
import { refuseApiServer, refuseSharedSettings } from './settings'
import { forbidden, inStage, invalid, type StageRefusal } from './shoot-refusals'
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
function refuseWorkerlessFields(manifest: ShootManifest): readonly StageRefusal[] {
  const present = (path: string): Json | undefined => valueAt(manifest, ...path.split('.'))
  return FIELDS.filter((path) => present(path) !== undefined).map((path) =>
    forbidden(ANSWERED_AS[path] ?? path, 'workerless', 'A shoot without workers must not set this.'),
  )
}

/** A window that is new or changed must be readable and last from 30 minutes to 6 hours; Gardener's words. */
function refuseWindow({ manifest }: ShootView, before: ShootView | undefined): readonly StageRefusal[] {
  const written = valueAt(manifest, ...WINDOW)
  if (written === undefined || sameJson(written, before && valueAt(before.manifest, ...WINDOW))) return []
  const [begin = '', end = ''] = [textAt(written, 'begin'), textAt(written, 'end')]
  return windowErrors({ begin, end }).map(({ field, detail }) => invalid(field, 'window', detail))
}

const WINDOW = ['spec', 'maintenance', 'timeWindow']

export interface AdmissionInput {
  /** As stored; undefined: the shoot is being created. */
  readonly before?: ShootManifest | undefined
  /** As a user sends it. Its status does not count: that of `before` stays. */
  readonly after: ShootManifest
  /** The one that `after` names. */
  readonly profile: AdmissionProfile
  /** Where `before` names another one: that, and the one that `after` names. */
  readonly move?: Move | undefined
  readonly now: Instant
}

export type Admission =
  /** `shoot` is what would be stored, with everything filled in; its status is that of `before`. */
  | { readonly allowed: true; readonly shoot: ShootManifest }
  | { readonly allowed: false; readonly errors: readonly ShootRefusal[] }

/**
 * What the API server answers to a shoot that a user creates or changes (docs/rules.md#stages-of-admission). It knows the
 * rules about versions, images, pools, kubelet settings and operations; what it does not know (networks, DNS, quotas,
 * secrets, extensions, …) it lets pass. Neither manifest is changed.
 */
export function admitShoot({ after, ...shared }: AdmissionInput): Admission {
  return admitting(shared, searched)(after)
}

/** The same for many changes of one shoot, as it is before each of them: what they share is read once. */
export function admissionsOf(shared: Omit<AdmissionInput, 'after'>): (after: ShootManifest) => Admission {
  return admitting(shared, indexed())
}

function admitting(
  { before, profile, move, now }: Omit<AdmissionInput, 'after'>,
  listedAs: ListedAs,
): (after: ShootManifest) => Admission {
  const old = before === undefined ? undefined : asStored(before, profile)
  const oldView = old && viewShoot(old)
  const usableImages = new Map<string, UsableImages>()
  return (after) => {
    const sent = stored(withKey(after, 'status', old?.status))
    const { shoot: mutated, found } = mutate(sent, { before: old, profile, now, listedAs })
    if (found.length > 0) return { allowed: false, errors: inStage('mutator', found) }
    const shoot = withProfileName(mutated, old)
    const view = viewShoot(shoot)
    const invalid = validate(view, oldView)
    if (invalid.length > 0) return { allowed: false, errors: inStage('validation', invalid) }
    const moved = move === undefined ? [] : refuseMove(view, move)
    if (moved.length > 0) return { allowed: false, errors: inStage('validator', moved) }
    const refused = compareWithProfile(view, { before: oldView, profile, now, listedAs, usableImages })
    if (refused.length > 0) return { allowed: false, errors: inStage('validator', refused) }
    return { allowed: true, shoot }
  }
}

/** The manifest as the API server has it: stored, and with the architectures that it filled in when it was created. */
export function asStored(manifest: ShootManifest, profile: AdmissionProfile): ShootManifest {
  const shoot = stored(manifest)
  const spec = objectAt(shoot, 'spec') ?? EMPTY
  const provider = objectAt(spec, 'provider') ?? EMPTY
  const workers = withArchitectures(objectsAt(provider, 'workers'), profile)
  return workers.length === 0 ? shoot : { ...shoot, spec: { ...spec, provider: { ...provider, workers } } }
}

/** The old name of the profile follows the reference. */
function withProfileName(shoot: ShootManifest, before: ShootManifest | undefined): ShootManifest {
  const spec = objectAt(shoot, 'spec') ?? EMPTY
  const reference = textAt(spec, 'cloudProfile', 'name')
  if (reference === undefined || (textAt(spec, 'cloudProfile', 'kind') ?? 'CloudProfile') !== 'CloudProfile')
    return shoot
  const name = textAt(spec, 'cloudProfileName')
  const old = before === undefined ? null : textAt(before, 'spec', 'cloudProfileName')
  const synced = syncedProfileName(reference, name, old, textAt(spec, 'kubernetes', 'version') ?? '')
  return synced === name ? shoot : { ...shoot, spec: withKey(spec, 'cloudProfileName', synced) }
}

function validate(after: ShootView, before: ShootView | undefined): readonly StageRefusal[] {
  return [
    ...(before === undefined ? [] : refuseUpdate(after, before)),
    ...refuseOperations(after),
    ...(after.pools.length === 0
      ? [...refuseApiServer(after), ...refuseWorkerlessFields(after.manifest)]
      : [...refusePools(after), ...refuseSharedSettings(after)]),
    ...refuseWindow(after, before),
    ...refuseHibernation(after),
    ...refuseSchedules(after),
    ...(before === undefined
      ? []
      : [
          ...refuseFallingAsleep(after, before),
          ...refuseDnsSwitch(after, before),
          ...refusePendingChange(after, before),
        ]),
  ]
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
