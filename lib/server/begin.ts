import 'server-only'
import { theFreezes } from './freezes'
import { startRecording } from './history'
import { theJournal } from './journal'
import { processWide } from './kept'
import { startCounting } from './metrics/registry'
import { policyFile } from './policy/file'

/**
 * Begins what a process does by itself, whether anybody asks or not. A setting that cannot be right ends the process, with a sentence and
 * exit code 1.
 */
export function begin(): void {
  startCounting()
  try {
    theFreezes()
    policyFile()
    // What an earlier Almanac remembered is taken over, and the log says where a database does not answer.
    if (theJournal().kept !== 'process') void theJournal().read()
    startRecording()
    processWide('begun', () => () => {})()
  } catch (error) {
    // Nothing is served yet: whoever starts us reads the sentence in place of a page that has nothing.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
