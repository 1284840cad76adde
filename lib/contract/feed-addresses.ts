import { z } from 'zod'
import { instant } from './common'

const part = z.string().min(1).max(253)

/** What an address shows. */
export const feedScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Shoot'), namespace: part, name: part }),
  z.strictObject({ kind: z.literal('Project'), name: part }),
])

/** The question of `GET /api/feeds/addresses` and the body of `POST`: a project has no namespace here. */
export const feedScopeQuery = z.strictObject({
  kind: z.enum(['Shoot', 'Project']),
  namespace: part.optional(),
  name: part,
})

/** The body of `POST /api/feeds/addresses/revoke`. */
export const revokeQuery = z.strictObject({ id: z.string().min(1).max(64) })

/** An address that calendar programs and pages of others can read without signing in. */
export const feedAddress = z.strictObject({
  id: z.string(),
  scope: feedScope,
  /** Who made it, as the garden calls them. */
  by: z.string(),
  at: instant,
  /** The whole addresses, for whoever made it; null for others. */
  feed: z.string().nullable(),
  /** Of a cluster only. */
  badge: z.string().nullable(),
})

export const feedAddressesAnswer = z.strictObject({
  /** Whether plain addresses work only for who is signed in. */
  isNeeded: z.boolean(),
  /** Why none can be made here: a sentence; null: they can. */
  off: z.string().nullable(),
  /** Those that whoever asks may revoke: their own, and all of them for who may edit the clusters. Newest first. */
  addresses: z.array(feedAddress),
})

export const revokeAnswer = z.strictObject({ id: z.string() })

export type FeedScope = z.infer<typeof feedScope>
export type FeedScopeQuery = z.infer<typeof feedScopeQuery>
export type FeedAddress = z.infer<typeof feedAddress>
export type FeedAddressesAnswer = z.infer<typeof feedAddressesAnswer>
