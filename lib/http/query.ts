import { z } from 'zod'
import { InvalidQuery } from '@/lib/process/errors'

/** A query as it comes: from a request's URL, from a page's `searchParams`, or as typed values. */
export type SearchInput = URLSearchParams | Readonly<Record<string, string | number | readonly string[] | undefined>>

/**
 * Reads a query by its schema in the contract. Repeated parameters become arrays where the schema wants one; empty values
 * count as absent (`?q=`), and the plus sign of an offset that an address turned into a blank is put back. Throws `InvalidQuery` that names every parameter that is unknown, wrong or given twice.
 */
export function parseQuery<S extends z.ZodObject>(schema: S, search: SearchInput): z.output<S> {
  const wrong: { field: string; reason: string }[] = []
  const raw: Record<string, string | string[]> = {}
  for (const [field, values] of entries(search)) {
    const type = schema.shape[field]
    const given = values.filter((v) => v !== '')
    const first = given[0]
    if (type === undefined) wrong.push({ field, reason: `unknown; known are ${Object.keys(schema.shape).join(', ')}` })
    else if (first === undefined) continue
    else if (takesMany(type)) raw[field] = given
    else if (given.length > 1) wrong.push({ field, reason: 'given more than once' })
    else raw[field] = instants.has(field) ? first.replace(/ (\d\d:\d\d)$/, '+$1') : first
  }
  const parsed = schema.safeParse(raw)
  if (parsed.success && wrong.length === 0) return parsed.data
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? 'query')
    wrong.push({ field, reason: field in raw ? message : 'is missing' })
  }
  throw new InvalidQuery(wrong)
}

const instants = new Set(['at', 'seen', 'window', 'date'])

function entries(search: SearchInput): [string, string[]][] {
  if (search instanceof URLSearchParams)
    return [...new Set(search.keys())].map((field) => [field, search.getAll(field)])
  return Object.entries(search).flatMap(([field, value]) => {
    if (value === undefined) return []
    return [[field, typeof value === 'object' ? [...value] : [String(value)]]]
  })
}

function takesMany(type: unknown): boolean {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return takesMany(type.unwrap())
  return type instanceof z.ZodArray
}
