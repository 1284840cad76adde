import { z } from 'zod'
import { clock, clusterName, evidence, profileRef, wordedVersion } from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import { nextEvent } from '@/lib/contract/steps'

/** `GET /api/find?q=`: what the find dialog lists. */
export const findQuery = z.strictObject({ ...clock, q: z.string().min(1).max(100) })

export const findAnswer = z.strictObject({
  ...evidence,
  /** If nothing has every word of `q`: the text that was looked for instead, with the names that are nearest. Null: `q` itself. */
  instead: z.string().nullable(),
  total: z.int(),
  items: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('shoot'),
          ...clusterName,
          kubernetes: z.string(),
          next: nextEvent.nullable(),
        }),
        z.strictObject({ kind: z.literal('version'), profile: profileRef, ...wordedVersion, clusters: z.int() }),
        z.strictObject({ kind: z.literal('profile'), profile: profileRef, clusters: z.int() }),
        z.strictObject({ kind: z.literal('project'), project: z.string(), clusters: z.int() }),
      ]),
    )
    .max(30),
})

export type FindAnswer = z.infer<typeof findAnswer>

export const findRoute = {
  name: 'GET /api/find',
  summary: 'Clusters, versions, profiles, projects by a part `q` of their name',
  query: findQuery,
  answer: findAnswer,
} as const satisfies Route
