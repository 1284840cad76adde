import type { z } from 'zod'
import { isDeeperThan } from '@/lib/engine/bounds'
import { CodedError, InvalidQuery } from '@/lib/process/errors'

/** Far more than the largest draft of edits that the contract allows. */
const mostBytes = 1_000_000

/** Levels of nesting. Schemas go down as many, and would fill the stack. */
const MOST_LEVELS = 50

/** The body of a request as JSON. Throws a coded error when it is none, too large, or nested too deeply. */
export async function readBody(request: Request): Promise<unknown> {
  const body = parsed(await textOf(request))
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

export async function textOf(request: Request): Promise<string> {
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
