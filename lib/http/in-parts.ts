import { type CsvValue, csvLine } from '@/lib/contract/csv'
import { letThrough } from '@/lib/process/event-loop'
import type { TextParts } from './answer'

/** A column of a table: its title, and what a row has in it. */
export type CsvColumn<Row> = readonly [title: string, value: (row: Row) => CsvValue]

/** A table as RFC 4180, with a line of titles. */
export async function* csvParts<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): TextParts {
  yield csvLine(columns.map(([title]) => title))
  yield* inParts(rows, (row) => csvLine(columns.map(([, value]) => value(row))))
}

const partLength = 64_000

/** The texts of many items. Lets other requests through now and then. */
export async function* inParts<T>(items: Iterable<T>, text: (item: T) => string): TextParts {
  let part = ''
  for (const item of items) {
    part += text(item)
    if (part.length < partLength) continue
    yield part
    part = ''
    await letThrough()
  }
  yield part
}
