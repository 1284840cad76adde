import type { Identity } from '../garden'
import { isRecord } from '../reader'
import type { Connection } from './connection'
import { textOf } from './http'

const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
/** Of the answer, in bytes: groups are in it. */
const longest = 1024 * 1024

interface Asking {
  /** Milliseconds without a byte after which to give up. */
  readonly silence: number
  readonly signal: AbortSignal
}

/** What the API server calls whoever asks it, as its audit log does. Undefined: it does not tell. Never rejects. */
export async function userNameOf(
  connection: Connection,
  identity: Identity,
  asking: Asking,
): Promise<string | undefined> {
  try {
    const { body } = await connection.ask(identity, {
      method: 'POST',
      path: `/apis/${REVIEW.apiVersion}/selfsubjectreviews`,
      body: { type: 'application/json', text: JSON.stringify(REVIEW) },
      ...asking,
    })
    const review: unknown = JSON.parse(await textOf(body, longest))
    const status = isRecord(review) ? review.status : undefined
    const user = isRecord(status) ? status.userInfo : undefined
    const name = isRecord(user) ? user.username : undefined
    return typeof name === 'string' && name !== '' ? name : undefined
  } catch {
    return undefined
  }
}
