import { type DraftItem, editedVersionOf, itemsOf, lifeChange } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { shortened } from '@/lib/engine/bounds'
import { type EditProblem, entryPath, type ValueChange } from '@/lib/engine/edits'
import { isDeepEqual, isJsonObject, type Json } from '@/lib/engine/json'
import { expiryOf, listedVersion, statedStageAt, statedStagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { type SaidBy, said } from './by-code'
import { nameOf, plural } from './phrases'
import { countOf, dayText } from './time-text'

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
  const name = shortName(first.image, editedVersionOf(first) ?? '')
  const was = listedVersion(before, first.image, editedVersionOf(first) ?? '')
  switch (first.kind) {
    case 'classify':
    case 'expire':
      return lifeWords(item, name, was, at, zone)
    case 'add':
      return { title: `Add ${name}`, note: writtenText(first.entry, zone) }
    case 'remove':
      return { title: `Remove ${name}`, note: was === undefined ? '' : lifeText(was, at, zone) }
    case 'schedule':
      return {
        title: `Schedule stages of ${name}`,
        note: first.lifecycle === null ? 'none' : stagesText(first.lifecycle, zone),
      }
    case 'restore':
      return { title: `Set ${name} back`, note: writtenText(first.life, zone) }
    case 'strategy': {
      const now = before.machineImages.find((image) => image.name === first.image)?.updateStrategy
      const to = first.updateStrategy ?? "the parent's"
      return { title: `Update strategy of ${first.image}`, note: now === undefined ? to : `${now} → ${to}` }
    }
    case 'addImage':
      return { title: `Add the image ${first.image}`, note: `update strategy ${first.updateStrategy}` }
    case 'removeImage':
      return { title: `Remove the image ${first.image}`, note: '' }
    case 'yaml':
      return yamlWords(first.changes)
  }
}

/** How many values are told; if there are more, their number is told. */
const TOLD_VALUES = 3
/** Characters of a value, and of all that is said of one edit. */
const VALUE_LENGTH = 40

/** `Edit m5.large`, `usable: false`; `Remove m5.large`, `Write limits`. */
function yamlWords(changes: readonly ValueChange[]): ItemWords {
  const [first] = changes
  if (first === undefined) return { title: 'Edit nothing', note: '' }
  const lives = livesIn(changes)
  if (lives !== null) return lives
  const entry = entryPath(first.path)
  const inside = changes.filter(({ path }) => path.length > entry.length)
  const others = changes.filter(({ path }) => !isDeepEqual(entryPath(path), entry)).length
  const what = entryTitle(entry)
  if (inside.length === 0) {
    const verb = first.value === undefined ? 'Remove' : 'Write'
    return {
      title: `${verb} ${what}`,
      note: others === 0 ? '' : `and ${countOf(others, 'more entry', 'more entries')}`,
    }
  }
  const told = inside
    .slice(0, TOLD_VALUES)
    .map(({ path, value }) => `${path.slice(entry.length).join('.')}: ${valueText(value)}`)
  const more = changes.length - told.length
  return {
    title: `Edit ${what}`,
    note: more === 0 ? told.join(', ') : `${told.join(', ')} and ${countOf(more, 'more value')}`,
  }
}

/** The words of an edit that writes the lives of several versions in the other form; null: it does something else. */
function livesIn(changes: readonly ValueChange[]): ItemWords | null {
  const entries = new Set(changes.map(({ path }) => JSON.stringify(entryPath(path))))
  const fields = new Set(changes.map(({ path }) => path.slice(entryPath(path).length).join('.')))
  const isOfLives = [...fields].every((field) => ['classification', 'expirationDate', 'lifecycle'].includes(field))
  const stages = changes.filter(({ path }) => path.at(-1) === 'lifecycle')
  if (!isOfLives || stages.length !== entries.size) return null
  const isBack = stages.every(({ value }) => value === undefined)
  if (!isBack && stages.some(({ value }) => value === undefined)) return null
  return { title: isBack ? 'Write as dates' : 'Write as lifecycle', note: countOf(entries.size, 'entry', 'entries') }
}

/** An entry of a profile as an edit names it: `m5.large`, `gardenlinux 1592.9.0`, `limits`. */
export function entryTitle(entry: readonly string[]): string {
  const [, list, name, , version] = entry
  if (list === 'machineImages' && name !== undefined && version !== undefined) return shortName(name, version)
  return entry.at(-1) ?? ''
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return 'taken out'
  return shortened(plainValue(value), VALUE_LENGTH)
}

/** `architecture amd64, hypervisor kvm; architecture arm64` */
function plainValue(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map(plainValue).join(value.every(isJsonObject) ? '; ' : ', ')
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([name, one]) => `${name} ${plainValue(one)}`)
      .join(', ')
  return String(value)
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
  const before = was === undefined ? '' : `was ${statedStageAt(was, at)}`
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
  readonly expirationDate?: string | Instant | undefined
  readonly lifecycle?:
    | readonly { readonly classification: string; readonly startTime?: string | Instant | undefined }[]
    | undefined
}

/** What is written of the life of a version: `as supported, expires 2 Mar 2027`, or its stages. */
export function writtenText({ classification, expirationDate, lifecycle }: NewLife, zone: Zone): string {
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

/**
 * `supported until 2 Mar 2027`, `preview, no expiry`, `expired since 3 Oct 2026`; with stages to come `preview until 9 Dec 2026,
 * supported until 27 Sep 2027`. A stage that ends now is over.
 */
export function lifeText(version: ExpirableVersion, at: Instant, zone: Zone): string {
  return lifeParts(version, at, (day) => dayText(day, zone)).join(', ')
}

/** The first of it, with days of which the year is known: `supported until 2 Mar`. */
export function shortLifeText(version: ExpirableVersion, at: Instant, zone: Zone): string {
  return lifeParts(version, at, (day) => dayText(day, zone, { now: day }))[0] ?? ''
}

function lifeParts(version: ExpirableVersion, at: Instant, dayOf: (day: Instant) => string): readonly string[] {
  const ahead = statedStagesOf(version).filter(({ to }) => to === null || to > at)
  return ahead.flatMap(({ stage, from, to }, i) => {
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

/** The edits in hand, as the effect may be that of them alone. */
export function theseEditsText(count: number): string {
  return plural(count, 'This edit', `These ${count} edits`)
}

/** The words for all edits of a draft. */
export function allEditsText(count: number): string {
  return `All ${count} edits`
}

/** Why an edit cannot be made, as a whole sentence. */
export function editProblemText(problem: EditProblem): string {
  return said(PROBLEMS, 'code', problem)
}

const UNNAMESPACED: SaidBy<'because', EditProblem & { readonly code: 'not-in-namespaced' }> = {
  'only-dates': ({ image, version }) =>
    `${nameOf(image, version)} is the parent's: a namespaced profile only gives it another expiration date.`,
  'version-of-parent': ({ image, version }) =>
    `${nameOf(image, version)} is the parent's: only its dates can be overridden.`,
  'no-parent': ({ image }) => `The image ${image} has no parent that it could follow.`,
  'image-of-parent': ({ image }) => `The machine image ${image} is the parent's.`,
  'strategy-needed': 'An image of its own needs an update strategy.',
  'kubernetes-of-parent': 'A namespaced profile neither adds nor removes Kubernetes versions.',
  'parent-unknown': ({ parent, profile }) =>
    `Almanac does not know the CloudProfile ${parent} that ${profile} builds on.`,
}

const PROBLEMS: SaidBy<'code', EditProblem> = {
  'unknown-image': ({ image }) => `There is no machine image ${image} in this profile.`,
  'unknown-version': ({ image, version }) => `${nameOf(image, version)} is not listed in this profile.`,
  'already-listed': ({ version, image }) =>
    version === null ? `The machine image ${image} is listed already.` : `${nameOf(image, version)} is listed already.`,
  'not-a-version': ({ version }) => `"${version}" is no version that Gardener can read.`,
  'unknown-entry': ({ path }) => `There is no ${path.at(-1)} in ${path.slice(0, -1).join('.')}.`,
  'not-empty': ({ image }) => `The machine image ${image} still has versions.`,
  'not-in-namespaced': (problem) => said(UNNAMESPACED, 'because', problem),
}

/** Why an edit goes when a draft is made again on another state of its profile; null: it changes nothing. */
export function goneText(problem: EditProblem | null): string {
  return problem === null ? 'The profile is like that already.' : editProblemText(problem)
}

/** What is left of a draft that is made again, and of how many edits; `kept` null: all of it. */
export function keptEditsText(kept: number | null, all: number): string {
  const stays =
    kept === null
      ? plural(all, 'The edit stays', `${allEditsText(all)} stay`)
      : `${countOf(kept, 'edit')} of ${all} stay`
  return `${stays}. Nothing is applied.`
}

/** The problem as answers tell it: with the code of the rule, for programs. */
export function editProblemBody(problem: EditProblem | null) {
  return problem && { code: problem.code, text: editProblemText(problem) }
}
