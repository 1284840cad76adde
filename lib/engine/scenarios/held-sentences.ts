import { dayText, instantText } from '@/lib/engine/explain'
import type { Ground } from './ground'
import type { Held } from './remove'

/**
 * Why it did not move, as a whole sentence. A window is told in its own time, `ahead` minutes ahead of UTC; the
 * date of a version is a day of the reader, as everywhere.
 */
export function reasonText(held: Held, ahead = 0, readerAhead: Ground['ahead'] = () => ahead): string {
  switch (held.kind) {
    case 'deleting':
      return 'It is being deleted: maintenance is not performed.'
    case 'failed':
      return `Its maintenance fails: ${held.reason}`
    case 'noNextVersion':
      return `There is no next version that it could go to: ${held.reason}`
    case 'window':
      return `Its maintenance time window was not reached; it begins at ${instantText(held.begins, ahead)}.`
    case 'overdue':
      return overdueText(held, ahead, readerAhead)
    case 'extended':
      return `Its namespaced profile gives it until ${dayText(held.until, readerAhead(held.until))}.`
    case 'nothing':
      return 'Nothing moves it: the version has not expired for it, or it is never maintained.'
  }
}

function overdueText(
  { begins, because }: Held & { kind: 'overdue' },
  ahead: number,
  readerAhead: Ground['ahead'],
): string {
  const next = instantText(begins, ahead)
  if ('lastFailure' in because) {
    return `The next one, from ${next}, is foreseen to succeed. The last one failed: ${because.lastFailure}`
  }
  const windows = because.windows === 1 ? '1 window has' : `${because.windows} windows have`
  return `It expired on ${dayText(because.expired, readerAhead(because.expired))}. ${windows} passed since without a maintenance that is recorded: why it did not leave is not known here. The next window begins at ${next}.`
}
