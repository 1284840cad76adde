import type { Metadata } from 'next'
import { PolicyPage } from '@/components/policy/policy-page'
import { answerPolicy } from '@/lib/questions/policy/answer'
import { policyQuestion, readGiven, readPatches } from '@/lib/questions/policy/browser/policy-address'
import { policyRoute } from '@/lib/questions/policy/contract'
import { policyQueries } from '@/lib/questions/queries'
import { prefetch } from '../../answer'
import { askedPage, WithAnswers } from '../../asked'

export const metadata: Metadata = { title: 'Policy' }

export default async function Page(props: PageProps<'/workbench/policy'>) {
  const { search, moment, zone, client } = await askedPage(props)
  const given = await readGiven(search)
  const profile = search.get('profile') ?? undefined
  const question = policyQuestion(profile, moment, zone, { ...given, patches: readPatches(search.get('patches')) })
  await prefetch(client, policyRoute, answerPolicy, policyQueries.policy(question))
  return (
    <WithAnswers client={client}>
      <PolicyPage given={given} key={profile} />
    </WithAnswers>
  )
}
