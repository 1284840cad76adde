import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { ProfileViews } from '@/components/profiles/profile-page'
import { readAsked } from '@/components/profiles/view-state'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import { answerNewCluster } from '@/lib/questions/profiles/answer/new-cluster'
import { answerCompare, answerProfile, answerProfiles, profilePlainText } from '@/lib/questions/profiles/answer/profile'
import {
  compareRoute,
  newClusterRoute,
  type ProfileAnswer,
  profileRoute,
  profilesRoute,
} from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName, profileOf, profilePath } from '@/lib/words/phrases'
import { askedOf, prefetch } from '../../answer'
import { linkPreview } from '../../preview'
import { searchOf } from '../../shoots/search-params'

type Props = PageProps<'/cloudprofiles/[...ref]'>
type Search = Awaited<Props['searchParams']>

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const profile = profileOf((await params).ref.map(decodeURIComponent))
  if (!profile) return { title: 'Profile' }
  const search = await searchParams
  const title = titleOf(profileName(profile), search)
  const moment = momentIn(search)
  const answer = await askedOf(profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  const description = answer === null ? undefined : profilePlainText(answer)
  const picture = `/api/pictures/cloudprofiles/${profilePath(profile)}.png`
  return { title, ...(await linkPreview({ title, description, picture, moment })) }
}

function titleOf(name: string, search: Search): string {
  switch (search.view) {
    case 'history':
      return `${name}, history`
    case 'new-cluster':
      return `New cluster of ${name}`
    case 'compare':
      return typeof search.with === 'string' ? `Compare ${name} and ${search.with}` : `Compare ${name}`
    default:
      return `${name}, versions`
  }
}

/** `/cloudprofiles/aws` and `/cloudprofiles/garden-core/aws-ext`, with a tab as `?view=history`, `new-cluster` or `compare`. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const parts = (await params).ref.map(decodeURIComponent)
  const profile = profileOf(parts)
  if (!profile) notFound()
  const search = await searchParams
  const moment = momentIn(search)
  const client = makeQueryClient()
  const asked = await prefetch(client, profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  if (asked === 'not-found') notFound()
  return (
    <HydrationBoundary state={dehydrate(await withView(client, profile, search))}>
      <ProfileViews profile={profile} view={[search.view].flat()[0]} />
    </HydrationBoundary>
  )
}

/** Adds what the tab of the address shows at once. */
async function withView(client: QueryClient, profile: ProfileRefBody, search: Search): Promise<QueryClient> {
  const moment = momentIn(search)
  if (search.view === 'new-cluster') {
    const given = readAsked(searchOf(search))
    const query = profilesQueries.newCluster(profile, { ...moment, ...given })
    await prefetch(client, newClusterRoute, answerNewCluster, query)
  } else if (search.view === 'compare') {
    const other = typeof search.with === 'string' && search.with !== '' ? search.with : null
    const query = other !== null && profilesQueries.compare({ a: profileName(profile), b: other, ...moment })
    const [asked] = await Promise.all([
      query && prefetch(client, compareRoute, answerCompare, query),
      prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment)),
    ])
    if (asked === 'not-found') notFound()
  } else await withVersions(client, profile, search)
  return client
}

async function withVersions(client: QueryClient, profile: ProfileRefBody, search: Search): Promise<void> {
  const { select } = search
  const moment = momentIn(search)
  const answer = client.getQueryData<ProfileAnswer>(profilesQueries.profile(profile, moment).queryKey)
  const parent = answer?.profile.parent
  await Promise.all([
    typeof select === 'string' &&
      prefetch(client, profileRoute, answerProfile, profilesQueries.profile(profile, { ...moment, select })),
    // What a namespaced profile says itself is found by comparison.
    parent &&
      prefetch(
        client,
        profileRoute,
        answerProfile,
        profilesQueries.profile({ kind: 'CloudProfile', name: parent }, moment),
      ),
  ])
}
