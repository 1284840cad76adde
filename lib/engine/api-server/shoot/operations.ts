import {
  etcdRotationPhase,
  flagAt,
  isAsleep,
  objectsAt,
  type ShootView,
  textAt,
  textsAt,
} from '@/lib/engine/api-server/manifest'
import { present } from '@/lib/engine/reader'
import {
  areSameResources,
  asleepOperationErrors,
  hibernationScheduleErrors,
  INCOMPATIBLE,
  KNOWN,
  type OperationError,
  operationErrors,
} from '@/lib/engine/rules'
import { forbidden, ofError, ofUpdate, type Refusals, type StageRefusal } from './shoot-refusals'

/** What the validation refuses of the operations that a shoot's annotations ask for, in sentences of ours. */
export function refuseOperations(shoot: ShootView): readonly StageRefusal[] {
  const { operations, maintenanceOperations, version, lastOperation, pendingInPlace } = shoot
  if (operations.length === 0 && maintenanceOperations.length === 0) return []
  const errors = operationErrors({
    now: operations,
    later: maintenanceOperations,
    kubernetes: version,
    isInHibernation: isInHibernation(shoot),
    changesEncryption: changesEncryption(shoot),
    lastOperation,
    phaseOf: (kind) => (kind === 'etcdEncryptionKey' ? etcdRotationPhase(shoot) : shoot.rotations[kind].phase),
    pendingLists: [
      ...(pendingInPlace.auto.length === 0 ? [] : ['autoInPlaceUpdate']),
      ...(pendingInPlace.manual.length === 0 ? [] : ['manualInPlaceUpdate']),
    ],
    pools: shoot.pools.map(({ name, inPlace }) => ({ name, isInPlace: inPlace })),
    isDeleting: textAt(shoot.manifest, 'metadata', 'deletionTimestamp') !== undefined,
  })
  return errors.map((error) => ({
    ...ofError(error, error.rule === 'operation-unknown' ? KNOWN : undefined),
    text: operationSentence(error, shoot.pendingInPlace),
  }))
}

/** Asleep, or about to fall asleep or to wake up. */
function isInHibernation({ manifest }: ShootView): boolean {
  return isAsleep(manifest) || flagAt(manifest, 'status', 'hibernated') === true
}

/** Whether the resources that are to be encrypted are not those that are. */
function changesEncryption({ manifest }: ShootView): boolean {
  const done = textsAt(manifest, 'status', 'credentials', 'encryptionAtRest', 'resources')
  const wanted = textsAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'encryptionConfig', 'resources')
  return !areSameResources(done, wanted)
}

/** What is wrong with an operation, and what would help; `pending`: the pools whose update in place is not finished. */
function operationSentence(error: OperationError, pending: ShootView['pendingInPlace']): string {
  return SENTENCES[error.rule]({ about: '', rotation: '', phase: '', ...error }, pending)
}

type OperationFacts = Required<Pick<OperationError, 'about' | 'rotation' | 'phase'>>

const SENTENCES: Readonly<
  Record<OperationError['rule'], (error: OperationFacts, pending: ShootView['pendingInPlace']) => string>
> = {
  'hibernation-operation': ({ about }) => `The maintenance is to do ${about}, which needs a shoot that is awake.`,
  'operation-unknown': ({ about }) => `"${about}" is no operation.`,
  'operation-not-alone': ({ about }) => `The operation ${about} must be the only one.`,
  'operation-twice': () => 'An operation is asked for now and in maintenance.',
  'operation-replaced': ({ about }) => `From 1.34 on ${about} is part of rotate-etcd-encryption-key.`,
  'operation-incompatible': ({ about }) => `${about} excludes ${(INCOMPATIBLE[about] ?? []).join(', ')}.`,
  'operation-hibernated': ({ about }) => `${about} needs a shoot that is awake.`,
  'operation-encryption-changes': ({ about }) =>
    `${about} must wait until the change of the encrypted resources is rolled out.`,
  'operation-conflict': ({ about }) => `${about} cannot be combined with a part of it in maintenance.`,
  'rotation-shoot-not-ready': ({ rotation }) => `The ${rotation} must wait until the shoot has been created.`,
  'rotation-not-completed': ({ about, rotation, phase }) =>
    `The ${rotation} must wait until the one before is completed: ${about} is in phase ${phase}.`,
  'rotation-in-place-update-pending': ({ about, rotation }, { auto, manual }) => {
    const pools = about === 'autoInPlaceUpdate' ? auto : manual
    return `The ${rotation} must wait until these pools are updated in place: ${pools.join(', ')}.`
  },
  'rotation-not-prepared': ({ about, rotation }) =>
    `The ${rotation} cannot be completed: ${about} is not in phase Prepared.`,
  'rollout-nothing-waits': () => 'No rotation waits for the rollout of workers.',
  'rollout-without-pools': () => 'Name the pools to roll, separated by commas.',
  'rollout-star-and-names': () => 'Name either * or pools, not both.',
  'rollout-pool-twice': ({ about }) => `Pool ${about} is named twice.`,
  'rollout-pool-unknown': ({ about }) => `There is no pool ${about}.`,
  'rollout-in-place-pool': ({ about }) => `Pool ${about} is updated in place: its nodes cannot be rolled.`,
}

const FIELD = 'spec.hibernation.enabled'

/** What the validation refuses of a shoot that is to be asleep: operations of its next maintenance that need nodes. */
export function refuseHibernation(shoot: ShootView): readonly StageRefusal[] {
  if (!isAsleep(shoot.manifest)) return []
  return asleepOperationErrors(shoot.maintenanceOperations).map((error) => ({
    ...ofError(error),
    text: operationSentence(error, shoot.pendingInPlace),
  }))
}

/** A shoot does not fall asleep in the middle of a rotation of its keys, nor of a change of what is encrypted. */
export function* refuseFallingAsleep(after: ShootView, before: ShootView): Refusals {
  if (!isAsleep(after.manifest) || isAsleep(before.manifest)) return
  const running: readonly (readonly [kind: string, phase: string, phases: readonly string[]])[] = [
    ['etcdEncryptionKey', etcdRotationPhase(before), ['Preparing', 'Completing']],
    [
      'serviceAccountKey',
      before.rotations.serviceAccountKey.phase,
      ['Preparing', 'PreparingWithoutWorkersRollout', 'Completing'],
    ],
  ]
  for (const [kind, phase, phases] of running) {
    if (!phases.includes(phase)) continue
    const detail = `The shoot must stay awake while the rotation of ${kind} is in phase ${phase}.`
    yield forbidden(FIELD, 'hibernation-rotation', detail, { value: kind })
  }
  if (changesEncryption(before)) {
    const detail = 'The shoot must stay awake until the change of the encrypted resources is rolled out.'
    yield forbidden(FIELD, 'hibernation-encryption', detail)
  }
}

/** Schedules are looked at with every write, changed or not. */
export function refuseSchedules({ manifest }: ShootView): readonly StageRefusal[] {
  const schedules = objectsAt(manifest, 'spec', 'hibernation', 'schedules').map((entry) => {
    const [start, end, location] = ['start', 'end', 'location'].map((key) => textAt(entry, key))
    return present({ start, end, location })
  })
  return hibernationScheduleErrors(schedules).map((refusal) => {
    const { type, field } = refusal
    const text =
      type === 'FieldValueRequired'
        ? 'An entry needs a start or an end.'
        : type === 'FieldValueDuplicate'
          ? 'It is there already: each cron text may be there once.'
          : field.endsWith('.location')
            ? 'That is no time zone that is known, such as Europe/Berlin.'
            : 'That is no cron text of five fields, such as 00 18 * * 1,2,3,4,5.'
    return { ...ofUpdate(refusal, 'hibernation-schedule'), text }
  })
}
