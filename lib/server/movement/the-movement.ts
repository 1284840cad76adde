import 'server-only'
import { theHistory } from '../history'
import { processWide } from '../kept'
import { RecordedMovement } from './recorded'

/** Of the one garden of this process. Throws as `theGarden` does. */
export function theMovement(): RecordedMovement {
  return processWide('movement', () => new RecordedMovement(theHistory()))
}
