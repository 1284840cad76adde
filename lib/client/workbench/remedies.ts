import type { EditBody, WhatIfRefusal } from '@/lib/contract'
import type { CloudProfile } from '@/lib/engine/types'
import type { Explanation, FindingInput } from './findings'
import { isLifeEdit, lifeChange, lifeEdits, shortName, versionIn } from './items'

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

/**
 * The draft with the life of a version changed: in the entry that adds it, in edits of it that there are already, else in new
 * ones at the end.
 */
export function withLife(
  edits: readonly EditBody[],
  image: string | null,
  version: string,
  change: ReturnType<typeof lifeChange>,
): readonly EditBody[] {
  const added = edits.findIndex((edit) => edit.kind === 'add' && edit.image === image && edit.entry.version === version)
  const own = edits.filter((edit) => isLifeEdit(edit) && edit.image === image && edit.version === version)
  const adding = edits[added]
  if (adding?.kind === 'add' && own.length === 0) return edits.with(added, withEntryLife(adding, change))
  const merged = { ...lifeChange({ edits: own }), ...change }
  const first = edits.findIndex((edit) => own.includes(edit))
  const others = edits.filter((edit) => !own.includes(edit))
  return others.toSpliced(first === -1 ? others.length : first, 0, ...lifeEdits(image, version, merged))
}

function withEntryLife(
  edit: Extract<EditBody, { kind: 'add' }>,
  { classification, expirationDate }: ReturnType<typeof lifeChange>,
): EditBody {
  const { classification: was, expirationDate: until, ...rest } = edit.entry
  const stage = classification === undefined ? was : (classification ?? undefined)
  const date = expirationDate === undefined ? until : (expirationDate ?? undefined)
  return {
    ...edit,
    entry: {
      ...rest,
      ...(stage !== undefined && { classification: stage }),
      ...(date !== undefined && { expirationDate: date }),
    },
  }
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
