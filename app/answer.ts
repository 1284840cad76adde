import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { AnsweredRoute } from '@/lib/contract/route'
import { type AnswerTo, answer, type Question } from '@/lib/http/answer'
import { askerOf, identityOf } from '@/lib/http/asker'
import { isCoded } from '@/lib/process/errors'

/** The answer of a route for the reader of the page, who signs in first where they have to. Throws as `answer` does. */
export async function answerHere<R extends AnsweredRoute>(
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  question?: Question,
) {
  const sent = await headers()
  try {
    const asker = await askerOf(sent)
    return await answer(route, answerTo, asker, { ...question, identity: identityOf(asker, sent) })
  } catch (error) {
    if (!isCoded(error) || error.code !== 'unauthenticated') throw error
    const address = `${sent.get('x-path') ?? '/'}${sent.get('x-search') ?? ''}`
    redirect(`/signin?to=${encodeURIComponent(address)}`)
  }
}

/** What the garden calls the reader of the page; null: nobody signs in here, or it does not say now. */
export async function readerName(): Promise<string | null> {
  try {
    return (await askerOf(await headers())).user?.name ?? null
  } catch {
    return null
  }
}
