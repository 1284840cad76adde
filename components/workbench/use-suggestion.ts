'use client'

import { useMemo } from 'react'
import { type EditedProfile, editedProfile } from '@/lib/client/workbench/edited'
import type { Finding } from '@/lib/client/workbench/findings'
import type { Remedy } from '@/lib/client/workbench/remedies'
import type { Source } from '@/lib/client/workbench/source'
import type { WhatIfParams } from '@/lib/client/workbench/what-if-query'
import type { WhatIfAnswer } from '@/lib/contract'
import { useWhatIf } from './use-what-if'

/** The draft as it would be with the one remedy that is offered, and the effect of that. */
export interface Suggestion {
  readonly remedy: Remedy
  readonly edited: EditedProfile
  /** Undefined until it is known. */
  readonly answer: WhatIfAnswer | undefined
  readonly asked: WhatIfParams
}

/** While one rule is broken that a remedy would set right, the effect of the draft with that remedy is worth more. */
export function useSuggestion(
  findings: readonly Finding[],
  source: Source | undefined,
  asked: WhatIfParams,
): Suggestion | null {
  const [finding, ...others] = findings
  const first = others.length === 0 ? finding?.remedies[0] : undefined
  const remedy = first?.isTakeOut === true ? undefined : first
  const wanted = useMemo<WhatIfParams>(
    () => (remedy === undefined ? asked : { ...asked, edits: remedy.edits }),
    [asked, remedy],
  )
  const { query, isOld } = useWhatIf(wanted, remedy !== undefined)
  return useMemo(() => {
    if (remedy === undefined || source === undefined) return null
    const answer = isOld ? undefined : query.data
    return { remedy, edited: editedProfile(source, remedy.edits), answer, asked: wanted }
  }, [remedy, source, wanted, isOld, query.data])
}
