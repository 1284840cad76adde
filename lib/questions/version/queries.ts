import type { Moment } from '@/lib/browser/at'
import { type QueryOf, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import { profileName, versionParts } from '@/lib/words/phrases'
import type { EvidenceRoute, VersionRoute } from './contract'

/** One version of a profile. `what` is `Kubernetes` or an image's name. */
interface VersionName {
  readonly profile: ProfileRefBody
  readonly what: string
  readonly version: string
}

export const versionQueries = {
  version: ({ profile, what, version }: VersionName, query: Moment & { readonly zone: string }) =>
    timed<VersionRoute>(
      'GET /api/versions/[...ref]',
      { path: { ref: versionParts(profile, what, version) }, query },
      { kind: 'profile', name: profileName(profile) },
    ),
  evidence: ({ profile, what, version }: VersionName, query: QueryOf<EvidenceRoute>) =>
    timed<EvidenceRoute>('GET /api/evidence/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
}
