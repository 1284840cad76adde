import { type JournalEntry, journalEntry } from '@/lib/contract/apply'
import { isCoded } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { type Store, type StoredRow, type StoredValue, theStore } from '@/lib/store'
import { type BegunIntent, type EditIntent, EditIntents, type JournalObject, readWritten } from './intents'

export interface JournalQuestion {
  /** How many entries are told at most. */
  readonly most?: number
  /** Whether the user may know of an object; null: it is not known what the entry is about. Left out: all is told. */
  readonly sees?: (object: JournalObject | null) => boolean
}

export interface JournalReading {
  /** Newest first. */
  readonly entries: readonly JournalEntry[]
  /** Edits of which it is not known yet, or will not be known, what became of them; newest first. */
  readonly begun: readonly BegunIntent[]
  /** How many are there that cannot be read. */
  readonly unreadable: number
  /** Why entries may be missing. */
  readonly problems: readonly JournalProblem[]
}

/** Why the store does not do what it is asked: what it says itself, which is a sentence; null: only the log tells. */
export interface JournalTrouble {
  readonly said: string | null
}

/** What is wrong with the journal: it cannot be read, or outcomes are in memory only. */
export type JournalProblem = JournalTrouble &
  ({ readonly kind: 'unreadable' } | { readonly kind: 'unwritten'; readonly count: number })

/** What became of an edit: it was made, nothing was done, or no answer came. */
type EditIntentOutcome = JournalEntry | 'nothing' | 'unanswered'

/** An outcome that could not be written yet, and why. */
interface UnwrittenOutcome {
  readonly id: string
  readonly outcome: EditIntentOutcome
  readonly place: number
  readonly why: JournalTrouble
}

/** How many entries are told. */
const mostEntries = 500
/** How many entries may wait in memory to be written. Entries beyond are in the log only. */
const mostWaiting = 100
/**
 * How long it waits before it tries again to write what could not be written, in milliseconds; twice as long each time. With what a
 * database that is away is given, it is written within 10 s of its return.
 */
const pause = { first: 1000, longest: 2000 }
/** What waits is tried again after so long at most. */
export const TRIED_AGAIN = pause.longest

/** Edits that were applied. */
export class Journal {
  /** Oldest first. */
  private readonly waiting: UnwrittenOutcome[] = []
  private timer: NodeJS.Timeout | null = null
  private lastPlace = 0
  private readonly intents: EditIntents

  constructor(private readonly store: Store) {
    this.intents = new EditIntents(store)
  }

  get kept(): Store['kept'] {
    return this.store.kept
  }

  /** Why the outcome of an edit is in memory only; null: it is written, or is none of this process. */
  unwritten(id: string): JournalTrouble | null {
    return this.waiting.find((one) => one.id === id)?.why ?? null
  }

  /** How many outcomes are in memory only. */
  get waitingCount(): number {
    return this.waiting.length
  }

  /** Never rejects: what cannot be read is told as a problem. */
  async read({ most = mostEntries, sees = () => true }: JournalQuestion = {}): Promise<JournalReading> {
    const problems: JournalProblem[] = []
    // A user is looking: the database may be back.
    await this.writeWaiting()
    const waiting = this.waiting.flatMap(({ outcome, why }) =>
      typeof outcome === 'object' && sees(objectOf(outcome)) ? { entry: outcome, why } : [],
    )
    const last = waiting.at(-1)
    if (last !== undefined) problems.push({ kind: 'unwritten', count: waiting.length, ...last.why })
    const entries: JournalEntry[] = []
    let begun: readonly BegunIntent[] = []
    let unreadable = 0
    try {
      // Before the entries: what becomes one meanwhile is not missed.
      const reading = await this.intents.read()
      begun = reading.begun.filter(({ entry }) => sees(objectOf(entry)))
      if (sees(null)) unreadable += reading.unreadable
      let before: StoredValue = Number.MAX_SAFE_INTEGER
      while (entries.length < most) {
        const rows: readonly StoredRow[] = await this.store.rows(
          'SELECT place, kind, namespace, name, entry FROM journal WHERE place < $1 ORDER BY place DESC LIMIT $2',
          [before, mostEntries],
        )
        for (const row of rows) {
          if (entries.length === most || !sees(objectIn(row))) continue
          const entry = readWritten(journalEntry, row.entry)
          if (entry === null) unreadable++
          else entries.push(entry)
        }
        if (rows.length < mostEntries) break
        before = rows.at(-1)?.place ?? 0
      }
    } catch (error) {
      problems.push({ kind: 'unreadable', ...troubleOf(error) })
    }
    entries.push(...waiting.map(({ entry }) => entry))
    entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    const over = new Map<string, EditIntentOutcome>([
      ...entries.map((entry) => [entry.id, entry] as const),
      ...this.waiting.map(({ id, outcome }) => [id, outcome] as const),
    ])
    return {
      entries: entries.slice(0, most),
      begun: begun.flatMap((intent) => {
        const outcome = over.get(intent.entry.id)
        if (outcome === undefined) return intent
        return outcome === 'unanswered' ? { ...intent, standing: outcome } : []
      }),
      unreadable,
      problems,
    }
  }

  /**
   * Writes down what is going to be done. Resolves to whether that could be done, and never rejects: edits do not wait for a store that
   * is away. `keep`, `withdraw` or `leave` follows.
   */
  async begin(intent: EditIntent): Promise<boolean> {
    try {
      await this.intents.begin(intent, objectOf(intent.entry))
      return true
    } catch (error) {
      log.error({ err: error, entry: intent.entry }, 'It could not be written into the journal that this is begun')
      return false
    }
  }

  /** Takes back an entry because nothing was done. It resolves as `keep` does. */
  withdraw(id: string): Promise<boolean> {
    return this.end(id, 'nothing')
  }

  /** No answer said whether it was done. As `keep`. */
  leave(id: string): Promise<boolean> {
    return this.end(id, 'unanswered')
  }

  /**
   * Resolves to whether it was written, and never rejects: what cannot be written waits in memory, where `read` finds it, and is
   * written as soon as it can be.
   */
  keep(entry: JournalEntry): Promise<boolean> {
    return this.end(entry.id, entry)
  }

  private async end(id: string, outcome: EditIntentOutcome): Promise<boolean> {
    const place = this.nextPlace()
    try {
      await this.write(id, outcome, place)
      return true
    } catch (error) {
      // As a whole, as it would be lost with this process.
      log.error({ err: error, id, entry: outcome }, 'This could not be written into the journal yet')
      this.waiting.push({ id, outcome, place, why: troubleOf(error) })
      if (this.waiting.length > mostWaiting) this.waiting.shift()
      this.tryLater(pause.first)
      return false
    } finally {
      this.intents.isOver(id)
    }
  }

  /** Entries have the order in which this process made them; between processes that of their clocks. */
  private nextPlace(): number {
    this.lastPlace = Math.max(this.lastPlace + 1, Date.now() * 1000)
    return this.lastPlace
  }

  private async write(id: string, outcome: EditIntentOutcome, place: number): Promise<void> {
    if (outcome === 'unanswered') return this.intents.leave(id)
    await this.store.together(async (rows) => {
      await rows('DELETE FROM journal_intents WHERE id = $1', [id])
      if (outcome !== 'nothing') await rows(insert, rowOf(outcome, place))
    })
    if (this.kept !== 'process') return
    await this.store.rows('DELETE FROM journal WHERE id NOT IN (SELECT id FROM journal ORDER BY place DESC LIMIT $1)', [
      mostEntries,
    ])
  }

  /** An entry may be written already where only the answer was lost: that changes nothing. */
  private async writeWaiting(): Promise<void> {
    for (;;) {
      const [next] = this.waiting
      if (next === undefined) return
      try {
        await this.write(next.id, next.outcome, next.place)
      } catch {
        return
      }
      const at = this.waiting.indexOf(next)
      if (at >= 0) this.waiting.splice(at, 1)
    }
  }

  private tryLater(wait: number): void {
    if (this.timer !== null) return
    this.timer = setTimeout(async () => {
      await this.writeWaiting()
      this.timer = null
      if (this.waiting.length > 0) this.tryLater(Math.min(pause.longest, wait * 2))
      else log.info('Everything is written into the journal now')
    }, wait)
    this.timer.unref()
  }
}

const insert = 'INSERT INTO journal VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING'

function rowOf(entry: JournalEntry, place: number): readonly StoredValue[] {
  const { kind, namespace, name } = objectOf(entry)
  return [entry.id, place, entry.at, kind, namespace, name, JSON.stringify(entry)]
}

function objectOf(entry: JournalEntry): JournalObject {
  return entry.kind === 'shoot' ? { kind: 'Shoot', ...entry.shoot } : { namespace: null, ...entry.profile }
}

function objectIn({ kind, namespace, name }: StoredRow): JournalObject | null {
  if (typeof kind !== 'string' || typeof name !== 'string') return null
  return { kind, namespace: typeof namespace === 'string' ? namespace : null, name }
}

function troubleOf(error: unknown): JournalTrouble {
  if (isCoded(error)) return { said: error.message }
  log.error({ err: error }, 'The journal cannot be written')
  return { said: null }
}

/** The one journal of this process. */
export function theJournal(): Journal {
  return processWide('journal', () => new Journal(theStore()))
}
