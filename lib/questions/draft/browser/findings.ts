import type { WhatIfRefusal } from '@/lib/contract/what-if'
import type { BrokenRule } from '@/lib/words/findings'
import {
  architectureRemedies,
  type Explanation,
  emptyImageRemedies,
  expiryRemedies,
  type FindingInput,
  isTakeOut,
  pastRemedies,
  type Remedy,
  removalRemedies,
  spellingRemedies,
  stageRemedies,
  supportedRemedies,
  withoutEdit,
} from './remedies'

/**
 * Refusals of the API server as an operator reads them: the rule, what is wrong, Gardener's words, and what would set it right.
 * Refusals of one rule about one thing are one finding.
 */
export interface Finding {
  readonly key: string
  readonly broken: BrokenRule
  /** In Gardener's own words; the first of several. */
  readonly quote: string
  /** How many refusals it stands for. */
  readonly count: number
  /** Positions of the edits that cause it; empty: the profile has it without them. */
  readonly edits: readonly number[]
  /** The first is the best one. */
  readonly remedies: readonly Remedy[]
}

export function findingsOf(refusals: readonly WhatIfRefusal[], input: FindingInput): readonly Finding[] {
  const findings = new Map<string, Finding>()
  for (const refusal of refusals) {
    const found = explained(refusal, input)
    const before = findings.get(found.key)
    const edits = [...new Set([...(before?.edits ?? []), ...refusal.edits])].sort((a, b) => a - b)
    findings.set(found.key, {
      ...found,
      quote: before?.quote ?? quoteOf(refusal),
      count: (before?.count ?? 0) + 1,
      edits,
      remedies: remediesFor(found, edits, input),
    })
  }
  return [...findings.values()]
}

function explained(refusal: WhatIfRefusal, input: FindingInput): Explanation {
  const { field, text, stage } = refusal
  return (
    known(refusal, input) ?? { key: `${field} ${text}`, broken: { code: stage, because: refusal.rule }, remedies: [] }
  )
}

/** What is known beyond the API server's words; null: these are enough. */
function known(refusal: WhatIfRefusal, input: FindingInput): Explanation | null {
  const { rule } = refusal
  switch (rule) {
    case 'architectures-missing':
    case 'runtimes-missing':
      return architectureRemedies(rule, refusal, input)
    case 'image-version-in-use':
    case 'kubernetes-version-in-use':
      return removalRemedies(rule, refusal, input)
    case 'stages-out-of-order':
    case 'stages-out-of-time':
      return stageRemedies(rule, refusal, input)
    case 'image-without-versions':
      return emptyImageRemedies(refusal, input)
    case 'kubernetes-version-spelling':
      return spellingRemedies(refusal, input)
    case 'latest-version-expires':
      return expiryRemedies(refusal, input)
    case 'override-expired':
      return pastRemedies(refusal, input)
    case 'supported-twice':
      return supportedRemedies(refusal, input)
    default:
      return null
  }
}

/** To take an edit out always helps, if it is what causes it. */
function remediesFor({ remedies }: Explanation, edits: readonly number[], input: FindingInput): readonly Remedy[] {
  const last = edits.at(-1)
  if (last === undefined || remedies.some(isTakeOut)) return remedies
  return [...remedies, { kind: 'takeOut', edits: withoutEdit(input.edits, last) }]
}

/** What would set a finding right and keep the edit that causes it. */
export function remedyOf({ remedies: [best] }: Finding): Remedy | undefined {
  return best === undefined || isTakeOut(best) ? undefined : best
}

/** `spec.kubernetes.versions[3]: Forbidden: …`, as the API server prints it without the object. */
function quoteOf({ type, field, text }: WhatIfRefusal): string {
  if (text !== '') return text
  const where = field === '' ? '' : `${field}: `
  return `${where}${type.replace(/^FieldValue/, '')}`
}
