import type { Zone } from '@/lib/contract/zone'
import type { Held } from '@/lib/engine/explain/obstacles'
import type { MaintenanceTimeWindow } from '@/lib/engine/types'
import { countOf, dayText, instantText } from './time-text'
import { windowZone } from './window-zone'

/**
 * Why a cluster did not move away from a version, as a whole sentence. Its window is told in its own time; the date of a
 * version is a day in the zone of the reader, as everywhere.
 */
export function heldText(held: Held, window: MaintenanceTimeWindow | undefined, zone: Zone): string {
  switch (held.kind) {
    case 'deleting':
      return 'It is being deleted: maintenance is not performed.'
    case 'failed':
      return `Its maintenance fails: ${held.reason}`
    case 'noNextVersion':
      return `There is no next version that it could go to: ${held.reason}`
    case 'window':
      return `Its maintenance time window was not reached; it begins at ${instantText(held.begins, windowZone(window))}.`
    case 'overdue':
      return overdueText(held, window, zone)
    case 'extended':
      return `Its namespaced profile gives it until ${dayText(held.until, zone)}.`
    case 'nothing':
      return 'Nothing moves it: the version has not expired for it, or it is never maintained.'
  }
}

function overdueText(
  { begins, because }: Held & { kind: 'overdue' },
  window: MaintenanceTimeWindow | undefined,
  zone: Zone,
): string {
  const next = instantText(begins, windowZone(window))
  if ('lastFailure' in because) {
    return `The next one, from ${next}, is foreseen to succeed. The last one failed: ${because.lastFailure}`
  }
  const windows = countOf(because.windows, 'window has', 'windows have')
  return `It expired on ${dayText(because.expired, zone)}. ${windows} passed since without a maintenance that is recorded: why it did not leave is not known here. The next window begins at ${next}.`
}
