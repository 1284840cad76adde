import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { ProfilePage } from '@/components/profiles/profile-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query-client'
import type { ProfileRefBody } from '@/lib/contract/common'
import { profileText } from '@/lib/questions/profiles/answer/picture-words'
import { answerProfile } from '@/lib/questions/profiles/answer/profile'
import { profileRoute } from '@/lib/questions/profiles/contract'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract/profile'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName, profilePath } from '@/lib/words/phrases'
import { askedOf, prefetch } from '../../prefetch'
import { previewOf } from '../../preview'

type Props = PageProps<'/cloudprofiles/[...ref]'>

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const profile = profileOf((await params).ref.map(decodeURIComponent))
  if (!profile) return { title: 'Profile' }
  const title = `${profileName(profile)}, versions`
  const moment = momentIn(await searchParams)
  const answer = await askedOf(profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  const description = answer === null ? undefined : profileText(answer)
  const picture = `/api/pictures/cloudprofiles/${profilePath(profile)}.png`
  return { title, ...(await previewOf({ title, description, picture, moment })) }
}

/** `/cloudprofiles/aws` and `/cloudprofiles/garden-core/aws-ext`. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const parts = (await params).ref.map(decodeURIComponent)
  const profile = profileOf(parts)
  if (!profile) notFound()
  const search = await searchParams
  const { select } = search
  const moment = momentIn(search)
  const client = makeQueryClient()
  const asked = await prefetch(client, profileRoute, answerProfile, profilesQueries.profile(profile, moment))
  if (asked.kind === 'failed' && isNotFound(asked.error)) notFound()
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
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProfilePage profile={profile} />
    </HydrationBoundary>
  )
}

function profileOf(parts: readonly string[]): ProfileRefBody | undefined {
  const [first, second, ...more] = parts
  if (first === undefined || more.length > 0) return undefined
  if (second === undefined) return { kind: 'CloudProfile', name: first }
  return { kind: 'NamespacedCloudProfile', namespace: first, name: second }
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'not-found'
}
