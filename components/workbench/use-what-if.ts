'use client'

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RequestError } from '@/lib/client/fetch-json'
import { type WhatIfParams, whatIfQueryOf } from '@/lib/client/workbench/what-if-query'
import type { WhatIfAnswer } from '@/lib/contract'

/** How long nothing is typed before the effect is asked for. */
const PAUSE_MS = 120

export interface WhatIfState {
  readonly query: UseQueryResult<WhatIfAnswer, RequestError>
  /** Undefined until there is one. */
  readonly answer: WhatIfAnswer | undefined
  /** What is shown is the answer to an earlier draft. */
  readonly isOld: boolean
}

/**
 * The effect of a draft: asked for after a pause in typing; a newer question cancels the older one, whose answer stays in
 * sight, also when there is none to the newer one.
 */
export function useWhatIf(params: WhatIfParams, enabled: boolean): WhatIfState {
  const settled = useSettled(params)
  const query = useQuery({ ...whatIfQueryOf(settled), enabled, placeholderData: keepPreviousData })
  const [last, setLast] = useState<WhatIfAnswer>()
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const answer = query.data ?? last
  const isAnswered = query.data !== undefined && !query.isPlaceholderData && settled === params
  return { query, answer, isOld: answer !== undefined && !isAnswered }
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
