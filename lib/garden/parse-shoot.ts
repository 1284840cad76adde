import { LRUCache } from 'lru-cache'
import { syncedProfileName } from '@/lib/engine/api-server'
import { FEW, POOLS_MOST, shortened } from '@/lib/engine/bounds'
import { readRuntimes } from '@/lib/engine/edits'
import { type FieldReader, present, readDuration, readDurationText } from '@/lib/engine/reader'
import { messageOf } from '@/lib/engine/refusal'
import {
  areSameResources,
  hibernationScheduleErrors,
  isMoving,
  parseVersion,
  ROLLING_ROTATIONS,
  windowErrors,
} from '@/lib/engine/rules'
import type {
  AutoRotation,
  HibernationSchedule,
  LastError,
  LastMaintenance,
  LastOperation,
  MaintenanceTimeWindow,
  ProfileRef,
  ReportedConstraint,
  RotationTimes,
  Shoot,
  StatusCondition,
  Worker,
  WorkerUpdateStrategy,
} from '@/lib/engine/types'
import { readDroppedOnWrite, readVersionBound } from './parse-version-bound'

const STRATEGIES: readonly WorkerUpdateStrategy[] = ['AutoRollingUpdate', 'AutoInPlaceUpdate', 'ManualInPlaceUpdate']
const MAINTENANCE_STATES: readonly LastMaintenance['state'][] = ['Processing', 'Succeeded', 'Failed']
/** The constraint that says whether pools that a person updates in place are done. */
const MANUAL_IN_PLACE = 'ManualInPlaceWorkersUpdated'
/** The annotations that a maintenance reads or writes. */
const ANNOTATIONS = [
  'gardener.cloud/operation',
  'maintenance.gardener.cloud/operation',
  'maintenance.shoot.gardener.cloud/needs-retry-operation',
]

/**
 * A Shoot with the defaults of the API server; undefined if it lacks what nothing can be said without. `mayBeNew`: it may not be created
 * yet, so that a version that is left out, or given in part, is kept as it is written, for `versionWhenCreated`.
 */
export function readShoot(root: FieldReader, mayBeNew: boolean): Shoot | undefined {
  const metadata = root.at('metadata').object()
  const spec = root.at('spec').object()
  const status = root.at('status').object()
  const namespace = metadata.at('namespace').objectName()
  const name = metadata.at('name').objectName()
  const writtenVersion = mayBeNew ? readWrittenVersion(spec) : undefined
  const kubernetesVersion = writtenVersion ?? readKubernetesVersion(spec)
  const profile = namespace === undefined ? undefined : readProfileRef(spec, namespace)
  if (namespace === undefined || name === undefined || kubernetesVersion === undefined || profile === undefined) {
    return undefined
  }
  const workers = spec
    .in('provider', 'workers')
    .items(POOLS_MOST)
    .flatMap((item) => readWorker(item) ?? [])
  const maintenance = spec.at('maintenance')
  const lastOperation = readLastOperation(status.at('lastOperation'))
  const isAtRest = lastOperation !== undefined && lastOperation.state !== 'Failed' && !isMoving(lastOperation)
  const annotations = readAnnotations(metadata.at('annotations'))
  const autoUpdate = readAutoUpdate(maintenance.at('autoUpdate'), workers.length > 0)
  const confineSpecUpdateRollout = maintenance.at('confineSpecUpdateRollout').flag() ?? false
  const hibernated = spec.in('hibernation', 'enabled').flag() ?? false
  const pendingWorkerUpdates = readPending(status)
  const isAsked = ANNOTATIONS.slice(0, 2).some((name) => annotations[name] !== undefined)
  const optional: OptionalFields = {
    ...readHibernationSchedules(spec.in('hibernation', 'schedules')),
    ...(isAsked ? readOperationState(status) : { pendingLists: undefined, rotationPhases: undefined }),
    writtenVersion,
    asleep: status.at('hibernated').flag() || undefined,
    encryptionChanges: readEncryptionChanges(spec, status) || undefined,
    rotationTimes: readRotationTimes(status, isAsked),
    resourceVersion: readResourceVersion(metadata),
    creationTimestamp: metadata.at('creationTimestamp').instant(),
    deletionTimestamp: metadata.at('deletionTimestamp').instant(),
    window: readWindow(maintenance.at('timeWindow')),
    purpose: spec.at('purpose').text(),
    region: spec.at('region').text(),
    lastOperation,
    lastErrors: readLastErrors(status.at('lastErrors')),
    conditions: readConditions(status.at('conditions')),
    lastMaintenance: readLastMaintenance(status.at('lastMaintenance')),
    versionBound: readVersionBound(spec),
    droppedOnWrite: readDroppedOnWrite(spec),
    autoRotation: readAutoRotation(maintenance, status),
    ...readConstraints(status.at('constraints')),
    gardenerVersion: status.in('gardener', 'version').text(),
    sshAccess: spec.in('provider', 'workersSettings', 'sshAccess', 'enabled').flag(),
    alwaysDiffers: (!isAtRest && readAlwaysDiffers(spec, profile, kubernetesVersion)) || undefined,
    awaitsReconciliation: readAwaited(metadata, status) || undefined,
  }
  return {
    namespace,
    name,
    profile,
    annotations,
    kubernetesVersion,
    workers,
    autoUpdate,
    confineSpecUpdateRollout,
    hibernated,
    pendingWorkerUpdates,
    ...present(optional),
  }
}

/** The fields that a shoot may lack. The compiler requires a new one where all of them are read. */
type OptionalFields = {
  readonly [Field in keyof Shoot as undefined extends Shoot[Field] ? Field : never]-?: Shoot[Field] | undefined
}

/** The resource version. In a file a user may have written anything there, and nothing depends on it. */
function readResourceVersion(metadata: FieldReader): string | undefined {
  const version = metadata.at('resourceVersion').raw()
  return typeof version === 'string' && version !== '' ? version : undefined
}

/** Undefined: it is written as a whole, or cannot be read. */
function readWrittenVersion(spec: FieldReader): string | undefined {
  const written = spec.in('kubernetes', 'version').raw() ?? ''
  return typeof written === 'string' && /^(?:\d+(?:\.\d+)?)?$/.test(written) ? written : undefined
}

function readKubernetesVersion(spec: FieldReader): string | undefined {
  const field = spec.in('kubernetes', 'version')
  const version = field.requiredText()
  if (version !== undefined && parseVersion(version) === null)
    return field.note({ code: 'no-version', value: shortened(version) })
  return version
}

function readProfileRef(spec: FieldReader, namespace: string): ProfileRef | undefined {
  const reference = spec.at('cloudProfile')
  if (!reference.isPresent() && spec.at('cloudProfileName').isPresent()) {
    const name = spec.at('cloudProfileName').objectName()
    return name === undefined ? undefined : { kind: 'CloudProfile', name }
  }
  const kind = reference.at('kind').isPresent()
    ? reference.at('kind').oneOf(['CloudProfile', 'NamespacedCloudProfile'])
    : 'CloudProfile'
  const name = reference.at('name').objectName()
  if (name === undefined || kind === undefined) return undefined
  return kind === 'CloudProfile' ? { kind, name } : { kind, namespace, name }
}

/** Whether every update looks like a change: the API server adapts the old name of the profile. */
function readAlwaysDiffers(spec: FieldReader, profile: ProfileRef, kubernetesVersion: string): boolean {
  const name = spec.at('cloudProfileName').text()
  return profile.kind === 'CloudProfile' && syncedProfileName(profile.name, name, name, kubernetesVersion) !== name
}

/** gardenlet notes the generation as it begins with it. */
function readAwaited(metadata: FieldReader, status: FieldReader): boolean {
  const [asked, observed] = [metadata.at('generation').number(), status.at('observedGeneration').number()]
  return asked !== undefined && observed !== undefined && observed < asked
}

function readAnnotations(annotations: FieldReader): Record<string, string> {
  return Object.fromEntries(
    ANNOTATIONS.flatMap((name) => {
      const value = annotations.at(name).prose()
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/**
 * The automatic updates. Without the block both are on; with it, an absent `kubernetesVersion` is off. Images only matter if there are
 * nodes.
 */
function readAutoUpdate(autoUpdate: FieldReader, hasWorkers: boolean): Shoot['autoUpdate'] {
  return {
    kubernetesVersion: autoUpdate.at('kubernetesVersion').flag() ?? !autoUpdate.isPresent(),
    machineImageVersion: hasWorkers && (autoUpdate.at('machineImageVersion').flag() ?? true),
  }
}

function readWorker(item: FieldReader): Worker | undefined {
  const name = item.at('name').requiredText()
  const machine = item.at('machine')
  const machineType = machine.at('type').requiredText()
  if (name === undefined || machineType === undefined) return undefined
  const own = item.in('kubernetes', 'version')
  const kubernetesVersion = own.text()
  if (kubernetesVersion !== undefined && parseVersion(kubernetesVersion) === null) {
    own.note({ code: 'no-version', value: shortened(kubernetesVersion) })
  }
  const imageName = machine.in('image', 'name').text()
  const imageVersion = machine.in('image', 'version').text()
  return {
    name,
    machineType,
    architecture: machine.at('architecture').text() ?? 'amd64',
    cri: { name: item.in('cri', 'name').text() ?? 'containerd', containerRuntimes: readRuntimes(item.at('cri')) },
    updateStrategy: item.at('updateStrategy').oneOf(STRATEGIES) ?? 'AutoRollingUpdate',
    minimum: item.at('minimum').count() ?? 0,
    maximum: item.at('maximum').count() ?? 0,
    zones: item.at('zones').texts(),
    ...present({
      kubernetesVersion,
      image:
        imageName === undefined || imageVersion === undefined ? undefined : { name: imageName, version: imageVersion },
      ownKubelet: item.in('kubernetes', 'kubelet').isPresent() || undefined,
      maxSurge: item.at('maxSurge').share(),
      maxUnavailable: item.at('maxUnavailable').share(),
      machineDrainTimeout: readDurationText(item.in('machineControllerManager', 'machineDrainTimeout')),
      machineCreationTimeout: readDurationText(item.in('machineControllerManager', 'machineCreationTimeout')),
      inPlaceUpdateTimeout: readDurationText(item.in('machineControllerManager', 'inPlaceUpdateTimeout')),
    }),
  }
}

function readWindow(field: FieldReader): MaintenanceTimeWindow | undefined {
  if (!field.isPresent()) return undefined
  const window = { begin: field.at('begin').text() ?? '', end: field.at('end').text() ?? '' }
  // What the API server says to it today.
  const [error] = windowErrors(window)
  if (error !== undefined) field.note({ code: 'said', text: error.detail })
  return window
}

/** How many entries of a list of schedules are read. */
const SCHEDULES = 100

function readHibernationSchedules(
  field: FieldReader,
): Pick<OptionalFields, 'hibernationSchedules' | 'invalidSchedules'> {
  const hibernationSchedules = field
    .items(SCHEDULES)
    .map((item) =>
      present({ start: item.at('start').text(), end: item.at('end').text(), location: item.at('location').text() }),
    )
  if (hibernationSchedules.length === 0) return { hibernationSchedules: undefined, invalidSchedules: undefined }
  const errors = scheduleErrors.memo(JSON.stringify(hibernationSchedules), { context: hibernationSchedules })
  for (const text of errors) field.note({ code: 'said', text })
  return { hibernationSchedules, invalidSchedules: errors.length > 0 || undefined }
}

/** Most clusters share their schedules with others, and each is judged once. */
const scheduleErrors = new LRUCache<string, readonly string[], readonly HibernationSchedule[]>({
  max: 10_000,
  memoMethod: (_key, _stale, { context }) =>
    hibernationScheduleErrors(context).map(
      (error) => `${error.field.replace('spec.hibernation.schedules', '')}: ${messageOf(error)}`,
    ),
})

function readEncryptionChanges(spec: FieldReader, status: FieldReader): boolean {
  const wanted = spec.in('kubernetes', 'kubeAPIServer', 'encryptionConfig', 'resources')
  const done = status.in('credentials', 'encryptionAtRest', 'resources')
  if (!wanted.isPresent() && !done.isPresent()) return false
  return !areSameResources(wanted.texts(), done.texts())
}

function readLastOperation(field: FieldReader): LastOperation | undefined {
  if (!field.isPresent()) return undefined
  const type = field.at('type').text() ?? ''
  const state = field.at('state').text() ?? ''
  // Of what is over it says nothing, and how far other operations are is not shown.
  const progress = type === 'Reconcile' && state === 'Processing' ? field.at('progress').number() : undefined
  return {
    type,
    state,
    ...(progress !== undefined && { progress: Math.min(100, Math.max(0, Math.round(progress))) }),
  }
}

function readLastErrors(field: FieldReader): readonly LastError[] | undefined {
  const errors = field
    .items()
    .map((item) => ({ description: item.at('description').prose() ?? '', codes: item.at('codes').texts() }))
  return errors.length === 0 ? undefined : errors
}

/** The conditions that are not `True`. */
function readConditions(field: FieldReader): readonly StatusCondition[] | undefined {
  const conditions = field
    .items()
    .map((item) => ({ type: item.at('type').text() ?? '', status: item.at('status').text() ?? '' }))
    .filter(({ status }) => status !== 'True')
  return conditions.length === 0 ? undefined : conditions
}

function readLastMaintenance(field: FieldReader): LastMaintenance | undefined {
  const state = field.at('state').oneOf(MAINTENANCE_STATES)
  if (state === undefined) return undefined
  return {
    description: field.at('description').prose() ?? '',
    state,
    ...present({
      failureReason: field.at('failureReason').prose(),
      triggeredTime: field.at('triggeredTime').instant(),
    }),
  }
}

/** Those that are as they should be say nothing more, but for the one that tells of pools that a person updates in place. */
function readConstraints(
  field: FieldReader,
): Pick<OptionalFields, 'manualInPlaceWorkersUpdated' | 'reportedConstraints'> {
  const entries = field.items(FEW).map((item): ReportedConstraint => {
    const text = (name: string) => item.at(name).prose() ?? ''
    const since = present({ since: item.at('lastTransitionTime').instant() })
    return { type: text('type'), status: text('status'), reason: text('reason'), message: text('message'), ...since }
  })
  const inPlace = entries.find(({ type }) => type === MANUAL_IN_PLACE)
  const reported = entries.filter(({ type, status }) => status !== 'True' && type !== MANUAL_IN_PLACE)
  return {
    manualInPlaceWorkersUpdated: inPlace && {
      status: inPlace.status,
      reason: inPlace.reason,
      message: inPlace.message,
    },
    reportedConstraints: reported.length === 0 ? undefined : reported,
  }
}

function readPending(status: FieldReader): string[] {
  const pending = status.in('inPlaceUpdates', 'pendingWorkerUpdates')
  return [...pending.at('autoInPlaceUpdate').texts(), ...pending.at('manualInPlaceUpdate').texts()]
}

/** What the API server compares operations with. */
function readOperationState(status: FieldReader): Pick<OptionalFields, 'pendingLists' | 'rotationPhases'> {
  const pending = status.in('inPlaceUpdates', 'pendingWorkerUpdates')
  const rotation = status.in('credentials', 'rotation')
  const lists = (['autoInPlaceUpdate', 'manualInPlaceUpdate'] as const).filter(
    (list) => pending.at(list).texts().length > 0,
  )
  const phases = present({
    certificateAuthorities: rotation.in('certificateAuthorities', 'phase').text(),
    serviceAccountKey: rotation.in('serviceAccountKey', 'phase').text(),
    etcdEncryptionKey: rotation.in('etcdEncryptionKey', 'phase').text(),
  })
  return {
    pendingLists: lists.length > 0 ? lists : undefined,
    rotationPhases: Object.keys(phases).length > 0 ? phases : undefined,
  }
}

/** The times of rotations. Without operations only pools that wait for a rollout are kept. */
function readRotationTimes(status: FieldReader, isAsked: boolean): RotationTimes | undefined {
  const rotation = status.in('credentials', 'rotation')
  if (!rotation.isPresent()) return undefined
  const times = ROLLING_ROTATIONS.flatMap((kind) => {
    const one = rotation.at(kind)
    const waiting = one
      .at('pendingWorkersRollouts')
      .items()
      .map((item) => ({
        name: item.at('name').text() ?? '',
        ...present({ lastInitiationTime: item.at('lastInitiationTime').text() }),
      }))
    const time = present({
      lastInitiationTime: one.at('lastInitiationTime').text(),
      pendingWorkersRollouts: waiting.length > 0 ? waiting : undefined,
    })
    const isKnown = isAsked ? Object.keys(time).length > 0 : waiting.length > 0
    return isKnown ? [[kind, time] as const] : []
  })
  return times.length === 0 ? undefined : Object.fromEntries(times)
}

function readAutoRotation(maintenance: FieldReader, status: FieldReader): AutoRotation | undefined {
  const plans = maintenance.in('autoRotation', 'credentials')
  if (!plans.isPresent()) return undefined
  const states = status.in('credentials', 'rotation')
  const plan = (name: string) => {
    const rotationPeriod = readDuration(plans.in(name, 'rotationPeriod'))
    if (rotationPeriod === undefined) return undefined
    return { rotationPeriod, ...present({ lastCompletionTime: states.in(name, 'lastCompletionTime').instant() }) }
  }
  const etcd = plan('etcdEncryptionKey')
  return present({
    observability: plan('observability'),
    sshKeypair: plan('sshKeypair'),
    etcdEncryptionKey: etcd && { ...etcd, ...present({ phase: states.in('etcdEncryptionKey', 'phase').text() }) },
  })
}
