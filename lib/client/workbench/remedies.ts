import type { EditBody, WhatIfRefusal } from '@/lib/contract'
import type { CloudProfile } from '@/lib/engine/types'
import type { Explanation, FindingInput } from './findings'
import { shortName, versionIn } from './items'

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

/** The image that `spec.machineImages[2].versions[0]` speaks of; null: Kubernetes. */
export function imageOfField(field: string, { machineImages }: CloudProfile): string | null {
  const [, index] = /machineImages\[(\d+)\]/.exec(field) ?? []
  return index === undefined ? null : (machineImages[Number(index)]?.name ?? null)
}

const IN_USE =
  /unable to delete (?:Kubernetes version|[Mm]achine ?[Ii]mage version) ["'](.+?)["'] from .*? - (?:version|version with extended expiration date) is still in use by (\S+)/

/** A version in use may not be removed: keep it, and let it expire instead. */
export function removalRemedies(refusal: WhatIfRefusal, { edits }: FindingInput): Explanation | null {
  const [, named] = IN_USE.exec(refusal.detail) ?? []
  if (named === undefined) return null
  const slash = named.indexOf('/')
  const image = slash === -1 ? null : named.slice(0, slash)
  const version = slash === -1 ? named : named.slice(slash + 1)
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
