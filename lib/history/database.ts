/** What a column holds. */
export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>
/** Runs one statement, which PostgreSQL and SQLite both know, and resolves to its rows. Values stand in it as `$1`, `$2`, … */
export type Rows = (statement: string, values?: readonly Value[]) => Promise<readonly Row[]>

/** Where a history is kept, as the server has it. Rejects with a sentence that may be told while it cannot be used. */
export interface Database {
  readonly kept: 'process' | 'file' | 'database'
  readonly rows: Rows
  /** All of it is done or nothing, and only one at a time does this, of all processes that share the database. */
  together<T>(work: (rows: Rows) => Promise<T>): Promise<T>
}

/** `($1, $2), ($3, $4)` for so many rows of so many values. */
export function places(rows: number, columns: number): string {
  return Array.from(
    { length: rows },
    (_, row) => `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join(', ')})`,
  ).join(', ')
}

/** `$2, $3, $4` for so many values from the second place on. */
export function listed(count: number, from = 1): string {
  return Array.from({ length: count }, (_, i) => `$${i + from}`).join(', ')
}
