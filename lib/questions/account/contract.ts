import { z } from 'zod'
import type { Route } from '@/lib/contract/route'

const project = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  /** Whether they may change clusters there, and NamespacedCloudProfiles. */
  mayEditShoots: z.boolean(),
  mayEditProfiles: z.boolean(),
})

/** `GET /api/account` */
export const accountAnswer = z.strictObject({
  /** How people sign in: see docs/sign-in.md. `none`: all ask as the user who started Almanac. */
  mode: z.enum(['none', 'token', 'oidc', 'proxy']),
  /** The user as the garden calls them; null: it knows no users. */
  user: z.strictObject({ name: z.string(), groups: z.array(z.string()) }).nullable(),
  /** Whether they may list the clusters of all projects, now and later. */
  seesAllShoots: z.boolean(),
  mayEditCloudProfiles: z.boolean(),
  /** Everywhere: what holds for each of the projects below, and for others. */
  mayEditAllShoots: z.boolean(),
  mayEditAllProfiles: z.boolean(),
  /** The projects that the user sees, ordered by name; of many the first. */
  projects: z.array(project),
  projectCount: z.int(),
})

export type AccountAnswer = z.infer<typeof accountAnswer>

export const accountRoute = {
  name: 'GET /api/account',
  summary: 'Your name and groups in the garden, the projects that you see, and what you may change',
  answer: accountAnswer,
  refusals: ['not-ready'],
} as const satisfies Route

export const signInWithTokenRoute = {
  name: 'POST /signin/token',
  summary:
    'Begins a session with a bearer token, as the form of `/signin` sends it (`token`, `to`); programs send `Authorization: Bearer` instead',
  answer: 'a redirect',
  refusals: ['too-large'],
} as const satisfies Route

export const signInAtProviderRoute = {
  name: 'GET /signin/provider',
  summary: 'Begins to sign in at the OpenID Connect provider; `to` is the page to come back to',
  answer: 'a redirect',
} as const satisfies Route

export const signInFromProviderRoute = {
  name: 'GET /signin/callback',
  summary: 'Where the provider leads back to',
  answer: 'a redirect',
} as const satisfies Route

export const signOutRoute = {
  name: 'POST /signout',
  summary: 'Ends the session, also at the provider',
  answer: 'a redirect',
} as const satisfies Route
