import { etcdRotationPhase, flagAt, objectsAt, type ShootView, textAt } from '@/lib/engine/api-server/manifest'
import { asleepOperationErrors, hibernationScheduleErrors } from '@/lib/engine/rules'
import { changesEncryption, operationSentence } from './operations'
import { forbidden, ofError, ofUpdate, type StageRefusal } from './shoot-refusals'

const FIELD = 'spec.hibernation.enabled'

/** What the validation refuses of a shoot that is to be asleep: operations of its next maintenance that need nodes. */
export function refuseHibernation(shoot: ShootView): readonly StageRefusal[] {
  if (!sleeps(shoot)) return []
  return asleepOperationErrors(shoot.maintenanceOperations).map((error) => ({
    ...ofError(error),
    text: operationSentence(error, shoot.pendingInPlace),
  }))
}

/** A shoot does not fall asleep in the middle of a rotation of its keys, nor of a change of what is encrypted. */
export function refuseFallingAsleep(after: ShootView, before: ShootView): readonly StageRefusal[] {
  if (!sleeps(after) || sleeps(before)) return []
  const found: StageRefusal[] = []
  const running: readonly (readonly [string, string, readonly string[]])[] = [
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
    found.push(forbidden(FIELD, 'hibernation-rotation', detail, { value: kind }))
  }
  if (changesEncryption(before)) {
    const detail = 'The shoot must stay awake until the change of the encrypted resources is rolled out.'
    found.push(forbidden(FIELD, 'hibernation-encryption', detail))
  }
  return found
}

/** Schedules are looked at with every write, changed or not. */
export function refuseSchedules({ manifest }: ShootView): readonly StageRefusal[] {
  const schedules = objectsAt(manifest, 'spec', 'hibernation', 'schedules').map((entry) => {
    const [start, end, location] = ['start', 'end', 'location'].map((key) => textAt(entry, key))
    return {
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end }),
      ...(location !== undefined && { location }),
    }
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

function sleeps({ manifest }: ShootView): boolean {
  return flagAt(manifest, 'spec', 'hibernation', 'enabled') === true
}
