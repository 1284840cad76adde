import { z } from 'zod'

const project = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  /** Whether they may change clusters there, and NamespacedCloudProfiles. */
  mayEditShoots: z.boolean(),
  mayEditProfiles: z.boolean(),
})

/** `GET /api/account` */
export const accountAnswer = z.strictObject({
  /** How people sign in: see docs/sign-in.md. `none`: everybody asks as whoever started Almanac. */
  mode: z.enum(['none', 'token', 'oidc', 'proxy']),
  /** As the garden calls them; null: it knows no users. */
  user: z.strictObject({ name: z.string(), groups: z.array(z.string()) }).nullable(),
  /** Whether they may list the clusters of all projects, now and later. */
  seesAllShoots: z.boolean(),
  mayEditCloudProfiles: z.boolean(),
  /** Everywhere: what holds for each of the projects below, and for others. */
  mayEditAllShoots: z.boolean(),
  mayEditAllProfiles: z.boolean(),
  /** That they see, in order of their names; of many the first. */
  projects: z.array(project),
  projectCount: z.int(),
})

export type AccountAnswer = z.infer<typeof accountAnswer>
