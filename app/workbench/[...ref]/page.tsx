import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { NamespacedDrafts, WorkbenchPage } from '@/components/workbench'
import { pinnedAt, readAt } from '@/lib/client/at'
import { profileName, queries } from '@/lib/client/queries'
import { makeQueryClient } from '@/lib/client/query-client'
import type { ProfileRefBody, SourceAnswer } from '@/lib/contract'
import { prefetch } from '../../prefetch'
import { viewerOf } from '../../viewer'
import { openedDraft } from './opened-draft'

type Props = PageProps<'/workbench/[...ref]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const profile = profileOf((await params).ref)
  return { title: profile ? `Draft for ${profileName(profile)}` : 'Workbench' }
}

/** `/workbench/aws` and `/workbench/garden-core/aws-ext`. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const parts = (await params).ref.map(decodeURIComponent)
  const profile = profileOf(parts)
  if (!profile) notFound()
  const search = await searchParams
  const at = pinnedAt(readAt(search.at))
  const client = makeQueryClient()
  const query = queries.source(profile, { at })
  const asked = await prefetch(client, query)
  if (asked.kind === 'failed' && isNotFound(asked.error)) notFound()
  await prefetch(client, queries.profile(profile, { at }))
  const source = client.getQueryData<SourceAnswer>(query.queryKey)
  const opened = await openedDraft(profileName(profile), search, source, (await viewerOf()).zone)
  const page = <WorkbenchPage key={profileName(profile)} profile={profile} opened={opened} />
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {profile.kind === 'CloudProfile' ? page : <NamespacedDrafts>{page}</NamespacedDrafts>}
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
