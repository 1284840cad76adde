'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestError } from '@/lib/browser/fetch-json'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { editedProfile } from '@/lib/questions/draft/browser/edited'
import { type Finding, findingsOf } from '@/lib/questions/draft/browser/findings'
import type { EditedProfile, Source } from '@/lib/questions/draft/browser/source'
import { type Suggested, suggestedDraft } from '@/lib/questions/draft/browser/suggested'
import { WHAT_IF, type WhatIfParams } from '@/lib/questions/draft/browser/what-if-query'

const NONE: readonly Finding[] = []

/** What the API server refuses, explained. */
export function useFindings(
  answer: WhatIfAnswer | undefined,
  edited: EditedProfile | undefined,
  edits: readonly EditBody[],
  source: Source | undefined,
): readonly Finding[] {
  return useMemo(() => {
    if (answer === undefined || answer.refusals.length === 0 || edited === undefined || source === undefined)
      return NONE
    return findingsOf(answer.refusals, { edits, after: edited.profile, at: source.at, zone: source.zone })
  }, [answer, edited, edits, source])
}

/** The draft as it would be with a remedy for every rule that it breaks, and the effect of that. */
export interface Suggestion extends Suggested {
  readonly edited: EditedProfile
  readonly asked: WhatIfParams
}

/**
 * While rules are broken that remedies would set right, the effect of the draft with them is worth more than that of a draft
 * that the API server refuses. Null: no rule is broken, one has no remedy, or it is being asked for.
 */
export function useSuggestion(
  findings: readonly Finding[],
  source: Source | undefined,
  asked: WhatIfParams,
): Suggestion | null {
  const remedies = findings.map(({ remedies: [best] }) => (best?.isTakeOut === true ? undefined : best))
  const [first] = remedies
  const broken = findings.flatMap(({ edits }) => edits)
  const wanted = remedies.includes(undefined) ? undefined : first
  const query = useQuery<Suggested | null, RequestError>({
    queryKey: [WHAT_IF, 'with remedies', asked, wanted?.edits],
    queryFn: async ({ signal }) => (wanted && source ? suggestedDraft(wanted, source, asked, broken, signal) : null),
    enabled: wanted !== undefined && source !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = wanted === undefined || query.isPlaceholderData ? undefined : query.data
  return useMemo(() => {
    if (!found || source === undefined) return null
    return { ...found, edited: editedProfile(source, found.edits), asked: { ...asked, edits: found.edits } }
  }, [found, source, asked])
}
