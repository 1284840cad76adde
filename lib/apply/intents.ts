import { z } from 'zod'
import { journalEntry } from '@/lib/contract/apply'
import { differences, valueAtPath } from '@/lib/engine/edits'
import { isDeepEqual, isJsonObject } from '@/lib/engine/json'
import { MAINTENANCE_OPERATION, OPERATION } from '@/lib/engine/rules'
import type { Json, JsonObject } from '@/lib/garden'
import type { Store } from '@/lib/store'

/** What an entry is about. */
export interface JournalObject {
  readonly kind: string
  /** Null where objects of that kind have none. */
  readonly namespace: string | null
  readonly name: string
}

/** Something that an edit changes: where it is in an object, members of lists by their name or version, and what it becomes. */
const part = z.strictObject({
  path: z.array(z.string()).readonly(),
  /** Null: it is not there any more. */
  value: z.json() as z.ZodType<Json>,
})

const schema = z.strictObject({
  /** What the entry will be; its `resourceVersion` is still that of `base`. */
  entry: journalEntry,
  /** What it changes of the object: by these it is found there. */
  parts: z.array(part).readonly(),
})

/** An edit that is going to be made. */
export type EditIntent = z.infer<typeof schema>

/** `open`: the outcome may still come; `ended`: its process ended before it could be written; `unanswered`: no answer of the garden could be read. */
export type IntentState = 'open' | 'ended' | 'unanswered'

export interface BegunIntent extends EditIntent {
  readonly standing: IntentState
}

/** How often a process says that it still waits for an outcome, in milliseconds. */
const beat = 2000
/** A process that has not said so for so long has ended: by the clock of the one that looks, and by comparing both clocks. */
const silence = { seen: 10_000, said: 300_000 }
/** How many intents are told. */
const mostIntents = 500

/** Edits that were begun, as long as their outcome is not in the journal. */
export class EditIntents {
  /** The intents of this process that are not over. */
  private readonly open = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  /** What was said last by others, and when that was first seen here: clocks of machines differ. */
  private readonly heard = new Map<string, { readonly alive: number; readonly since: number }>()

  constructor(private readonly store: Store) {}

  /** Begins an intent. It is `open` until `isOver` is called, even if it could not be written. */
  async begin(intent: EditIntent, { kind, namespace, name }: JournalObject): Promise<void> {
    const { id } = intent.entry
    const now = Date.now()
    this.open.add(id)
    this.timer ??= setInterval(() => this.sayAlive(), beat).unref()
    await this.store.rows('INSERT INTO journal_intents VALUES ($1, $2, $3, $4, $5, $6, 0, $7)', [
      ...[id, kind, namespace, name, now, now],
      JSON.stringify(intent),
    ])
  }

  /** This process does not work on it any more. */
  isOver(id: string): void {
    this.open.delete(id)
    if (this.open.size > 0 || this.timer === null) return
    clearInterval(this.timer)
    this.timer = null
  }

  async leave(id: string): Promise<void> {
    await this.store.rows('UPDATE journal_intents SET unanswered = 1 WHERE id = $1', [id])
  }

  /** Newest first. */
  async read(): Promise<{ readonly begun: readonly BegunIntent[]; readonly unreadable: number }> {
    const rows = await this.store.rows(
      'SELECT id, alive, unanswered, intent FROM journal_intents ORDER BY begun DESC LIMIT $1',
      [mostIntents],
    )
    const ids = new Set(rows.map(({ id }) => String(id)))
    for (const id of this.heard.keys()) if (!ids.has(id)) this.heard.delete(id)
    const begun = rows.flatMap(({ id, alive, unanswered, intent }): BegunIntent[] => {
      const known = readWritten(schema, intent)
      if (known === null) return []
      const standing =
        Number(unanswered) === 1 ? 'unanswered' : this.lives(String(id), Number(alive)) ? 'open' : 'ended'
      return [{ ...known, standing }]
    })
    return { begun, unreadable: rows.length - begun.length }
  }

  private lives(id: string, alive: number): boolean {
    if (this.open.has(id)) return true
    const now = performance.now()
    const heard = this.heard.get(id)
    if (heard?.alive !== alive) this.heard.set(id, { alive, since: now })
    else if (now - heard.since > silence.seen) return false
    return Math.abs(Date.now() - alive) <= silence.said
  }

  private sayAlive(): void {
    for (const id of this.open) {
      this.store.rows('UPDATE journal_intents SET alive = $2 WHERE id = $1', [id, Date.now()]).catch(() => {
        // The caller that writes the outcome says in the log that the store is away.
      })
    }
  }
}

/** What is written as JSON. Null: it was written by a newer Almanac. */
export function readWritten<S extends z.ZodType>(schema: S, text: unknown): z.output<S> | null {
  try {
    return schema.safeParse(JSON.parse(String(text))).data ?? null
  } catch {
    return null
  }
}

export type EditPart = z.infer<typeof part>

/**
 * How much of an edit an object holds. `taken`: that cannot be told, as Gardener takes annotations away with which it is asked for
 * something.
 */
export type EditPresence = 'all' | 'some' | 'none' | 'taken'

/** What an edit changed, as small as that can be told: what others change later beside it is no part of it. */
export function changedParts(before: JsonObject, after: JsonObject): readonly EditPart[] {
  return differences(before, after)
    .flatMap((change) => (isJsonObject(change.value) ? differences({}, change.value, change.path) : [change]))
    .map(({ path, value = null }) => ({ path: [...path], value }))
}

/** How much of what an edit changed an object holds. */
export function heldOf(parts: readonly EditPart[], object: JsonObject): EditPresence {
  let held = 0
  let told = 0
  for (const { path, value } of parts) {
    const now = valueAtPath(object, path) ?? null
    if (now === null && value !== null && isTakenAway(path)) continue
    told++
    if (isDeepEqual(now, value)) held++
  }
  if (told === 0) return 'taken'
  return held === told ? 'all' : held === 0 ? 'none' : 'some'
}

function isTakenAway(path: readonly string[]): boolean {
  const [metadata, annotations, name] = path
  return (
    metadata === 'metadata' && annotations === 'annotations' && (name === OPERATION || name === MAINTENANCE_OPERATION)
  )
}
