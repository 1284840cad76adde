import { type DraftItem, itemsOf, lifeChange, versionIn, versionOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { EditProblem } from '@/lib/engine/edits'
import { expiryOf, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { nameOf } from './phrases'
import { dayText } from './time-text'

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
      return { title: `Set ${name} back`, note: addedNote(first.life, zone) }
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

/** Why an edit cannot be made, as a whole sentence. */
export function editProblemText(problem: EditProblem): string {
  switch (problem.code) {
    case 'unknown-image':
      return `There is no machine image ${problem.image} in this profile.`
    case 'unknown-version':
      return `${nameOf(problem.image, problem.version)} is not listed in this profile.`
    case 'already-listed':
      return problem.version === null
        ? `The machine image ${problem.image} is listed already.`
        : `${nameOf(problem.image, problem.version)} is listed already.`
    case 'not-a-version':
      return `"${problem.version}" is no version that Gardener can read.`
    case 'not-empty':
      return `The machine image ${problem.image} still has versions.`
    case 'not-in-namespaced':
      return unnamespacedText(problem)
  }
}

function unnamespacedText(problem: EditProblem & { readonly code: 'not-in-namespaced' }): string {
  switch (problem.because) {
    case 'only-dates':
      return `${nameOf(problem.image, problem.version)} is the parent's: a namespaced profile only gives it another expiration date.`
    case 'version-of-parent':
      return `${nameOf(problem.image, problem.version)} is the parent's: only its dates can be overridden.`
    case 'no-parent':
      return `The image ${problem.image} has no parent that it could follow.`
    case 'image-of-parent':
      return `The machine image ${problem.image} is the parent's.`
    case 'strategy-needed':
      return 'An image of its own needs an update strategy.'
    case 'kubernetes-of-parent':
      return 'A namespaced profile neither adds nor removes Kubernetes versions.'
    case 'parent-unknown':
      return `The CloudProfile ${problem.parent} that ${problem.profile} builds on is not known here.`
  }
}

/** Why an edit goes when a draft is made again on another state of its profile; null: it changes nothing. */
export function goneText(problem: EditProblem | null): string {
  return problem === null ? 'The profile is like that already.' : editProblemText(problem)
}

/** The same as answers tell it: with the code of the rule, for programs. */
export function problemBody(problem: EditProblem | null) {
  return problem && { code: problem.code, text: editProblemText(problem) }
}
