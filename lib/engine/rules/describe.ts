import type {
  ComponentChange,
  ExpirableVersion,
  MachineImage,
  MaintenanceEvent,
  Shoot,
  UpdateReason,
} from '@/lib/engine/types'
import type { CompiledProfile } from './compile'
import { type MaintenanceDecisions, type PartDecision, partDecisions, type VersionState } from './decide'
import { versionError } from './gardener-semver'

/**
 * Decisions in Gardener's own words (docs/rules.md#maintenance-texts): what `status.lastMaintenance` and the events will
 * say.
 */

const NO_TARGET =
  'No suitable version found in CloudProfile - this is most likely a misconfiguration of the CloudProfile'

export const KUBERNETES_REASONS: Readonly<Record<UpdateReason, string>> = {
  auto: 'Automatic update of Kubernetes version configured',
  expired: 'Kubernetes version expired - force update required',
  'not-listed': 'Version does not exist in CloudProfile',
}

/**
 * What a run decided for a shoot that had these versions before: updates and failures in the order of the texts, which are control
 * plane, pools' Kubernetes versions, pools' images.
 */
export function changesOfRun(
  shoot: Shoot,
  profile: CompiledProfile,
  before: VersionState,
  { decided }: { readonly decided: MaintenanceDecisions | null },
): readonly ComponentChange[] {
  if (decided === null) return []
  const { stop } = decided
  return partDecisions(decided, before).flatMap(({ component, position, from, decision }): ComponentChange[] => {
    const worker = position === null ? undefined : shoot.workers[position]
    if (component !== 'poolImage') return [kubernetesChange(component, worker?.name ?? null, from, decision)]
    if (worker?.image === undefined) return []
    const offered = profile.imageByFoldedName.get(worker.image.name.toLowerCase())?.source
    const change = imageChange(worker.name, worker.image.name, from, decision, offered)
    if (stop === null) return [change]
    return [{ ...change, unreported: { because: stop.because, pool: shoot.workers[stop.pool]?.name ?? '' } }]
  })
}

/** Those that Gardener says anything of. */
export function reportedChanges(changes: readonly ComponentChange[]): readonly ComponentChange[] {
  return changes.some(({ unreported }) => unreported !== undefined)
    ? changes.filter(({ unreported }) => unreported === undefined)
    : changes
}

/** What was decided about the Kubernetes version of the control plane, or of a pool. */
export function kubernetesChange(
  component: 'controlPlane' | 'poolKubernetes',
  pool: string | null,
  from: string,
  decision: PartDecision['decision'],
): ComponentChange {
  const { why } = decision
  const change = { component, pool, image: null, from, why, reason: KUBERNETES_REASONS[why] }
  if (decision.kind === 'update') return { kind: 'update', ...change, to: decision.to }
  const cause = decision.cause === 'unreadable' ? unreadable(from) : nothingToForce(from)
  const error = `could not determine higher suitable version than ${quote(from)}: ${cause}`
  return { kind: 'failure', ...change, error, misfit: null }
}

/** What was decided about the image of a pool; `offered`: it in the profile. */
export function imageChange(
  pool: string,
  image: string,
  from: string,
  decision: PartDecision['decision'],
  offered: Pick<MachineImage, 'name' | 'updateStrategy'> | undefined,
): ComponentChange {
  const strategy = offered?.updateStrategy ?? 'major'
  const { why } = decision
  const change = { component: 'poolImage', pool, image, from, why, reason: imageReason(why, strategy) } as const
  if (decision.kind === 'update') return { kind: 'update', ...change, to: decision.to }
  if (decision.cause === 'stopped') return { kind: 'failure', ...change, error: '', misfit: null }
  const cause =
    decision.cause === 'unreadable'
      ? unreadable(from)
      : decision.cause === 'no-target'
        ? nothingToForce(from)
        : endOfLife(image, from)
  const target = `failed to determine the target version for maintenance of machine image ${quote(offered?.name ?? image)}`
  const error = `failed to update machine image ${quote(image)}: ${target} with strategy ${quote(strategy)}: ${cause}`
  return { kind: 'failure', ...change, error, misfit: decision.misfit }
}

export function imageReason(why: UpdateReason, strategy: string): string {
  if (why === 'not-listed') return KUBERNETES_REASONS['not-listed']
  const what =
    why === 'expired'
      ? 'Machine image version expired - force update required'
      : 'Automatic update of the machine image version is configured'
  return `${what} (image update strategy: ${strategy})`
}

function unreadable(version: string): string {
  return `failed to determine a higher patch version for automatic update: ${versionError(version)}`
}

function nothingToForce(version: string): string {
  return `cannot perform forceful update of expired version ${quote(version)}. ${NO_TARGET}`
}

function endOfLife(image: string, version: string): string {
  return (
    `failed to determine version for forceful update: either the machine image ${quote(image)} is reaching end of life and ` +
    'migration to another machine image is required or there is a misconfiguration in the CloudProfile. If it is the latter, ' +
    'make sure the machine image in the CloudProfile has at least one version that is not expired, not in preview and ' +
    `greater or equal to the current Shoot image version ${quote(version)}`
  )
}

/** A credentials rotation that is due, or that cannot start. */
export interface RotationResult {
  /** E.g. `rotate-ssh-keypair`. */
  readonly operation: string
  readonly started: boolean
  readonly description: string
  readonly reason: string
}

export interface MaintenanceTexts {
  readonly description: string
  /** Null: nothing failed. */
  readonly failureReason: string | null
}

/** What the description says about each change. */
export function sentencesOf(changes: readonly ComponentChange[]): string[] {
  return changes.map((change) => (change.kind === 'update' ? updateText(change) : failureText(change)))
}

/** The two texts of `status.lastMaintenance`. `operations` (removed fields, annotations) are named but not counted. */
export function textsOf(
  changes: readonly ComponentChange[],
  sentences: readonly string[],
  rotations: readonly RotationResult[],
  operations: readonly string[],
): MaintenanceTexts {
  const parts = [...sentences]
  const failures: string[] = []
  let succeeded = 0
  for (const change of changes) {
    if (change.kind === 'update') succeeded += 1
    else failures.push(failureReason(change))
  }
  for (const { operation, started, description, reason } of rotations) {
    if (started) {
      succeeded += 1
      parts.push(`Credentials ${quote(operation)}: ${description}. Reason: ${reason}`)
    } else {
      parts.push(`Credentials ${quote(operation)}: Automatic rotation failed. Reason for update: ${reason}`)
      failures.push(`Credentials ${quote(operation)}: Automatic rotation failure due to: ${description}`)
    }
  }
  const outcome =
    failures.length === 0
      ? 'All maintenance operations'
      : `(${succeeded}/${succeeded + failures.length}) maintenance operations`
  const description = `${outcome} successful. ${[...parts, ...operations].join(', ')}`.trimEnd()
  return { description, failureReason: failures.length === 0 ? null : failures.join(', ') }
}

/** The events of a maintenance that the API server accepted. */
export function eventsOf(changes: readonly ComponentChange[], sentences: readonly string[]): MaintenanceEvent[] {
  return changes.map((change, i) => {
    const reason = change.component === 'poolImage' ? 'MachineImageVersionMaintenance' : 'KubernetesVersionMaintenance'
    if (change.kind === 'update') return { type: 'Normal', reason, message: `${sentences[i]}.` }
    const what = change.component === 'poolImage' ? 'Machine image' : 'Kubernetes'
    const message = `${ownerOf(change)}: ${what} version maintenance failed. Reason for update: ${change.reason}. Error: ${change.error}`
    return { type: 'Warning', reason, message }
  })
}

function updateText(change: ComponentChange & { kind: 'update' }): string {
  const what = change.image === null ? 'Kubernetes version' : `machine image ${quote(change.image)}`
  return `${ownerOf(change)}: Updated ${what} from ${quote(change.from)} to ${quote(change.to)}. Reason: ${change.reason}`
}

function failureText(change: ComponentChange & { kind: 'failure' }): string {
  const what = {
    controlPlane: 'Kubernetes version update failed',
    poolKubernetes: 'Kubernetes version maintenance failed',
    poolImage: 'machine image version maintenance failed',
  }[change.component]
  return `${ownerOf(change)}: ${what}. Reason for update: ${change.reason}`
}

function failureReason(change: ComponentChange & { kind: 'failure' }): string {
  const what = change.component === 'poolImage' ? '' : 'Kubernetes maintenance failure due to: '
  return `${ownerOf(change)}: ${what}${change.error}`
}

function ownerOf(change: ComponentChange): string {
  return change.pool === null ? 'Control Plane' : `Worker pool ${quote(change.pool)}`
}

/** How the API server names Kubernetes versions of a profile where it refuses another one. */
export function supportedVersions(versions: readonly ExpirableVersion[]): string[] {
  return versions.map(({ version, classification }) =>
    classification === 'preview' ? `${version} (preview)` : version,
  )
}

/** In double quotes, special characters escaped. */
export function quote(text: string): string {
  return /^[\w.+-]*$/.test(text) ? `"${text}"` : JSON.stringify(text)
}
