'use client'

import { useEffect, useMemo, useState } from 'react'
import type { Finding, findingsOf } from '@/lib/client/workbench/findings'
import type { EditedProfile, Source } from '@/lib/client/workbench/source'
import type { EditBody, WhatIfAnswer } from '@/lib/contract'

const NONE: readonly Finding[] = []

/** What the API server refuses, explained; the explanations are loaded with the first refusal. */
export function useFindings(
  answer: WhatIfAnswer | undefined,
  edited: EditedProfile | undefined,
  edits: readonly EditBody[],
  source: Source | undefined,
): readonly Finding[] {
  const [explain, setExplain] = useState<{ readonly findingsOf: typeof findingsOf }>()
  const isRefused = answer !== undefined && answer.refusals.length > 0
  useEffect(() => {
    if (isRefused) void import('@/lib/client/workbench/findings').then(setExplain)
  }, [isRefused])
  return useMemo(() => {
    if (!isRefused || explain === undefined || edited === undefined || source === undefined) return NONE
    return explain.findingsOf(answer.refusals, { edits, after: edited.profile, at: source.at, zone: source.zone })
  }, [isRefused, explain, answer, edited, edits, source])
}
