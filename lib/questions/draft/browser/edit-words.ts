import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { expiryOf, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { dayText } from '@/lib/words/time-text'
import { type DraftItem, lifeChange, versionIn } from './items'
import { versionOf } from './source'

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
