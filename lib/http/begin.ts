import 'server-only'
import { theJournal } from '@/lib/apply/journal'
import { theFreezes } from '@/lib/landscape/freezes'
import { startRecording } from '@/lib/landscape/history'
import { policyFile } from '@/lib/landscape/policy-file'
import { processWide } from '@/lib/process/kept'
import { startCounting } from './metrics/registry'

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
