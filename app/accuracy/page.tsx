import type { Metadata } from 'next'
import { AccuracyPage } from '@/components/accuracy/accuracy-page'
import { accuracyParameters, questionIn } from '@/components/accuracy/question'
import { answerAccuracy } from '@/lib/questions/accuracy/answer'
import { accuracyRoute } from '@/lib/questions/accuracy/contract'
import { accuracyQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'
import { askedPage, WithAnswers } from '../asked'

export const metadata: Metadata = { title: 'Were we right?' }

export default async function Accuracy(props: PageProps<'/accuracy'>) {
  const { search, moment, zone, client } = await askedPage(props)
  const asked = accuracyParameters(questionIn(search), zone, moment)
  await prefetch(client, accuracyRoute, answerAccuracy, accuracyQueries.accuracy(asked))
  return (
    <WithAnswers client={client}>
      <AccuracyPage />
    </WithAnswers>
  )
}
