import type { Moment } from '@/lib/browser/at'
import { type QueryOf, query, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import { profileName, profileParts } from '@/lib/words/phrases'
import type {
  ChangeEffectRoute,
  CompareRoute,
  NearestUpdateRoute,
  NewClusterRoute,
  ProfileHistoryRoute,
  ProfileRoute,
  ProfilesRoute,
} from './contract'
import type { ProfileChangeBody } from './contract/history'

export const profilesQueries = {
  profiles: (query: Moment = {}) => timed<ProfilesRoute>('GET /api/cloudprofiles', { query }),
  profile: (ref: ProfileRefBody, query: QueryOf<ProfileRoute> = {}) =>
    timed<ProfileRoute>(
      'GET /api/cloudprofiles/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  nearestUpdate: (query: QueryOf<NearestUpdateRoute>) =>
    timed<NearestUpdateRoute>('GET /api/updates/nearest', { query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<NewClusterRoute> = {}) =>
    timed<NewClusterRoute>(
      'GET /api/new-cluster/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  /** Both as `profileName` has them. */
  compare: (query: QueryOf<CompareRoute>) => timed<CompareRoute>('GET /api/compare', { query }),
  /** The past of a profile. */
  profileHistory: (ref: ProfileRefBody, asked: Moment & { readonly zone: string }) =>
    timed<ProfileHistoryRoute>('GET /api/history/cloudprofiles/[...ref]', {
      path: { ref: profileParts(ref) },
      query: asked,
    }),
  /** What a change of a profile did: `change` is its moment, as it has it. */
  changeEffect: (ref: ProfileRefBody, { change }: Pick<ProfileChangeBody, 'change'>) =>
    query<ChangeEffectRoute>('GET /api/history/effects/[...ref]', {
      path: { ref: profileParts(ref) },
      query: { change },
    }),
}
