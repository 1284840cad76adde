import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { readAsked } from '@/components/profiles/new-cluster/address'
import { NewClusterPage } from '@/components/profiles/new-cluster/new-cluster-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query-client'
import type { ProfileRefBody } from '@/lib/contract/common'
import { answerNewCluster } from '@/lib/questions/profiles/answer/new-cluster'
import { newClusterRoute } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { prefetch } from '../../prefetch'

type Props = PageProps<'/new-cluster/[...ref]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const profile = profileOf((await params).ref.map(decodeURIComponent))
  return { title: profile ? `New cluster of ${profileName(profile)}` : 'New cluster' }
}

/** `/new-cluster/aws` and `/new-cluster/garden-core/aws-ext`. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const profile = profileOf((await params).ref.map(decodeURIComponent))
  if (!profile) notFound()
  const search = await searchParams
  const moment = momentIn(search)
  const given = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const client = makeQueryClient()
  const asked = await prefetch(
    client,
    newClusterRoute,
    answerNewCluster,
    profilesQueries.newCluster(profile, { ...moment, ...readAsked(given) }),
  )
  if (asked.kind === 'failed' && isNotFound(asked.error)) notFound()
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NewClusterPage profile={profile} />
    </HydrationBoundary>
  )
}

function profileOf([first, second, ...more]: readonly string[]): ProfileRefBody | undefined {
  if (first === undefined || more.length > 0) return undefined
  if (second === undefined) return { kind: 'CloudProfile', name: first }
  return { kind: 'NamespacedCloudProfile', namespace: first, name: second }
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'not-found'
}
