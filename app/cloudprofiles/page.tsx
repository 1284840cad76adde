import type { Metadata } from 'next'
import { ExceptionsPage } from '@/components/exceptions/exceptions-page'
import { ProfilesPage } from '@/components/profiles/profiles-page'
import { answerExceptions } from '@/lib/questions/exceptions/answer'
import { exceptionsRoute } from '@/lib/questions/exceptions/contract'
import { exceptionsQueries } from '@/lib/questions/exceptions/queries'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'
import { askedPage, WithAnswers } from '../asked'

export const metadata: Metadata = { title: 'Profiles' }

export default async function Page(props: PageProps<'/cloudprofiles'>) {
  const { search, moment, client } = await askedPage(props)
  if (search.get('view') === 'exceptions') {
    await prefetch(client, exceptionsRoute, answerExceptions, exceptionsQueries.exceptions(moment))
    return (
      <WithAnswers client={client}>
        <ExceptionsPage />
      </WithAnswers>
    )
  }
  await prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment))
  return (
    <WithAnswers client={client}>
      <ProfilesPage />
    </WithAnswers>
  )
}
