import { z } from 'zod'

/** What the sign-in page tells, once, of what was tried before. */
export const signInNotice = z.discriminatedUnion('kind', [
  /** No token was pasted. */
  z.strictObject({ kind: z.literal('no-token') }),
  /** The text has letters that no token has. */
  z.strictObject({ kind: z.literal('no-such-token') }),
  /** A token says itself that it has expired: seconds. */
  z.strictObject({ kind: z.literal('expired'), at: z.number() }),
  /** The API server's own words. */
  z.strictObject({ kind: z.literal('refused'), said: z.string() }),
  z.strictObject({ kind: z.literal('garden-away'), said: z.string() }),
  /** A session of so many characters is not kept by browsers. */
  z.strictObject({ kind: z.literal('too-large'), length: z.number() }),
  z.strictObject({ kind: z.literal('provider-away'), said: z.string() }),
  /** The provider's own words. */
  z.strictObject({ kind: z.literal('provider-refused'), said: z.string() }),
  /** An answer of the provider to a question that this browser did not ask, or asked too long ago. */
  z.strictObject({ kind: z.literal('not-begun') }),
  z.strictObject({ kind: z.literal('signed-out') }),
])

export type SignInNotice = Readonly<z.infer<typeof signInNotice>>

/** What the sign-in page says. */
export interface SignInFacts {
  readonly mode: 'none' | 'token' | 'oidc' | 'proxy'
  /** Host of the provider, and whether it can be asked; null: there is none. */
  readonly provider: { readonly host: string; readonly isThere: boolean } | null
  readonly garden: { readonly label: string; readonly isThere: boolean }
  /** What became of what was tried before, or of a session that the garden does not accept any more. */
  readonly notice: SignInNotice | null
  /** When the session ended that this browser had, in milliseconds; null: it had none. */
  readonly endedAt: number | null
  /** The user who is signed in already, as the garden calls them; null: no user is. */
  readonly user: string | null
}
