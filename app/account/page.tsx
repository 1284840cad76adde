import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import { AccountPage } from '@/components/account/account-page'
import { openSession } from '@/lib/http/auth'
import { errorBodyOf } from '@/lib/http/respond'
import { answerAccount } from '@/lib/questions/account/answer'
import { accountRoute } from '@/lib/questions/account/contract'
import { answerHere } from '../answer'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Account' }

export default async function Page() {
  const [session, { zone }] = [await openSession(await headers()), await viewerOf()]
  return <AccountPage account={await account()} session={session} zone={zone} now={Date.now()} />
}

/** Or the sentence that says why there is none. */
async function account() {
  try {
    return await answerHere(accountRoute, answerAccount)
  } catch (error) {
    unstable_rethrow(error)
    return errorBodyOf(error).error.message
  }
}
