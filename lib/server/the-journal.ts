import 'server-only'
import { processWide } from './apply/process-wide'
import { FileJournal, type Keeping, MemoryJournal } from './journal'

/** The one journal of this process: in the folder `DATA_DIR` if that is set. */
export function theJournal(): Keeping {
  return processWide('journal', () => {
    const folder = process.env.DATA_DIR?.trim()
    return { journal: folder ? new FileJournal(folder) : new MemoryJournal(), lost: [] }
  })
}
