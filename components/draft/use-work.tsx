import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { RequestError } from '@/lib/browser/fetch-json'
import { useSettled } from '@/lib/browser/use-settled'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { NamedVersion } from '@/lib/engine/types'
import { shortNoticeOf } from '@/lib/questions/draft/browser/dates'
import { findingsOf, firstRemedy, type RefusalFinding } from '@/lib/questions/draft/browser/findings'
import { placesOf } from '@/lib/questions/draft/browser/rebase'
import { type DraftSource, type EditedProfile, editedProfile } from '@/lib/questions/draft/browser/source'
import { type SuggestedDraft, suggestedDraft } from '@/lib/questions/draft/browser/suggested'
import { WHAT_IF, type WhatIfParams, whatIfQueryOf } from '@/lib/questions/draft/queries'
import { allEditsText, theseEditsText } from '@/lib/words/edits'
import { shortNoticeText } from '@/lib/words/findings'
import { Segmented } from '../ui/button'
import { optionsOf } from '../ui/fields'

/** Edits of a profile, and what is known of them. */
export interface DraftWork {
  readonly source: DraftSource
  readonly edits: readonly EditBody[]
  readonly edited: EditedProfile
  readonly asked: WhatIfParams
  readonly query: UseQueryResult<WhatIfAnswer, RequestError>
  /** Undefined until there is one. */
  readonly answer: WhatIfAnswer | undefined
  /** `answer` is one to an earlier question. */
  readonly isOld: boolean
  /**
   * What is known of these very edits, undefined until it is: an answer to an earlier question will do that only differed in
   * how the effect is shown, such as the time zone, which is known once the page lives, or the order of the table.
   */
  readonly ofDraft: WhatIfAnswer | undefined
  /** What the API server refuses, explained. */
  readonly findings: readonly RefusalFinding[]
  /**
   * A remedy for every rule that is broken, with its effect. Null: no rule is broken, or one has no remedy, or the effect is being asked
   * for.
   */
  readonly suggestion: DraftSuggestion | null
  /** What speaks against the edits although the API server would accept them. */
  readonly warnings: readonly DraftWarning[]
}

export interface DraftWarning {
  readonly text: string
  /** The position of the item in the list of edits that causes it, from 0 on. */
  readonly place: number
}

/** Edits as they would be with a remedy for every rule that they break, and the effect of that. */
export interface DraftSuggestion extends SuggestedDraft {
  readonly edited: EditedProfile
  readonly asked: WhatIfParams
}

/**
 * What is known of edits. Their effect is asked for after a pause in typing; a newer question cancels the older one, whose answer stays
 * in sight, also when there is none to the newer one.
 */
export function useWork(asked: WhatIfParams, source: DraftSource, isWanted = true): DraftWork {
  const { edits } = asked
  const edited = useMemo(() => editedProfile(source, edits), [source, edits])
  const settled = useSettled(asked)
  const query = useQuery({ ...whatIfQueryOf(settled), enabled: isWanted, placeholderData: keepPreviousData })
  const [last, setLast] = useState<{ readonly answer: WhatIfAnswer; readonly asked: WhatIfParams }>()
  const isNews = query.data !== undefined && !query.isPlaceholderData
  if (isNews && (query.data !== last?.answer || settled !== last.asked)) setLast({ answer: query.data, asked: settled })
  const isSame = (['profile', 'edits', 'at'] as const).every((field) => last?.asked[field] === asked[field])
  const ofDraft = isSame ? last?.answer : undefined
  const findings = useMemo(
    () => findingsOf(ofDraft?.refusals ?? [], { edits, after: edited.profile, at: source.at }),
    [ofDraft, edits, edited, source],
  )
  const suggestion = useSuggestion(isWanted ? findings : [], source, asked)
  const warnings = useMemo(
    () => warningsOf(suggestion?.warnings ?? edits.map((_, i) => ofDraft?.edits[i]?.warnings ?? []), edits, source),
    [suggestion, ofDraft, edits, source],
  )
  const isOld = last !== undefined && !(isNews && settled === asked)
  const answer = last?.answer
  return { source, edits, edited, asked, query, answer, isOld, ofDraft, findings, suggestion, warnings }
}

/**
 * While rules are broken that remedies would set right, the effect of the draft with them is worth more than that of a draft
 * that the API server refuses.
 */
function useSuggestion(
  findings: readonly RefusalFinding[],
  source: DraftSource,
  asked: WhatIfParams,
): DraftSuggestion | null {
  const remedies = findings.map(firstRemedy)
  const broken = findings.flatMap(({ edits }) => edits)
  const wanted = remedies.includes(undefined) ? undefined : remedies[0]
  const query = useQuery<SuggestedDraft | null, RequestError>({
    queryKey: [WHAT_IF, 'with remedies', asked, wanted?.edits],
    queryFn: async ({ signal }) => (wanted ? suggestedDraft(wanted, source, asked, broken, signal) : null),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = wanted === undefined || query.isPlaceholderData ? undefined : query.data
  return useMemo(() => {
    if (!found) return null
    return { ...found, edited: editedProfile(source, found.edits), asked: { ...asked, edits: found.edits } }
  }, [found, source, asked])
}

/** The warnings of all edits in their order, and that one leaves less time than usual. */
function warningsOf(
  beside: readonly (readonly { readonly text: string }[])[],
  edits: readonly EditBody[],
  source: DraftSource,
): readonly DraftWarning[] {
  return itemsOf(edits).flatMap((item, place) => {
    const { from, count } = item
    const [before, after] = [from, from + count].map((end) => editedProfile(source, edits.slice(0, end)).profile)
    if (before === undefined || after === undefined) return []
    const notice = shortNoticeOf(item, before, after, source.at, source.notice)
    const texts = beside.slice(from, from + count).flatMap((own) => own.map(({ text }) => text))
    return [...new Set([...texts, ...(notice === null ? [] : [shortNoticeText(notice)])])].map((text) => ({
      text,
      place,
    }))
  })
}

/** What the hand is on: a version that was picked to be edited, the open item of the list. */
export interface EditFocus {
  readonly version: NamedVersion | null
  readonly open: number | null
  /** What the text that is edited became. */
  readonly own: readonly EditBody[]
}

interface ShownWork {
  /** What the effect shows: all edits, or those in hand by themselves. */
  readonly shown: DraftWork
  /** The choice between the two; false: none are in hand, or these are all. */
  readonly scope: ReactNode
  /** The position in the list at which the edits that are shown begin, from 0 on. */
  readonly first: number
}

/** The effect of all edits, or of those that the hand is on: the open one, or those that a text became. */
export function useShown(focus: EditFocus, all: DraftWork): ShownWork {
  const [isAlone, setAlone] = useState(false)
  const { edits, asked, source } = all
  const inHand = useMemo(() => {
    const open = itemsOf(edits)[focus.open ?? -1]
    const opened = open === undefined ? [] : edits.slice(open.from, open.from + open.count)
    const places = placesOf(focus.own.length > 0 ? focus.own : opened, edits)
    return edits.filter((_, place) => places.includes(place))
  }, [edits, focus.own, focus.open])
  const isPart = inHand.length > 0 && inHand.length < edits.length
  const isShown = isAlone && isPart
  const own = useWork(
    useMemo(() => ({ ...asked, edits: inHand }), [asked, inHand]),
    source,
    isShown,
  )
  const [begin = 0] = placesOf(inHand, edits)
  return {
    shown: isShown ? own : all,
    scope: isPart && (
      <Segmented
        label="Effect of"
        value={isAlone ? 'these' : 'all'}
        options={optionsOf({
          these: theseEditsText(itemsOf(inHand).length),
          all: allEditsText(itemsOf(edits).length),
        })}
        onChange={(value) => setAlone(value === 'these')}
      />
    ),
    first: isShown ? itemsOf(edits).findIndex(({ from }) => from === begin) : 0,
  }
}
