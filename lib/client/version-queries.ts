import type { ProfileRefBody } from '@/lib/contract'
import type { Moment } from './at'
import { profileParts, type QueryOf, timed } from './queries'
import { versionParts } from './version-paths'

/** What is asked about the versions of profiles. */
export const versionQueries = {
  /** `what`: `Kubernetes` or an image's name. */
  version: (
    { profile, what, version }: { readonly profile: ProfileRefBody; readonly what: string; readonly version: string },
    query: Moment & { readonly zone: string },
  ) => timed('GET /api/versions/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  evidence: (
    { profile, what, version }: { readonly profile: ProfileRefBody; readonly what: string; readonly version: string },
    query: QueryOf<'GET /api/evidence/[...ref]'>,
  ) => timed('GET /api/evidence/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<'GET /api/new-cluster/[...ref]'> = {}) =>
    timed('GET /api/new-cluster/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** Both as `profileName` has them. */
  compare: (query: QueryOf<'GET /api/compare'>) => timed('GET /api/compare', { query }),
}
