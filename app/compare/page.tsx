import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { ComparePage } from '@/components/profiles/compare/compare-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query-client'
import { answerCompare, answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { compareRoute, profilesRoute } from '@/lib/questions/profiles/contract'
import type { ProfilesAnswer } from '@/lib/questions/profiles/contract/profile'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { prefetch } from '../prefetch'
import { searchOf } from '../shoots/search-params'

type Props = PageProps<'/compare'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const search = searchOf(await searchParams)
  const names = [search.get('a'), search.get('b')].filter(Boolean)
  return { title: names.length === 0 ? 'Compare profiles' : `Compare ${names.join(' and ')}` }
}

/** `/compare?a=aws&b=gcp`, `/compare?a=garden-core/aws-ext&b=aws`; without `b` it asks with what. */
export default async function Page({ searchParams }: Props) {
  await connection()
  const search = searchOf(await searchParams)
  const moment = momentIn(search)
  const [a, b] = [search.get('a') || null, search.get('b') || null]
  const client = makeQueryClient()
  await prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment))
  if (a !== null && b !== null) {
    const asked = await prefetch(client, compareRoute, answerCompare, profilesQueries.compare({ a, b, ...moment }))
    if (asked.kind === 'failed' && isNotFound(asked.error)) notFound()
  } else if (a !== null) {
    const profiles = client.getQueryData<ProfilesAnswer>(profilesQueries.profiles(moment).queryKey)
    if (profiles && !profiles.items.some(({ ref }) => profileName(ref) === a)) notFound()
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ComparePage />
    </HydrationBoundary>
  )
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'not-found'
}
