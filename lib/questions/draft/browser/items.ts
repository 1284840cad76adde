import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { expiryOf, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { dayText } from '@/lib/words/time-text'
import { versionOf } from './source'

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

/** At most one of each kind. */
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

/** The version that an edit is about; null: an image, or its strategy. */
export function versionIn(edit: EditBody): string | null {
  if (edit.kind === 'add') return edit.entry.version
  return 'version' in edit ? edit.version : null
}

/** What an item of the list does: `Deprecate 1.32.9`, `expiry 31 Jan 2027`. */
export interface ItemWords {
  readonly title: string
  readonly note: string
}

/**
 * @param before the profile as the edits before this item leave it
 * @param at now
 * @param zone whose days are told
 */
export function itemWords(item: DraftItem, before: CloudProfile, at: Instant, zone: Zone): ItemWords {
  const { first } = item
  const name = shortName(first.image, versionIn(first) ?? '')
  const was = versionOf(before, first.image, versionIn(first) ?? '')
  switch (first.kind) {
    case 'classify':
    case 'expire':
      return lifeWords(item, name, was, at, zone)
    case 'add':
      return { title: `Add ${name}`, note: addedNote(first.entry, zone) }
    case 'remove':
      return { title: `Remove ${name}`, note: was === undefined ? '' : lifeText(was, at, zone) }
    case 'schedule':
      return {
        title: `Schedule stages of ${name}`,
        note: first.lifecycle === null ? 'none' : stagesText(first.lifecycle, zone),
      }
    case 'restore':
      return { title: `Set what is known of ${name}`, note: addedNote(first.life, zone) }
    case 'strategy': {
      const now = before.machineImages.find((image) => image.name === first.image)?.updateStrategy
      const to = first.updateStrategy ?? "the parent's"
      return { title: `Update strategy of ${first.image}`, note: now === undefined ? to : `${now} → ${to}` }
    }
    case 'addImage':
      return { title: `Add the image ${first.image}`, note: `update strategy ${first.updateStrategy}` }
    case 'removeImage':
      return { title: `Remove the image ${first.image}`, note: '' }
  }
}

function lifeWords(
  item: DraftItem,
  name: string,
  was: ExpirableVersion | undefined,
  at: Instant,
  zone: Zone,
): ItemWords {
  const { classification, expirationDate } = lifeChange(item)
  const date =
    expirationDate === undefined
      ? ''
      : expirationDate === null
        ? 'no expiry'
        : `expiry ${dayText(expirationDate, zone)}`
  if (classification === undefined) {
    return expirationDate === null
      ? { title: `Clear the expiry of ${name}`, note: expiryNote(was, zone) }
      : { title: `Expire ${name}`, note: date.replace('expiry ', '') }
  }
  // The title says what it becomes.
  const before = was === undefined ? '' : `was ${isUnclassified(was, at) ? 'unclassified' : stageAt(was, at)}`
  return { title: classifyTitle(classification, name), note: date === '' ? before : date }
}

function classifyTitle(classification: string | null, name: string): string {
  switch (classification) {
    case 'deprecated':
      return `Deprecate ${name}`
    case 'supported':
      return `Promote ${name}`
    case 'preview':
      return `Put ${name} back to preview`
    default:
      return `Take the classification off ${name}`
  }
}

function expiryNote(was: ExpirableVersion | undefined, zone: Zone): string {
  const expires = was === undefined ? null : expiryOf(was)
  return expires === null ? '' : `was ${dayText(expires, zone)}`
}

interface NewLife {
  readonly classification?: string | undefined
  readonly expirationDate?: string | undefined
  readonly lifecycle?:
    | readonly { readonly classification: string; readonly startTime?: string | undefined }[]
    | undefined
}

function addedNote({ classification, expirationDate, lifecycle }: NewLife, zone: Zone): string {
  if (lifecycle !== undefined && lifecycle.length > 0) return stagesText(lifecycle, zone)
  const stage = classification === undefined ? 'unclassified' : `as ${classification}`
  return `${stage}, ${expirationDate === undefined ? 'no expiry' : `expires ${dayText(expirationDate, zone)}`}`
}

function stagesText(stages: NonNullable<NewLife['lifecycle']>, zone: Zone): string {
  return stages
    .map(({ classification, startTime }) =>
      startTime === undefined ? classification : `${classification} ${dayText(startTime, zone)}`,
    )
    .join(', ')
}

/** Whether a version has no classification, in either form; Gardener treats it as supported. */
export function isUnclassified(version: ExpirableVersion, at: Instant): boolean {
  const isPlain = version.classification === undefined && (version.lifecycle ?? []).length === 0
  return isPlain && stageAt(version, at) !== 'expired'
}

/**
 * `supported until 2 Mar 2027`, `preview, no expiry`, `expired since 3 Oct 2026`; with stages to come `preview until 9 Dec 2026,
 * supported until 27 Sep 2027`. A stage that ends now is over.
 */
export function lifeText(version: ExpirableVersion, at: Instant, zone: Zone): string {
  return lifeParts(version, at, (day) => dayText(day, zone)).join(', ')
}

/** The first of it, with days of which anybody knows the year: `supported until 2 Mar`. */
export function shortLifeText(version: ExpirableVersion, at: Instant, zone: Zone): string {
  return lifeParts(version, at, (day) => dayText(day, zone, { now: day }))[0] ?? ''
}

function lifeParts(version: ExpirableVersion, at: Instant, dayOf: (day: Instant) => string): readonly string[] {
  const ahead = stagesOf(version).filter(({ to }) => to === null || to > at)
  return ahead.flatMap(({ stage: own, from, to }, i) => {
    const stage = own === 'supported' && isUnclassified(version, at) ? 'unclassified' : own
    if (to !== null) return [`${stage} until ${dayOf(to)}`]
    if (stage !== 'expired') return [`${i === 0 ? '' : 'then '}${stage}, no expiry`]
    // An end is told as the end of the stage before it.
    return i > 0 ? [] : [from === null ? 'expired' : `expired since ${dayOf(from)}`]
  })
}

const NOTHING: CloudProfile = { kubernetes: [], machineImages: [], machineTypes: [] }

/** What a draft does, one line per item, without what was before: `Deprecate 1.32.9, expiry 31 Jan 2027`. */
export function plansOf(edits: readonly EditBody[], zone: Zone): readonly string[] {
  return itemsOf(edits).map((item) => {
    const { title, note } = itemWords(item, NOTHING, 0, zone)
    return note === '' ? title : `${title}, ${note}`
  })
}
