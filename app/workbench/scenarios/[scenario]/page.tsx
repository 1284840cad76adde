import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type GuideEffect, GuidePage, GuideWithoutProfile } from '@/components/guides/guide-page'
import type { DraftTextsAnswer } from '@/lib/contract/apply'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { SCENARIOS } from '@/lib/contract/words'
import { answerDraftTexts } from '@/lib/questions/draft/answer/apply'
import { answerWhatIf } from '@/lib/questions/draft/answer/draft'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import { draftTextsRoute, whatIfRoute } from '@/lib/questions/draft/contract'
import { answerGuide } from '@/lib/questions/guides/answer/guide'
import { guideRoute, type ScenarioAnswer } from '@/lib/questions/guides/contract'
import { answerHere } from '../../../answer'
import { type AskedPage, askedPage } from '../../../asked'

type Props = PageProps<'/workbench/scenarios/[scenario]'>

export const metadata: Metadata = { title: 'Guide' }

export default async function Page(props: Props) {
  const { scenario } = await props.params
  if (!SCENARIOS.some((known) => known === scenario)) notFound()
  const { search, moment, zone } = await askedPage(props)
  const guide = await guideOf(scenario, { ...Object.fromEntries(search), zone })
  if (guide === null) return <GuideWithoutProfile scenario={scenario} />
  const { profile, base, edits } = guide
  const draft = edits.length === 0 ? null : await encodeDraft({ profile: profile.name, base, edits })
  const [texts, effect] = await Promise.all([textsOf(guide), effectOf(guide, { ...moment, zone })])
  return <GuidePage answer={guide} draft={draft} texts={texts} effect={effect && shownEffect(effect)} />
}

/**
 * What another profile or image has not, or what is gone by now, is not asked for again: the guide then begins anew. Null: the garden has no
 * profile that it could be about.
 */
async function guideOf(scenario: string, search: Readonly<Record<string, string>>): Promise<ScenarioAnswer | null> {
  const known = ['at', 'seen', 'zone', 'profile', 'image', 'version', 'previous', 'way', 'until']
  const given = Object.fromEntries(
    Object.entries(search).filter(([name, value]) => known.includes(name) && value !== ''),
  )
  const { version: _, previous: __, ...sameList } = given
  const { image: ___, ...sameProfile } = sameList
  let failure: unknown
  for (const question of [given, sameList, sameProfile]) {
    try {
      return await answerHere(guideRoute, answerGuide, { query: { ...question, scenario } })
    } catch (error) {
      if (codeOf(error) === 'not-found' && given.profile === undefined) return null
      if (codeOf(error) === 'not-found') notFound()
      if (codeOf(error) !== 'invalid') throw error
      failure = error
    }
  }
  throw failure
}

/** What the draft of the guide does to clusters; null without edits. */
async function effectOf(
  { profile, edits }: ScenarioAnswer,
  asked: AskedPage['moment'] & { readonly zone: string },
): Promise<WhatIfAnswer | null> {
  if (edits.length === 0) return null
  const body = { ...asked, profile: profile.name, edits, limit: 0 }
  const told = await answerHere(whatIfRoute, answerWhatIf, { body })
  // A text would be the table, for which it was not asked.
  return typeof told === 'string' ? null : told
}

/** Days and projects are not shown: they would be most of the page. */
function shownEffect({ figures, edits, refusals, defaults, days }: WhatIfAnswer): GuideEffect {
  return { figures, edits, refusals, defaults, days }
}

/** The guide is as good without them. */
async function textsOf({ profile, edits }: ScenarioAnswer): Promise<DraftTextsAnswer | null> {
  if (edits.length === 0) return null
  try {
    return await answerHere(draftTextsRoute, answerDraftTexts, { body: { profile: profile.name, edits } })
  } catch {
    return null
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
