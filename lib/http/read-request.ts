import { z } from 'zod'
import { isDeeperThan } from '@/lib/engine/bounds'
import { CodedError, InvalidQuery } from '@/lib/process/errors'

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

/** Far more than the largest draft of edits that the contract allows. */
const mostBytes = 1_000_000

/** Levels of nesting. Schemas go down as many, and would fill the stack. */
const MOST_LEVELS = 50

/** The body of a request as JSON. Throws a coded error when it is none, too large, or nested too deeply. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const body = parsed(await requestText(request))
  if (isDeeperThan(body, MOST_LEVELS)) {
    throw new InvalidQuery([{ field: 'body', reason: `must not be nested more than ${MOST_LEVELS} levels deep` }])
  }
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidQuery([{ field: 'body', reason: 'must be JSON' }])
  }
}

/** Checks a body by its schema in the contract. Throws `InvalidQuery` that names every field that is wrong, by its path. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new InvalidQuery(
    parsed.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', reason: message })),
  )
}

export async function requestText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) {
      throw new CodedError('too-large', `The body is larger than ${mostBytes} bytes.`, {
        hint: 'Ask with fewer edits at a time.',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
