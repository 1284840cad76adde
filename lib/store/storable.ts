import { CodedError } from '@/lib/process/errors'
import type { Rows, Value } from './store'

/**
 * What somebody asks with may be any text, and not every text can stand in a database: PostgreSQL takes no NUL, and half of a letter
 * is no UTF-8. Whoever looks for such a text finds nothing, as with any other that is not there, and nobody writes one.
 */
export function storable(rows: Rows): Rows {
  return async (statement, values = []) => {
    if (values.every(isStorable)) return rows(statement, values)
    if (/^\s*SELECT\b/i.test(statement)) return []
    throw new CodedError('invalid', 'A text has a letter that cannot be kept: a NUL, or a half of a pair.')
  }
}

function isStorable(value: Value): boolean {
  return typeof value !== 'string' || !(value.includes('\0') || /\p{Surrogate}/u.test(value))
}
