import 'server-only'
import { processWide } from '@/lib/process/kept'
import { theGarden } from '../garden'
import { theHistory } from '../history'
import { Comparison } from './comparison'

/** Of what is recorded of the one garden of this process. Throws as `theGarden` does. */
export function theComparison(): Comparison {
  return processWide('comparison', () => {
    const garden = theGarden()
    return new Comparison(theHistory(), { maintained: () => garden.maintained?.() ?? null })
  })
}
