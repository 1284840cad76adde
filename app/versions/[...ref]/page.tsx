import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { VersionPage } from '@/components/version/version-page'
import { momentIn } from '@/lib/browser/at'
import { readVersionParts } from '@/lib/browser/paths'
import { makeQueryClient } from '@/lib/browser/query'
import { answerEvidence, answerVersion } from '@/lib/questions/version/answer'
import { evidenceRoute, versionRoute } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { profileName } from '@/lib/words/phrases'
import { prefetch, prefetchSoon } from '../../answer'
import { viewerOf } from '../../viewer'

type Props = PageProps<'/versions/[...ref]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wanted = readVersionParts((await params).ref.map(decodeURIComponent))
  if (wanted === undefined) return { title: 'Version' }
  return { title: `${wanted.what} ${wanted.version} in ${profileName(wanted.profile)}` }
}

/** `/versions/aws/kubernetes/1.33.6` and `/versions/garden-core/aws-ext/gardenlinux/1592.9.0`. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const wanted = readVersionParts((await params).ref.map(decodeURIComponent))
  if (wanted === undefined) notFound()
  const search = await searchParams
  const moment = momentIn(search)
  const rule = typeof search.rule === 'string' ? search.rule : undefined
  const { zone } = await viewerOf()
  const client = makeQueryClient()
  const asked = await prefetch(client, versionRoute, answerVersion, versionQueries.version(wanted, { ...moment, zone }))
  if (asked === 'not-found') notFound()
  // Who follows a link to the evidence looks at it at once.
  const fetch = search.evidence === undefined && rule === undefined ? prefetchSoon : prefetch
  await fetch(client, evidenceRoute, answerEvidence, versionQueries.evidence(wanted, { ...moment, rule }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <VersionPage wanted={wanted} />
    </HydrationBoundary>
  )
}
