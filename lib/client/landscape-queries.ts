import type { ProfileRefBody } from '@/lib/contract'
import { type At, profileParts, type QueryOf, timed } from './queries'
import { versionParts } from './version-paths'

/** What is asked about the whole landscape, and about a version in it. Each page loads only its own: see `queries.ts`. */
export const landscapeQueries = {
  garden: (query: QueryOf<'GET /api/garden'>) => timed('GET /api/garden', { query }),
  find: (query: At & { readonly q: string }) => timed('GET /api/find', { query }),
  tonight: (query: At & { readonly zone: string }) => timed('GET /api/tonight', { query }),
  nearestUpdate: (query: QueryOf<'GET /api/updates/nearest'>) => timed('GET /api/updates/nearest', { query }),
  /** `what`: `Kubernetes` or an image's name. */
  version: (
    { profile, what, version }: { readonly profile: ProfileRefBody; readonly what: string; readonly version: string },
    query: At & { readonly zone: string },
  ) => timed('GET /api/versions/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<'GET /api/new-cluster/[...ref]'> = {}) =>
    timed('GET /api/new-cluster/[...ref]', { path: { ref: profileParts(ref) }, query }),
}
