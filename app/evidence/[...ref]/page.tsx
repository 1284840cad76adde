import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { readVersionParts } from '@/components/version/address'
import { EvidencePage } from '@/components/version/evidence-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query-client'
import { answerEvidence } from '@/lib/questions/version/answer'
import { evidenceRoute } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { profileName } from '@/lib/words/phrases'
import { prefetch } from '../../prefetch'

type Props = PageProps<'/evidence/[...ref]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wanted = readVersionParts((await params).ref.map(decodeURIComponent))
  if (wanted === undefined) return { title: 'Evidence' }
  return { title: `Evidence for ${wanted.what} ${wanted.version} in ${profileName(wanted.profile)}` }
}

/** `/evidence/aws/kubernetes/1.36.2`: addresses are those of versions. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const wanted = readVersionParts((await params).ref.map(decodeURIComponent))
  if (wanted === undefined) notFound()
  const search = await searchParams
  const rule = typeof search.rule === 'string' ? search.rule : undefined
  const client = makeQueryClient()
  const asked = await prefetch(
    client,
    evidenceRoute,
    answerEvidence,
    versionQueries.evidence(wanted, { ...momentIn(search), rule }),
  )
  if (asked.kind === 'failed' && isNotFound(asked.error)) notFound()
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EvidencePage wanted={wanted} />
    </HydrationBoundary>
  )
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'not-found'
}
