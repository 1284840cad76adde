import { z } from 'zod'
import { type Asking, SealedCookie } from './sealed-cookie'

const session = z.strictObject({
  /** Sent to the API server as it is. */
  token: z.string(),
  /** How it was begun: with a token that somebody has, or one that the provider gave. */
  by: z.enum(['token', 'provider']),
  /** When the token came, in seconds. */
  since: z.number(),
  /** When the token expires, in seconds; absent: it does not say. */
  exp: z.number().optional(),
  /** Of the provider: brings the next token. Absent: there is none, or it is used up. */
  refresh: z.string().optional(),
})

export type Session = Readonly<z.infer<typeof session>>

/** The browser forgets it when it is closed. It outlives its token, so that pages can say when it ended. */
export const sessionCookie = new SealedCookie('session', session)

/** What a request brings along. */
export type SessionState =
  | { readonly kind: 'open'; readonly session: Session }
  /** It ended at `at`, in milliseconds. */
  | { readonly kind: 'ended'; readonly at: number; readonly session: Session }
  | { readonly kind: 'none' }

/** The session of a request, at an instant in milliseconds. */
export async function sessionOf(headers: Asking, secrets: readonly string[], now: number): Promise<SessionState> {
  const session = await sessionCookie.read(headers, secrets)
  if (session === null) return { kind: 'none' }
  const ends = session.exp === undefined ? Number.POSITIVE_INFINITY : session.exp * 1000
  return now < ends ? { kind: 'open', session } : { kind: 'ended', at: ends, session }
}
