import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Texts from this length on are deflated, in characters: below, that saves nothing worth the time. */
const LONG = 4000

/** A part as it is kept. */
export interface Content {
  /** Names it: the same content is kept once. */
  readonly hash: string
  readonly json: string
}

export function contentOf(part: unknown): Content {
  const json = JSON.stringify(part)
  return { hash: createHash('sha256').update(json).digest('base64url').slice(0, 24), json }
}

/** As a column holds it. The first letter is the format: JSON as it is, or deflated and in base64. */
export function bodyOf({ json }: Content): string {
  return json.length < LONG ? `j${json}` : `z${deflateRawSync(json).toString('base64')}`
}

export function readBody(body: string): unknown {
  if (body.startsWith('j')) return JSON.parse(body.slice(1))
  if (body.startsWith('z')) return JSON.parse(inflateRawSync(Buffer.from(body.slice(1), 'base64')).toString())
  throw new Error('What was recorded has a format that only a newer Almanac reads.')
}
