import 'server-only'
import { theHistory } from '@/lib/landscape/history'
import { processWide } from '@/lib/process/kept'
import { RecordedMovement } from './recorded'

/** Of the one garden of this process. Throws as `theGarden` does. */
export function theMovement(): RecordedMovement {
  return processWide('movement', () => new RecordedMovement(theHistory()))
}
