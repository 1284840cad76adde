import type { WhatIfRefusal } from '@/lib/contract/what-if'
import { minorOf, parseVersion } from '@/lib/engine/rules'
import {
  architectureRemedies,
  emptyImageRemedies,
  expiryRemedies,
  type FindingInput,
  isTakeOut,
  pastRemedies,
  type RefusalRemedy,
  removalRemedies,
  runtimeRemedies,
  spellingRemedies,
  stageRemedies,
  supportedRemedies,
} from './remedies'

/**
 * Refusals of the API server as an operator reads them: the rule, Gardener's words, and what would set it right. Refusals of one rule about
 * one thing are one finding.
 */
export interface RefusalFinding {
  readonly key: string
  readonly rule: WhatIfRefusal['rule']
  /** The first refusal in Gardener's own words. */
  readonly quote: string
  /** How many refusals it stands for. */
  readonly count: number
  /** Positions of the edits that cause it; empty: the profile has it without them. */
  readonly edits: readonly number[]
  /** The first is the best one. */
  readonly remedies: readonly RefusalRemedy[]
}

export function findingsOf(refusals: readonly WhatIfRefusal[], input: FindingInput): readonly RefusalFinding[] {
  const findings = new Map<string, RefusalFinding>()
  for (const refusal of refusals) {
    const key = keyOf(refusal)
    const before = findings.get(key)
    const edits = [...new Set([...(before?.edits ?? []), ...refusal.edits])].sort((a, b) => a - b)
    findings.set(key, {
      key,
      rule: refusal.rule,
      quote: before?.quote ?? quoteOf(refusal),
      count: (before?.count ?? 0) + 1,
      edits,
      remedies: remediesFor(refusal, edits, input),
    })
  }
  return [...findings.values()]
}

/** What is known to set a rule right besides taking the edit out. */
const REMEDIES: Readonly<
  Partial<Record<WhatIfRefusal['rule'], (refusal: WhatIfRefusal, input: FindingInput) => readonly RefusalRemedy[]>>
> = {
  'architectures-missing': architectureRemedies,
  'image-version-in-use': removalRemedies,
  'image-without-versions': emptyImageRemedies,
  'kubernetes-version-in-use': removalRemedies,
  'kubernetes-version-spelling': spellingRemedies,
  'latest-version-expires': expiryRemedies,
  'override-expired': pastRemedies,
  'runtimes-missing': runtimeRemedies,
  'stages-out-of-order': stageRemedies,
  'stages-out-of-time': stageRemedies,
  'supported-twice': supportedRemedies,
}

/** A key of the rule and its subject, the same for both sides of a clash that has a remedy: they have one minor. */
function keyOf({ rule, field, text, subject: { image, version } }: WhatIfRefusal): string {
  if (REMEDIES[rule] === undefined) return `${field} ${text}`
  const parsed = rule === 'supported-twice' && version !== null ? parseVersion(version) : null
  return `${rule} ${image} ${parsed === null ? version : minorOf(parsed)}`
}

/** The remedies for a refusal. Taking an edit out always helps, if this edit causes it. */
function remediesFor(refusal: WhatIfRefusal, edits: readonly number[], input: FindingInput): readonly RefusalRemedy[] {
  const remedies = REMEDIES[refusal.rule]?.(refusal, input) ?? []
  const last = edits.at(-1)
  if (last === undefined || remedies.some(isTakeOut)) return remedies
  return [...remedies, { kind: 'takeOut', edits: input.edits.toSpliced(last, 1) }]
}

/** What would set a finding right and keep the edit that causes it. */
export function firstRemedy({ remedies: [best] }: RefusalFinding): RefusalRemedy | undefined {
  return best === undefined || isTakeOut(best) ? undefined : best
}

/** `spec.kubernetes.versions[3]: Forbidden: …`, as the API server prints it without the object. */
function quoteOf({ type, field, text }: WhatIfRefusal): string {
  if (text !== '') return text
  const where = field === '' ? '' : `${field}: `
  return `${where}${type.replace(/^FieldValue/, '')}`
}
