import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { GuidePage } from '@/components/scenarios'
import { encodeDraft } from '@/lib/client/draft'
import type { DraftTextsAnswer, ScenarioAnswer } from '@/lib/contract'
import { SCENARIOS } from '@/lib/contract/words'
import { answerDraftTexts, answerScenario } from '@/lib/server/answers'

type Props = PageProps<'/workbench/scenarios/[scenario]'>

export const metadata: Metadata = { title: 'Guide' }

export default async function Page({ params, searchParams }: Props) {
  await connection()
  const { scenario } = await params
  if (!SCENARIOS.some((known) => known === scenario)) notFound()
  const answer = await answerOf(scenario, await searchParams)
  const { profile, base, edits } = answer
  const draft = edits.length === 0 ? null : await encodeDraft({ profile: profile.name, base, edits })
  return <GuidePage answer={answer} draft={draft} texts={await textsOf(answer)} />
}

/** A version of another profile, or one that is gone by now, is not asked for again: the guide then begins anew. */
async function answerOf(scenario: string, search: Awaited<Props['searchParams']>): Promise<ScenarioAnswer> {
  const known = ['at', 'profile', 'version', 'previous', 'way', 'until']
  const given = Object.fromEntries(Object.entries(search).filter(([name]) => known.includes(name)))
  try {
    return await answerScenario({ ...given, scenario })
  } catch (error) {
    if (codeOf(error) === 'invalid' && (given.version !== undefined || given.previous !== undefined)) {
      const { version: _, previous: __, ...rest } = given
      return await answerScenario({ ...rest, scenario })
    }
    if (codeOf(error) === 'not-found') notFound()
    throw error
  }
}

/** The guide is as good without them. */
async function textsOf({ profile, edits }: ScenarioAnswer): Promise<DraftTextsAnswer | null> {
  if (edits.length === 0) return null
  try {
    return await answerDraftTexts({ profile: profile.name, edits })
  } catch {
    return null
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
