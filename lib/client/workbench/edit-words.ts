import { dayText } from '@/lib/client/time-text'
import { expiryOf, stageAt } from '@/lib/engine/lifecycle'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { type Item, lifeChange, shortName, versionIn } from './items'
import { versionOf } from './source'

/** What an item of the list does: `Deprecate 1.32.9`, `expiry 31 Jan 2027`. */
export interface ItemWords {
  readonly title: string
  readonly note: string
}

/**
 * @param before the profile as the edits before this item leave it
 * @param at now; dates are days of UTC, as Gardener keeps them
 */
export function itemWords(item: Item, before: CloudProfile, at: Instant): ItemWords {
  const { first } = item
  const name = shortName(first.image, versionIn(first) ?? '')
  const was = versionOf(before, first.image, versionIn(first) ?? '')
  switch (first.kind) {
    case 'classify':
    case 'expire':
      return lifeWords(item, name, was, at)
    case 'add':
      return { title: `Add ${name}`, note: addedNote(first.entry) }
    case 'remove':
      return { title: `Remove ${name}`, note: was === undefined ? '' : lifeText(was, at) }
    case 'schedule':
      return {
        title: `Schedule stages of ${name}`,
        note: first.lifecycle === null ? 'none' : stagesText(first.lifecycle),
      }
    case 'restore':
      return { title: `Set what is known of ${name}`, note: addedNote(first.life) }
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

function lifeWords(item: Item, name: string, was: ExpirableVersion | undefined, at: Instant): ItemWords {
  const { classification, expirationDate } = lifeChange(item)
  const date =
    expirationDate === undefined
      ? ''
      : expirationDate === null
        ? 'no expiry'
        : `expiry ${dayText(expirationDate, 'UTC')}`
  if (classification === undefined) {
    return expirationDate === null
      ? { title: `Clear the expiry of ${name}`, note: expiryNote(was) }
      : { title: `Expire ${name}`, note: date.replace('expiry ', '') }
  }
  const stage = was === undefined ? undefined : stageAt(was, at)
  const move = stage === undefined || classification === null || date !== '' ? '' : `${stage} → ${classification}`
  return { title: classifyTitle(classification, name), note: date === '' ? move : date }
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

function expiryNote(was: ExpirableVersion | undefined): string {
  const expires = was === undefined ? null : expiryOf(was)
  return expires === null ? '' : `was ${dayText(expires, 'UTC')}`
}

interface NewLife {
  readonly classification?: string | undefined
  readonly expirationDate?: string | undefined
  readonly lifecycle?:
    | readonly { readonly classification: string; readonly startTime?: string | undefined }[]
    | undefined
}

function addedNote({ classification, expirationDate, lifecycle }: NewLife): string {
  if (lifecycle !== undefined && lifecycle.length > 0) return stagesText(lifecycle)
  const stage = classification === undefined ? 'unclassified' : `as ${classification}`
  return `${stage}, ${expirationDate === undefined ? 'no expiry' : `expires ${dayText(expirationDate, 'UTC')}`}`
}

function stagesText(stages: NonNullable<NewLife['lifecycle']>): string {
  return stages
    .map(({ classification, startTime }) =>
      startTime === undefined ? classification : `${classification} ${dayText(startTime, 'UTC')}`,
    )
    .join(', ')
}

/** `supported until 2 Mar 2027`, `preview, no expiry`, `expired since 3 Oct 2026`. */
export function lifeText(version: ExpirableVersion, at: Instant): string {
  const stage = stageAt(version, at)
  const expires = expiryOf(version)
  if (expires === null) return `${stage}, no expiry`
  return stage === 'expired' ? `expired since ${dayText(expires, 'UTC')}` : `${stage} until ${dayText(expires, 'UTC')}`
}
