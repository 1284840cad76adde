import type { WhatIfRefusal } from '@/lib/contract/what-if'
import type { ProfileRule } from '@/lib/engine/refusal'
import {
  architectureRemedies,
  type Explanation,
  emptyImageRemedies,
  expiryRemedies,
  type FindingInput,
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

type Explain = (refusal: WhatIfRefusal, input: FindingInput) => Explanation | null

/** What is known of each rule beyond the API server's words, which may be enough: null. */
const EXPLAIN = {
  'architecture-capability-missing': null,
  'architecture-not-allowed': null,
  'architecture-unknown': null,
  'architectures-conflict': null,
  'architectures-missing': architectureRemedies,
  'capabilities-undefined': null,
  'capability-empty': null,
  'capability-name-missing': null,
  'capability-reserved': null,
  'capability-twice': null,
  'capability-unknown': null,
  'capability-value-unknown': null,
  'classification-expired': null,
  'classification-unknown': null,
  'classification-with-lifecycle': null,
  'flavor-with-architectures': null,
  'flavor-without-architecture': null,
  'flavors-missing': null,
  'image-already-added': null,
  'image-in-use': null,
  'image-name-missing': null,
  'image-twice': null,
  'image-version-in-use': removalRemedies,
  'image-version-missing': null,
  'image-version-twice': null,
  'image-version-unreadable': null,
  'image-without-versions': emptyImageRemedies,
  'kubelet-constraint-unreadable': null,
  'kubernetes-version-in-use': removalRemedies,
  'kubernetes-version-spelling': spellingRemedies,
  'kubernetes-version-twice': null,
  'latest-version-expires': expiryRemedies,
  'latest-version-unknown': null,
  'machine-type-architecture-missing': null,
  'machine-type-architectures': null,
  'machine-type-name-missing': null,
  'machine-type-twice': null,
  'minimum-version-unreadable': null,
  'no-kubernetes-version': null,
  'no-machine-image': null,
  'no-machine-type': null,
  'no-region': null,
  'override-classified': null,
  'override-describes': null,
  'override-expired': pastRemedies,
  'override-of-nothing': null,
  'override-strategy-fixed': null,
  'override-version-fixed': null,
  'override-without-date': null,
  'provider-type-missing': null,
  'runtime-interface-twice': null,
  'runtime-interface-unknown': null,
  'runtime-twice': null,
  'runtimes-missing': architectureRemedies,
  'stage-twice': null,
  'stage-without-start': null,
  'stages-out-of-order': stageRemedies,
  'stages-out-of-time': stageRemedies,
  'supported-twice': supportedRemedies,
  'unavailable-again': null,
  'update-strategy-missing': null,
  'update-strategy-unknown': null,
} as const satisfies Record<ProfileRule, Explain | null>

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
  const found = EXPLAIN[refusal.rule]?.(refusal, input) ?? null
  if (found !== null) return found
  const rule = refusal.stage === 'admission' ? 'Gardener would not admit this' : 'Gardener would not accept this'
  return { key: `${refusal.field} ${refusal.text}`, rule, text: '', remedies: [] }
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
function quoteOf({ type, field, text }: WhatIfRefusal): string {
  if (text !== '') return text
  const where = field === '' ? '' : `${field}: `
  return `${where}${type.replace(/^FieldValue/, '')}`
}
