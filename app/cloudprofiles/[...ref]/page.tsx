import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProfileViews } from '@/components/profiles/profile-page'
import { readNewClusterChoice } from '@/components/profiles/view-state'
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
import { type AskedPage, askedPage, WithAnswers } from '../../asked'
import { linkPreview } from '../../preview'

type Props = PageProps<'/cloudprofiles/[...ref]'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const profile = profileOf((await props.params).ref.map(decodeURIComponent))
  if (!profile) return { title: 'Profile' }
  const { search, moment } = await askedPage(props)
  const title = titleOf(profileName(profile), search)
  const answer = await askedOf(profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  const description = answer === null ? undefined : profilePlainText(answer)
  const picture = `/api/pictures/cloudprofiles/${profilePath(profile)}.png`
  return { title, ...(await linkPreview({ title, description, picture, moment })) }
}

function titleOf(name: string, search: URLSearchParams): string {
  switch (search.get('view')) {
    case 'history':
      return `${name}, history`
    case 'new-cluster':
      return `New cluster of ${name}`
    case 'compare':
      return search.has('with') ? `Compare ${name} and ${search.get('with')}` : `Compare ${name}`
    default:
      return `${name}, versions`
  }
}

/** `/cloudprofiles/aws` and `/cloudprofiles/garden-core/aws-ext`, with a tab as `?view=history`, `new-cluster` or `compare`. */
export default async function Page(props: Props) {
  const parts = (await props.params).ref.map(decodeURIComponent)
  const profile = profileOf(parts)
  if (!profile) notFound()
  const page = await askedPage(props)
  const { search, moment, client } = page
  const asked = await prefetch(client, profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  if (asked === 'not-found') notFound()
  await prefetchView(profile, page)
  return (
    <WithAnswers client={client}>
      <ProfileViews profile={profile} view={search.get('view') ?? undefined} />
    </WithAnswers>
  )
}

/** Adds what the tab of the address shows at once. */
async function prefetchView(profile: ProfileRefBody, page: AskedPage): Promise<void> {
  const { search, moment, client } = page
  if (search.get('view') === 'new-cluster') {
    const given = readNewClusterChoice(search)
    const query = profilesQueries.newCluster(profile, { ...moment, ...given })
    await prefetch(client, newClusterRoute, answerNewCluster, query)
  } else if (search.get('view') === 'compare') {
    const other = search.get('with') || null
    const query = other !== null && profilesQueries.compare({ a: profileName(profile), b: other, ...moment })
    const [asked] = await Promise.all([
      query && prefetch(client, compareRoute, answerCompare, query),
      prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment)),
    ])
    if (asked === 'not-found') notFound()
  } else await prefetchVersions(profile, page)
}

async function prefetchVersions(profile: ProfileRefBody, { search, moment, client }: AskedPage): Promise<void> {
  const select = search.get('select')
  const answer = client.getQueryData<ProfileAnswer>(profilesQueries.profile(profile, moment).queryKey)
  const parent = answer?.profile.parent
  await Promise.all([
    select !== null &&
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
