import type { EditBody, WhatIfRefusal } from '@/lib/contract'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { type Remedy, removalRemedies, withoutEdit } from './remedies'
import { architectureRemedies, emptyImageRemedies, spellingRemedies } from './remedies-entry'
import { expiryRemedies, pastRemedies, stageRemedies, supportedRemedies } from './remedies-life'

/**
 * Refusals of the API server as an operator reads them: the rule, what is wrong, Gardener's words, and what would set it right.
 * Refusals of one rule about one thing are one finding.
 */
export interface Finding {
  readonly key: string
  /** `Only one supported version per minor`. */
  readonly rule: string
  /** The rest of the sentence: `1.34.3 is supported too.` Empty: the rule says it all. */
  readonly text: string
  /** In Gardener's own words; the first of several. */
  readonly quote: string
  /** How many refusals it stands for. */
  readonly count: number
  /** Positions of the edits that cause it; empty: the profile has it without them. */
  readonly edits: readonly number[]
  /** The first is the best one. */
  readonly remedies: readonly Remedy[]
}

export interface FindingInput {
  readonly edits: readonly EditBody[]
  /** With all edits made. */
  readonly after: CloudProfile
  readonly at: Instant
}

/** What a refusal is about, and how it is set right. */
export interface Explanation {
  readonly key: string
  readonly rule: string
  readonly text: string
  readonly remedies: readonly Remedy[]
}

type Explain = (refusal: WhatIfRefusal, input: FindingInput) => Explanation | null

/** The first that recognizes a refusal explains it. */
const EXPLAIN: readonly Explain[] = [
  supportedRemedies,
  expiryRemedies,
  removalRemedies,
  pastRemedies,
  stageRemedies,
  spellingRemedies,
  architectureRemedies,
  emptyImageRemedies,
]

export function findingsOf(refusals: readonly WhatIfRefusal[], input: FindingInput): readonly Finding[] {
  const findings = new Map<string, Finding>()
  for (const refusal of refusals) {
    const found = explained(refusal, input)
    const known = findings.get(found.key)
    const edits = [...new Set([...(known?.edits ?? []), ...refusal.edits])].sort((a, b) => a - b)
    findings.set(
      found.key,
      known === undefined
        ? { ...found, quote: quoteOf(refusal), count: 1, edits, remedies: remediesFor(found, edits, input) }
        : { ...known, count: known.count + 1, edits, remedies: remediesFor(found, edits, input) },
    )
  }
  return [...findings.values()]
}

function explained(refusal: WhatIfRefusal, input: FindingInput): Explanation {
  for (const explain of EXPLAIN) {
    const found = explain(refusal, input)
    if (found !== null) return found
  }
  const rule = refusal.stage === 'admission' ? 'Gardener would not admit this' : 'Gardener would not accept this'
  return { key: `${refusal.field} ${refusal.detail}`, rule, text: '', remedies: [] }
}

/** To take an edit out always helps, if it is what causes it. */
function remediesFor(found: Explanation, edits: readonly number[], input: FindingInput): readonly Remedy[] {
  const last = edits.at(-1)
  const isSaid = found.remedies.some(({ isTakeOut }) => isTakeOut === true)
  if (last === undefined || isSaid) return found.remedies
  const takeOut: Remedy = { label: 'Take the edit out', edits: withoutEdit(input.edits, last), isTakeOut: true }
  return [...found.remedies, takeOut]
}

/** `spec.kubernetes.versions[3]: Forbidden: …`, as the API server prints it without the object. */
function quoteOf({ type, field, detail }: WhatIfRefusal): string {
  if (detail !== '') return detail
  const where = field === '' ? '' : `${field}: `
  return `${where}${type.replace(/^FieldValue/, '')}`
}
