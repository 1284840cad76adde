'use client'

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RequestError } from '@/lib/browser/fetch-json'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { type WhatIfParams, whatIfQueryOf } from '@/lib/questions/draft/browser/what-if-query'

/** How long nothing is typed before the effect is asked for. */
const PAUSE_MS = 120

export interface WhatIfState {
  readonly query: UseQueryResult<WhatIfAnswer, RequestError>
  /** Undefined until there is one. */
  readonly answer: WhatIfAnswer | undefined
  /** What is shown is the answer to an earlier question. */
  readonly isOld: boolean
  /**
   * What is known of this very draft, undefined until it is: an answer to an earlier question will do that only differed in
   * how the effect is shown, such as the time zone, which is known once the page lives, or the order of the table.
   */
  readonly ofDraft: WhatIfAnswer | undefined
}

/**
 * The effect of a draft: asked for after a pause in typing; a newer question cancels the older one, whose answer stays in
 * sight, also when there is none to the newer one.
 */
export function useWhatIf(params: WhatIfParams, enabled: boolean): WhatIfState {
  const settled = useSettled(params)
  const query = useQuery({ ...whatIfQueryOf(settled), enabled, placeholderData: keepPreviousData })
  const [last, setLast] = useState<{ readonly answer: WhatIfAnswer; readonly params: WhatIfParams }>()
  const isNews = query.data !== undefined && !query.isPlaceholderData
  if (isNews && (query.data !== last?.answer || settled !== last.params))
    setLast({ answer: query.data, params: settled })
  return {
    query,
    answer: last?.answer,
    isOld: last !== undefined && !(isNews && settled === params),
    ofDraft: last !== undefined && isSameDraft(last.params, params) ? last.answer : undefined,
  }
}

function isSameDraft(a: WhatIfParams, b: WhatIfParams): boolean {
  return a.profile === b.profile && a.edits === b.edits && a.at === b.at && a.days === b.days
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
