import { type FileHandle, mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalEntry } from '@/lib/contract'
import { journalEntry } from '@/lib/contract/apply'
import { processWide } from './kept'

export interface JournalReading {
  /** Newest first. */
  readonly entries: readonly JournalEntry[]
  /** Lines that cannot be read. */
  readonly unreadable: number
}

/** Edits that were applied. */
export interface Journal {
  readonly kept: 'process' | 'file'
  read(): Promise<JournalReading>
  /** Rejects when it cannot be kept. */
  append(entry: JournalEntry): Promise<void>
}

/** A journal, and what could not be written into it: told for as long as the process lives, newest first. */
export interface Keeping {
  readonly journal: Journal
  readonly lost: { readonly entry: JournalEntry; readonly reason: string }[]
}

/** So many entries are told; older ones stay in the file. */
const mostEntries = 500

/** For as long as the process lives. */
export class MemoryJournal implements Journal {
  readonly kept = 'process'
  private readonly entries: JournalEntry[] = []

  async read(): Promise<JournalReading> {
    return { entries: [...this.entries], unreadable: 0 }
  }

  async append(entry: JournalEntry): Promise<void> {
    this.entries.unshift(entry)
    this.entries.splice(mostEntries)
  }
}

/**
 * JSON lines in a file, one per entry, which several processes may write and read. A line is written in one call and flushed
 * before `append` resolves. A process that dies meanwhile leaves a torn last line: it is counted, nothing else is lost, and
 * the next entry begins a line of its own.
 */
export class FileJournal implements Journal {
  readonly kept = 'file'
  private readonly path: string
  private known: { readonly stamp: string; readonly reading: JournalReading } | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly folder: string) {
    this.path = join(folder, 'journal.jsonl')
  }

  async read(): Promise<JournalReading> {
    const stamp = await stampOf(this.path)
    if (stamp === null) return { entries: [], unreadable: 0 }
    if (this.known?.stamp !== stamp) this.known = { stamp, reading: readLines(await readFile(this.path, 'utf8')) }
    return this.known.reading
  }

  append(entry: JournalEntry): Promise<void> {
    const written = this.writing.then(() => this.write(`${JSON.stringify(entry)}\n`))
    this.writing = written.catch(() => {})
    return written
  }

  private async write(line: string): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const file = await open(this.path, 'a+', 0o600)
    try {
      await file.appendFile((await endsInLine(file)) ? line : `\n${line}`)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] === 0x0a
}

async function stampOf(path: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return [ino, size, mtimeMs].join(' ')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function readLines(text: string): JournalReading {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map(readLine)
  const entries = read.filter((entry) => entry !== null)
  return { entries: entries.reverse().slice(0, mostEntries), unreadable: read.length - entries.length }
}

function readLine(line: string): JournalEntry | null {
  try {
    return journalEntry.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** The one journal of this process: in the folder `DATA_DIR` if that is set. */
export function theJournal(): Keeping {
  return processWide('journal', () => {
    const folder = process.env.DATA_DIR?.trim()
    return { journal: folder ? new FileJournal(folder) : new MemoryJournal(), lost: [] }
  })
}
