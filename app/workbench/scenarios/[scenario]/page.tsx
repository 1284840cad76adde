import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { GuidePage } from '@/components/guides/guide-page'
import type { GuideRow } from '@/components/guides/guide-timeline'
import { momentIn } from '@/lib/browser/at'
import type { DraftTextsAnswer } from '@/lib/contract/apply'
import { SCENARIOS } from '@/lib/contract/words'
import { answerDraftTexts } from '@/lib/questions/draft/answer/apply'
import { answerSource } from '@/lib/questions/draft/answer/draft'
import { changesBetween } from '@/lib/questions/draft/browser/changes'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import { editedProfile } from '@/lib/questions/draft/browser/edited'
import { byNewest, effectRow, sameRow } from '@/lib/questions/draft/browser/effect-rows'
import { readSource, type Source, versionOf } from '@/lib/questions/draft/browser/source'
import { draftTextsRoute, sourceRoute } from '@/lib/questions/draft/contract'
import { answerGuide } from '@/lib/questions/guides/answer'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { guideRoute } from '@/lib/questions/guides/contract'
import { answerHere } from '../../../answer'
import { viewerOf } from '../../../viewer'

type Props = PageProps<'/workbench/scenarios/[scenario]'>

export const metadata: Metadata = { title: 'Guide' }

const KIND_WORDS = { new: 'new', changed: 'changed', removed: 'removed', suggested: 'suggested', same: '' } as const

export default async function Page({ params, searchParams }: Props) {
  await connection()
  const { scenario } = await params
  if (!SCENARIOS.some((known) => known === scenario)) notFound()
  const search = await searchParams
  const { zone } = await viewerOf()
  const guide = await guideOf(scenario, { ...search, zone })
  const { profile, base, edits } = guide
  const source = readSource(
    await answerHere(sourceRoute, answerSource, {
      path: { ref: [profile.name] },
      query: { ...momentIn(search) },
    }),
    zone,
  )
  const draft = edits.length === 0 ? null : await encodeDraft({ profile: profile.name, base, edits })
  return <GuidePage answer={guide} draft={draft} texts={await textsOf(guide)} rows={guideRows(guide, source)} />
}

/** What another profile or image has not, or what is gone by now, is not asked for again: the guide then begins anew. */
async function guideOf(scenario: string, search: Awaited<Props['searchParams']>): Promise<ScenarioAnswer> {
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
      if (codeOf(error) === 'not-found') notFound()
      if (codeOf(error) !== 'invalid') throw error
      failure = error
    }
  }
  throw failure
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

/** The versions that the guide's edits change, and those that play a part all the same, over time. */
function guideRows({ image, edits, parts }: ScenarioAnswer, source: Source): readonly GuideRow[] {
  const part = new Map(parts.map((one) => [one.version, one.part]))
  const { profile } = editedProfile(source, edits)
  const changed = changesBetween(source.profile, profile)
    .versions.filter((change) => change.image === image)
    .map((change) => effectRow(change, source.at, source.zone))
  const known = new Set(changed.map(({ version }) => version))
  const same = parts.flatMap(({ version }) => {
    const listed = known.has(version) ? undefined : versionOf(source.profile, image, version)
    return listed === undefined ? [] : [sameRow(image, listed, source.at, source.zone)]
  })
  return [...changed, ...same]
    .sort(byNewest)
    .map((row) => ({ ...row, part: part.get(row.version) ?? KIND_WORDS[row.kind] }))
}
