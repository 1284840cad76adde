import type { CompiledProfile } from './compile'
import { type State, stateOf } from './decide'
import { quote } from './describe'
import { imageErrors } from './image-check'
import { isInPlace } from './image-filter'
import { isMoving } from './operation-names'
import { type Annotations, OPERATION, validatedAnnotations } from './operations'
import { hibernationErrors, operationErrors } from './operations-check'
import { type Subject, subjectOf } from './subject'
import type { Instant, Shoot, VersionBoundSettings } from './types'
import type { UpdateError, UpdateRule } from './update-error'
import { compareVersions, isMinorsAhead, parseVersion } from './version'
import { gateErrors, keepsGates } from './version-bound'

/** An update that a maintenance (or its dry run) sends to the API server. */
export interface Update {
  readonly subject: Subject
  readonly before: State
  readonly after: State
  /** After the maintenance removed what it removes. */
  readonly settings: VersionBoundSettings | undefined
  readonly settingsBefore?: VersionBoundSettings | undefined
  /** As the controller writes them. */
  readonly annotations: Annotations
  /** False: neither spec nor metadata differ, so the last stage looks at nothing. */
  readonly differs: boolean
  readonly at: Instant
}

/** The API server's refusal of an update: its whole text, and what it consists of. */
export interface UpdateRefusal {
  readonly text: string
  readonly errors: readonly UpdateError[]
}

/**
 * What the API server answers to an update of a maintenance; null if it accepts. Only checks that a maintenance can run into
 * (vectors README, API-server checks): an image that is not supported or not available, a kubelet constraint or capabilities
 * not met, a pool too far behind, an in-place pool that is still updating, operations that are not permitted. The first stage
 * that refuses names all its errors.
 */
export function refusalOf(update: Update): UpdateRefusal | null {
  const { shoot } = update.subject
  const mutator = mutatorErrors(update)
  if (mutator.length > 0) return refused(`shoots.core.gardener.cloud ${quote(shoot.name)} is forbidden`, mutator)
  const validation = validationErrors(update, annotationsOf(update))
  if (validation.length > 0) return refused(`Shoot.core.gardener.cloud ${quote(shoot.name)} is invalid`, validation)
  if (!update.differs) return null
  const validator = validatorErrors(update)
  return validator.length > 0
    ? refused(`shoots.core.gardener.cloud ${quote(shoot.name)} is forbidden`, validator)
    : null
}

/** What the API server answers if only the Kubernetes version is changed now; null if it accepts. */
export function refusalOfKubernetes(shoot: Shoot, profile: CompiledProfile, to: string, at: Instant): string | null {
  const before = stateOf(shoot)
  const refusal = refusalOf({
    subject: subjectOf(shoot, profile),
    before,
    after: { ...before, kubernetes: to },
    settings: undefined,
    annotations: {},
    differs: true,
    at,
  })
  return refusal?.text ?? null
}

function annotationsOf({ subject, before, after, settings, settingsBefore, annotations }: Update): Annotations {
  return validatedAnnotations(subject.shoot, annotations, before !== after || settings !== settingsBefore)
}

function refused(what: string, errors: readonly UpdateError[]): UpdateRefusal {
  const distinct = [...new Set(errors.map(({ text }) => text))]
  const texts = distinct.length === 1 ? distinct[0] : `[${distinct.join(', ')}]`
  return { text: `${what}: ${texts}`, errors }
}

/** A changed image must be known by exactly that name. */
function mutatorErrors({ subject, before, after }: Update): UpdateError[] {
  const { shoot, profile } = subject
  if (after.images === before.images) return []
  return shoot.workers.flatMap(({ image }, pool): UpdateError[] => {
    if (image === undefined || after.images[pool] === before.images[pool]) return []
    if (profile.imageByName.has(image.name)) return []
    const text = `spec.provider.workers[${pool}]: Invalid value: ${quote(image.name)}: image is not supported`
    return [{ rule: 'image-unknown', pool, text }]
  })
}

/** `annotations`: as this stage sees them. */
function validationErrors(update: Update, annotations: Annotations): UpdateError[] {
  const { after, settings } = update
  const { shoot } = update.subject
  const operations = operationErrors(shoot, annotations, after.kubernetes)
  const gates = settings === undefined ? [] : gateErrors(settings, shoot.workers, after)
  const refusedGates = gates.map((error) => ({ rule: 'feature-gate-locked' as const, ...error }))
  return [
    ...stepErrors(update),
    ...operations.map((text) => ({ rule: 'operation' as const, pool: null, text })),
    ...poolByPool([...skewErrors(after), ...refusedGates.filter(({ pool }) => pool !== null)]),
    ...refusedGates.filter(({ pool }) => pool === null),
    ...hibernationErrors(shoot, annotations).map((text) => ({ rule: 'operation' as const, pool: null, text })),
    ...pendingErrors(update, annotations),
  ]
}

/** All about one pool, then all about the next one. */
function poolByPool(errors: readonly UpdateError[]): UpdateError[] {
  return errors.length < 2 ? [...errors] : [...errors].sort((a, b) => (a.pool ?? 0) - (b.pool ?? 0))
}

/** No pool goes back, and one that is updated in place skips no minor. */
function stepErrors({ subject, before, after }: Update): UpdateError[] {
  if (before.kubernetes === after.kubernetes && before.pools === after.pools) return []
  return subject.shoot.workers.flatMap((worker, i): UpdateError[] => {
    const from = parseVersion(before.pools[i] ?? before.kubernetes)
    const to = parseVersion(after.pools[i] ?? after.kubernetes)
    if (from === null || to === null || from === to) return []
    return [
      ...(compareVersions(to, from) < 0
        ? [poolVersionError('version-downgrade', i, 'kubernetes version downgrade is not supported')]
        : []),
      ...(isInPlace(worker) && isMinorsAhead(from, to, 2)
        ? [poolVersionError('version-skips-minor', i, 'kubernetes version upgrade cannot skip a minor version')]
        : []),
    ]
  })
}

/** A pool is not newer than its control plane, and at most three minors older. */
function skewErrors({ kubernetes, pools }: State): UpdateError[] {
  const errors: UpdateError[] = []
  const controlPlane = parseVersion(kubernetes)
  for (let i = 0; i < pools.length; i++) {
    const own = pools[i]
    const version = own === null || own === undefined ? null : parseVersion(own)
    if (version === null || controlPlane === null) continue
    if (compareVersions(version, controlPlane) > 0) {
      const detail = 'worker group kubernetes version must not be higher than control plane version'
      errors.push(poolVersionError('pool-above-control-plane', i, detail))
    }
    if (isMinorsAhead(version, controlPlane, 4)) {
      const detail = 'worker group kubernetes version must be at most three minor versions behind control plane version'
      errors.push(poolVersionError('pool-too-far-behind', i, detail))
    }
  }
  return errors
}

function poolVersionError(rule: UpdateRule, pool: number, detail: string): UpdateError {
  return { rule, pool, text: `spec.provider.workers[${pool}].kubernetes.version: Forbidden: ${detail}` }
}

/** A pool that is still being updated in place may not change, neither by itself nor with the control plane. */
function pendingErrors(
  { subject, before, after, settings, settingsBefore }: Update,
  annotations: Annotations,
): UpdateError[] {
  const { shoot } = subject
  if (shoot.pendingWorkerUpdates.length === 0 || annotations[OPERATION] === 'force-in-place-update') return []
  return shoot.workers.flatMap((worker, pool): UpdateError[] => {
    if (!isInPlace(worker) || !shoot.pendingWorkerUpdates.includes(worker.name)) return []
    const same =
      before.images[pool] === after.images[pool] &&
      before.pools[pool] === after.pools[pool] &&
      (before.pools[pool] ?? before.kubernetes) === (after.pools[pool] ?? after.kubernetes) &&
      keepsGates(settingsBefore, settings, worker, pool)
    if (same) return []
    const text =
      `spec.provider.workers[${pool}]: Forbidden: the worker pool ${quote(worker.name)} is currently undergoing an in-place ` +
      'update. No changes are allowed to the worker pool, the Shoot Kubernetes version, or the Shoot kubelet configuration. ' +
      "You can force an update with annotating the Shoot with 'gardener.cloud/operation=force-in-place-update'"
    return [{ rule: 'pool-pending-in-place', pool, text }]
  })
}

function validatorErrors(update: Update): UpdateError[] {
  const moving = movingErrors(update)
  if (moving.length > 0) return moving
  const { subject, before, after, at } = update
  const { shoot, profile } = subject
  const errors: UpdateError[] = []
  if (after.kubernetes !== before.kubernetes) {
    errors.push(...notListed(profile, 'spec.kubernetes.version', after.kubernetes, null))
  }
  for (let pool = 0; pool < shoot.workers.length; pool++) {
    const worker = shoot.workers[pool]
    const [from, to] = [before.images[pool] ?? null, after.images[pool] ?? null]
    const kubelet = parseVersion(after.pools[pool] ?? after.kubernetes)
    if (worker?.image !== undefined && from !== null && to !== null && kubelet !== null) {
      errors.push(...imageErrors(worker.image.name, { worker, pool, from, to, kubelet, profile, at }))
    }
    const own = after.pools[pool] ?? null
    if (own !== null && own !== (before.pools[pool] ?? before.kubernetes)) {
      errors.push(...notListed(profile, `spec.provider.workers[${pool}].kubernetes.version`, own, pool))
    }
  }
  return errors
}

/** While its control plane moves to another seed, the specification of a shoot is fixed. */
function movingErrors({ subject, before, after, settings, settingsBefore }: Update): UpdateError[] {
  const { lastOperation, alwaysDiffers, droppedOnWrite } = subject.shoot
  if (lastOperation === undefined || !isMoving(lastOperation)) return []
  const isSame = before === after && settings === settingsBefore
  if (isSame && alwaysDiffers !== true && droppedOnWrite === undefined) return []
  const { type, state } = lastOperation
  const text = `cannot change shoot spec during ${type} operation that is in state ${state}`
  return [{ rule: 'control-plane-moves', pool: null, text }]
}

/** A changed Kubernetes version must be spelled as the profile lists it, in whatever stage. */
function notListed(profile: CompiledProfile, path: string, version: string, pool: number | null): UpdateError[] {
  if (profile.kubernetes.indexOf(version) !== -1) return []
  const supported = profile.source.kubernetes.map(({ version: text, classification }) =>
    quote(classification === 'preview' ? `${text} (preview)` : text),
  )
  const text = `${path}: Unsupported value: ${quote(version)}: supported values: ${supported.join(', ')}`
  return [{ rule: 'version-not-listed', pool, text }]
}
