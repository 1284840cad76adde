import { queryOptions } from '@tanstack/react-query'
import type { Moment } from '@/lib/browser/at'
import { fieldsOf, flag, instant, listOf, number, oneOf, orNull, searchText, text } from '@/lib/browser/fetch-json'
import { askLandscape } from '@/lib/browser/landscapes'
import { type QueryOf, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Heard, NamedLandscape } from '@/lib/contract/landscapes'
import { RUNNING_STAGES } from '@/lib/contract/words'
import { PROPERTY_WORDS } from '@/lib/words/evidence'
import { profileName, versionParts } from '@/lib/words/phrases'
import { MINUTE } from '@/lib/words/time-text'
import type { EvidenceRoute, LandscapeEvidenceAnswer, VersionRoute } from './contract'

type Found = NonNullable<LandscapeEvidenceAnswer['found']>

const isEvidence = fieldsOf<Pick<LandscapeEvidenceAnswer, 'gardener' | 'isCut' | 'found'>>({
  gardener: orNull(text),
  isCut: flag,
  found: orNull(
    fieldsOf<Found>({
      stage: oneOf(RUNNING_STAGES),
      expires: orNull(instant),
      since: orNull(instant),
      known: instant,
      among: number,
      ran: number,
      running: number,
      firstAt: orNull(instant),
      isWhole: flag,
      clusterDays: number,
      course: listOf(fieldsOf<Found['course'][number]>({ at: instant, clusters: number, clusterDays: number })),
      updates: number,
      failed: number,
      kinds: listOf(
        fieldsOf<Found['kinds'][number]>({
          property: oneOf(Object.keys(PROPERTY_WORDS)),
          value: text,
          clusters: number,
          tried: number,
        }),
      ),
      health: orNull(fieldsOf<NonNullable<Found['health']>>({ clusters: number, before: number, since: number })),
    }),
  ),
})

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
  /** What is recorded of it in another landscape. */
  elsewhere: (landscape: NamedLandscape, { profile, what, version }: VersionName, at: string | undefined) =>
    queryOptions({
      queryKey: ['landscape', landscape.url, 'evidence', ...versionParts(profile, what, version), at ?? null],
      queryFn: ({ signal }): Promise<Heard<LandscapeEvidenceAnswer>> => {
        const ref = versionParts(profile, what, version).map(encodeURIComponent).join('/')
        return askLandscape(landscape, `evidence/${ref}${searchText({ at })}`, isEvidence, signal)
      },
      meta: { about: { kind: 'elsewhere' } },
      staleTime: MINUTE,
    }),
}
