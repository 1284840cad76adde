import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { GuidePage } from '@/components/scenarios'
import { encodeDraft } from '@/lib/client/draft'
import { seenBy } from '@/lib/client/workbench/seen'
import { readSource } from '@/lib/client/workbench/source'
import type { DraftTextsAnswer, ScenarioAnswer } from '@/lib/contract'
import { SCENARIOS } from '@/lib/contract/words'
import { answer } from '@/lib/server/answers'
import { viewerOf } from '../../../viewer'
import { guideRows } from './guide-rows'

type Props = PageProps<'/workbench/scenarios/[scenario]'>

export const metadata: Metadata = { title: 'Guide' }

export default async function Page({ params, searchParams }: Props) {
  await connection()
  const { scenario } = await params
  if (!SCENARIOS.some((known) => known === scenario)) notFound()
  const search = await searchParams
  const { zone } = await viewerOf()
  const guide = await guideOf(scenario, { ...search, zone })
  const { profile, base, edits } = guide
  const source = readSource(
    await answer('GET /api/workbench/[...ref]', {
      path: { ref: [profile.name] },
      query: typeof search.at === 'string' ? { at: search.at } : {},
    }),
    null,
    zone,
  )
  const seen = seenBy(edits, source.profile)
  const draft = edits.length === 0 ? null : await encodeDraft({ profile: profile.name, base, edits, seen })
  return <GuidePage answer={guide} draft={draft} texts={await textsOf(guide)} rows={guideRows(guide, source)} />
}

/** What another profile or image has not, or what is gone by now, is not asked for again: the guide then begins anew. */
async function guideOf(scenario: string, search: Awaited<Props['searchParams']>): Promise<ScenarioAnswer> {
  const known = ['at', 'zone', 'profile', 'image', 'version', 'previous', 'way', 'until']
  const given = Object.fromEntries(
    Object.entries(search).filter(([name, value]) => known.includes(name) && value !== ''),
  )
  const { version: _, previous: __, ...sameList } = given
  const { image: ___, ...sameProfile } = sameList
  let failure: unknown
  for (const question of [given, sameList, sameProfile]) {
    try {
      return await answer('GET /api/scenarios', { query: { ...question, scenario } })
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
    return await answer('POST /api/apply/texts', { body: { profile: profile.name, edits } })
  } catch {
    return null
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
