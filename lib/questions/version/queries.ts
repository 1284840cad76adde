import { queryOptions } from '@tanstack/react-query'
import type { ShownMoment } from '@/lib/browser/at'
import { searchText } from '@/lib/browser/fetch-json'
import { askLandscape } from '@/lib/browser/landscapes'
import type { VersionRef } from '@/lib/browser/paths'
import { type QueryOf, timed } from '@/lib/browser/query'
import type { NamedLandscape } from '@/lib/contract/landscapes'
import { profileName, versionParts } from '@/lib/words/phrases'
import { MINUTE } from '@/lib/words/time-text'
import type { evidenceRoute, versionRoute } from './contract'

const elsewhereRoute = () => import('./contract').then((contract) => contract.landscapeEvidenceRoute)

export const versionQueries = {
  version: ({ profile, what, version }: VersionRef, query: ShownMoment & { readonly zone: string }) =>
    timed<typeof versionRoute>(
      'GET /api/versions/[...ref]',
      { path: { ref: versionParts(profile, what, version) }, query },
      { kind: 'profile', name: profileName(profile) },
    ),
  evidence: ({ profile, what, version }: VersionRef, query: QueryOf<typeof evidenceRoute>) =>
    timed<typeof evidenceRoute>('GET /api/evidence/[...ref]', {
      path: { ref: versionParts(profile, what, version) },
      query,
    }),
  /** What is recorded of it in another landscape. */
  elsewhere: (landscape: NamedLandscape, { profile, what, version }: VersionRef, at: string | undefined) =>
    queryOptions({
      queryKey: ['landscape', landscape.url, 'evidence', ...versionParts(profile, what, version), at ?? null],
      queryFn: ({ signal }) => {
        const ref = versionParts(profile, what, version).map(encodeURIComponent).join('/')
        return askLandscape(landscape, `evidence/${ref}${searchText({ at })}`, elsewhereRoute, signal)
      },
      meta: { about: { kind: 'elsewhere' } },
      staleTime: MINUTE,
    }),
}
