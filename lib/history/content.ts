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

/** Something that was recorded cannot be read any more. The message says so, in a sentence. */
export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory'

  constructor() {
    super('What was recorded is damaged: it is not what was written.')
  }
}

/** Modules are loaded several times in one process, so `instanceof` would miss some. */
export function isDamaged(error: unknown): error is DamagedHistory {
  return error instanceof Error && error.name === 'DamagedHistory'
}

export function contentOf(part: unknown): Content {
  const json = JSON.stringify(part)
  return { hash: hashOf(json), json }
}

function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 24)
}

/** As a column holds it. The first letter is the format: JSON as it is, or deflated and in base64. */
export function bodyOf({ json }: Content): string {
  return json.length < LONG ? `j${json}` : `z${deflateRawSync(json).toString('base64')}`
}

/** The JSON in a body. Throws `DamagedHistory` where it is not what was written. */
export function readBody(hash: string, body: string): string {
  const json = jsonIn(body)
  if (json === null || hashOf(json) !== hash) throw new DamagedHistory()
  return json
}

/** Whether a body is that JSON, as it was written. */
export function isBodyOf(hash: string, body: string, json: string): boolean {
  // As texts they are compared in much less time than it takes to make sure of a hash.
  return body.startsWith('j') ? body.length === json.length + 1 && body === `j${json}` : readBody(hash, body) === json
}

function jsonIn(body: string): string | null {
  if (body.startsWith('j')) return body.slice(1)
  try {
    return body.startsWith('z') ? inflateRawSync(Buffer.from(body.slice(1), 'base64')).toString() : null
  } catch {
    return null
  }
}
