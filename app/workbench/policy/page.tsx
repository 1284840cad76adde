import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { PolicyPage } from '@/components/policy/policy-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerPolicy } from '@/lib/questions/policy/answer'
import { policyQuestion, readGiven, readPatches } from '@/lib/questions/policy/browser/policy-address'
import { policyRoute } from '@/lib/questions/policy/contract'
import { policyQueries } from '@/lib/questions/queries'
import { prefetch } from '../../answer'
import { viewerOf } from '../../viewer'

export const metadata: Metadata = { title: 'Policy' }

export default async function Page({ searchParams }: PageProps<'/workbench/policy'>) {
  await connection()
  const search = await searchParams
  const moment = momentIn(search)
  const given = await readGiven(search)
  const profile = typeof search.profile === 'string' ? search.profile : undefined
  const question = policyQuestion(profile, moment, (await viewerOf()).zone, {
    ...given,
    patches: readPatches(search.patches),
  })
  const client = makeQueryClient()
  await prefetch(client, policyRoute, answerPolicy, policyQueries.policy(question))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PolicyPage given={given} key={profile} />
    </HydrationBoundary>
  )
}
