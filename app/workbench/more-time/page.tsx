import type { Metadata } from 'next'
import { MoreTimePage } from '@/components/exceptions/more-time-page'
import { answerMoreTime } from '@/lib/questions/exceptions/answer'
import { moreTimeQuery, moreTimeRoute } from '@/lib/questions/exceptions/contract'
import { exceptionsQueries, moreTimeIn } from '@/lib/questions/exceptions/queries'
import { prefetch } from '../../answer'
import { askedPage, WithAnswers } from '../../asked'

export const metadata: Metadata = { title: 'More time' }

export default async function Page(props: PageProps<'/workbench/more-time'>) {
  const { search, moment, client } = await askedPage(props)
  const read = moreTimeIn(search.toString())
  // What no question can be made of is asked as if nothing had been asked.
  const draft = read !== null && moreTimeQuery.safeParse(read.asked).success ? read : null
  if (draft !== null)
    await prefetch(client, moreTimeRoute, answerMoreTime, exceptionsQueries.moreTime({ ...moment, ...draft.asked }))
  return (
    <WithAnswers client={client}>
      <MoreTimePage draft={draft} key={JSON.stringify([draft?.asked.project, draft?.asked.profile])} />
    </WithAnswers>
  )
}
