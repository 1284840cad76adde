import type { EditBody } from './edits'

/** The edits of a draft as its list shows them, and the versions that they are about. */

export type LifeEditBody = Extract<EditBody, { readonly kind: 'classify' | 'expire' }>

/**
 * What the list of edits shows as one: an edit, or the edits of the classification and of the expiry of one version that
 * follow each other.
 */
export interface DraftItem {
  /** Position of its first edit, and how many they are. */
  readonly from: number
  readonly count: number
  readonly first: EditBody
  readonly edits: readonly EditBody[]
}

export function itemsOf(edits: readonly EditBody[]): readonly DraftItem[] {
  const items: DraftItem[] = []
  for (const [position, edit] of edits.entries()) {
    const last = items.at(-1)
    if (last !== undefined && isOneItem(last, edit)) {
      items[items.length - 1] = { ...last, count: last.count + 1, edits: [...last.edits, edit] }
    } else items.push({ from: position, count: 1, first: edit, edits: [edit] })
  }
  return items
}

/** Whether an edit belongs to an item of the draft. An item has at most one edit of each kind. */
function isOneItem({ first, edits }: DraftItem, edit: EditBody): boolean {
  return (
    isLifeEdit(edit) &&
    isLifeEdit(first) &&
    first.image === edit.image &&
    first.version === edit.version &&
    edits.every(({ kind }) => kind !== edit.kind)
  )
}

export function isLifeEdit(edit: EditBody): edit is LifeEditBody {
  return edit.kind === 'classify' || edit.kind === 'expire'
}

/** What the edits of a life item do; absent: they leave it as it is. */
export interface LifeChange {
  readonly classification?: Extract<EditBody, { kind: 'classify' }>['classification']
  /** Null: taken away. */
  readonly expirationDate?: string | null
}

export function lifeChange({ edits }: Pick<DraftItem, 'edits'>): LifeChange {
  const classify = edits.find((edit) => edit.kind === 'classify')
  const expire = edits.find((edit) => edit.kind === 'expire')
  return {
    ...(classify !== undefined && { classification: classify.classification }),
    ...(expire !== undefined && { expirationDate: expire.expirationDate }),
  }
}

export function lifeEdits(image: string | null, version: string, change: LifeChange): readonly LifeEditBody[] {
  const { classification, expirationDate } = change
  return [
    ...(classification === undefined ? [] : [{ kind: 'classify', image, version, classification } as const]),
    ...(expirationDate === undefined ? [] : [{ kind: 'expire', image, version, expirationDate } as const]),
  ]
}

/** The fields that describe what an image version runs on. */
const DESCRIBING = ['architectures', 'cri', 'kubeletVersionConstraint', 'inPlaceUpdates', 'capabilityFlavors']

/** The listed version of an image that an edit of values only describes otherwise; null: it does something else. */
export function describedVersion(edit: EditBody): string | null {
  if (edit.kind !== 'yaml' || edit.image === null) return null
  const versions = new Set(
    edit.changes.map(({ path }) => (path.length === 6 && DESCRIBING.includes(path[5] ?? '') ? path[4] : undefined)),
  )
  const [version = null] = versions
  return versions.size === 1 ? version : null
}

/** The version that an edit is about; null: an image, or its strategy. */
export function editedVersionOf(edit: EditBody): string | null {
  if (edit.kind === 'add') return edit.entry.version
  return 'version' in edit ? edit.version : null
}
