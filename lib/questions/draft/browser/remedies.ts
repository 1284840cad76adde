import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import type { Zone } from '@/lib/contract/zone'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { versionIn } from './items'

/** What a refusal is about, and how it is set right. */
export interface Explanation {
  readonly key: string
  readonly rule: string
  readonly text: string
  readonly remedies: readonly Remedy[]
}

export interface FindingInput {
  readonly edits: readonly EditBody[]
  /** With all edits made. */
  readonly after: CloudProfile
  readonly at: Instant
  readonly zone: Zone
}

/** One click that sets a refusal right. */
export interface Remedy {
  /** `Deprecate 1.34.3 until 22 Mar 2027` */
  readonly label: string
  /** The whole draft with it. */
  readonly edits: readonly EditBody[]
  /** It only takes out what is refused: the effect is not computed as if it were wanted. */
  readonly isTakeOut?: boolean
}

export function withoutEdit(edits: readonly EditBody[], position: number): readonly EditBody[] {
  return edits.toSpliced(position, 1)
}

/** A version in use may not be removed: keep it, and let it expire instead. */
export function removalRemedies(
  { subject: { image, version } }: WhatIfRefusal,
  { edits }: FindingInput,
): Explanation | null {
  if (version === null) return null
  const name = shortName(image, version)
  const position = edits.findLastIndex(
    (edit) => edit.kind === 'remove' && edit.image === image && versionIn(edit) === version,
  )
  return {
    key: `in use ${name}`,
    rule: 'A version in use cannot be removed',
    text: `${name} is still run. Let it expire first.`,
    remedies: position === -1 ? [] : [{ label: `Keep ${name}`, edits: withoutEdit(edits, position), isTakeOut: true }],
  }
}
