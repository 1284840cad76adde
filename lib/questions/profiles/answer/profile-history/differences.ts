import { shortName } from '@/lib/contract/version-name'
import { applyEdit, applyEdits, type Edit, lifeOf } from '@/lib/engine/edits'
import { isDeepEqual } from '@/lib/engine/json'
import { expiryOf, listedOf, listedVersion, type StatedStage, statedStageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, MachineImage, Stage } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { ObjectState } from '@/lib/history'

/** Null: there was or is none. */
export interface ValuesBeforeAndAfter<T> {
  readonly before: T | null
  readonly after: T | null
}

/** One thing that a state of a profile says otherwise than another. `image` null: of its Kubernetes versions. */
type ProfileDifference =
  | {
      /** For a version: it was added or removed, or its stages or dates changed. */
      readonly kind: 'added' | 'removed' | 'life'
      readonly image: string | null
      readonly version: string
      /** Null: it is the same. */
      readonly stage: ValuesBeforeAndAfter<StatedStage> | null
      readonly expires: ValuesBeforeAndAfter<Instant> | null
      readonly edits: readonly Edit[]
    }
  | {
      /** For an image: it was added or removed; `updateStrategy`: only its update strategy changed. */
      readonly kind: 'imageAdded' | 'imageRemoved' | 'updateStrategy'
      readonly image: string
      readonly strategy: ValuesBeforeAndAfter<MachineImage['updateStrategy']>
      readonly edits: readonly Edit[]
    }
  /** What no edit can make: machine types, what images run on, the order of lists. */
  | { readonly kind: 'other'; readonly edits: readonly [] }

/**
 * What makes one state of a profile the next one, in the order in which it is told and applied; stages are those of `at`. What the
 * edits do not make of it is one difference more, `other`: nothing is guessed, and nothing is left out.
 */
export function differencesBetween(before: CloudProfile, after: CloudProfile, at: Instant): ProfileDifference[] {
  const found: ProfileDifference[] = versionDifferences(null, before, after, at)
  const are = new Map(after.machineImages.map((image) => [image.name, image]))
  const were = new Map(before.machineImages.map((image) => [image.name, image]))
  for (const [index, { name: image, updateStrategy }] of after.machineImages.entries()) {
    const was = were.get(image)
    const strategy = { before: was?.updateStrategy ?? null, after: updateStrategy }
    if (was === undefined)
      found.push({
        kind: 'imageAdded',
        image,
        strategy,
        edits: [{ kind: 'addImage', image, updateStrategy, index }],
      })
    found.push(...versionDifferences(image, before, after, at))
    if (was !== undefined && was.updateStrategy !== updateStrategy)
      found.push({ kind: 'updateStrategy', image, strategy, edits: [{ kind: 'strategy', image, updateStrategy }] })
  }
  for (const { name: image, updateStrategy } of before.machineImages) {
    if (are.has(image)) continue
    const strategy = { before: updateStrategy, after: null }
    found.push(...versionDifferences(image, before, after, at))
    found.push({ kind: 'imageRemoved', image, strategy, edits: [{ kind: 'removeImage', image }] })
  }
  const { value } = applyEdits(before, editsOf(found), applyEdit)
  if (!isDeepEqual(value, after)) found.push({ kind: 'other', edits: [] })
  return found
}

export function editsOf(differences: readonly ProfileDifference[]): Edit[] {
  return differences.flatMap(({ edits }) => [...edits])
}

/** A difference as a sentence without a full stop: `1.34.6 expires 2027-01-21 instead of 2026-12-08`. */
export function profileDifferenceText(difference: ProfileDifference, dayText: (at: Instant) => string): string {
  if (difference.kind === 'other') return 'other change of the profile'
  const { name, text } = differenceParts(difference, dayText)
  return `${name} ${text}`
}

/** A difference as two texts: what it is about, and what is said about it. */
export function differenceParts(
  difference: Exclude<ProfileDifference, { kind: 'other' }>,
  dayText: (at: Instant) => string,
): { readonly name: string; readonly text: string } {
  switch (difference.kind) {
    case 'added':
      return {
        name: shortName(difference.image, difference.version),
        text: `added${stageText(difference)}${untilText(difference, dayText)}`,
      }
    case 'removed':
      return { name: shortName(difference.image, difference.version), text: 'removed' }
    case 'life':
      return { name: shortName(difference.image, difference.version), text: lifeText(difference, dayText) }
    case 'imageAdded':
      return { name: `image ${difference.image}`, text: `added, update strategy ${difference.strategy.after}` }
    case 'imageRemoved':
      return { name: `image ${difference.image}`, text: 'removed' }
    case 'updateStrategy': {
      const { before, after } = difference.strategy
      return { name: `image ${difference.image}`, text: `update strategy ${after} instead of ${before}` }
    }
  }
}

type DifferenceOfVersion = Extract<ProfileDifference, { kind: 'life' | 'added' | 'removed' }>

function stageText({ stage }: DifferenceOfVersion): string {
  return stage?.after == null ? '' : ` as ${stage.after}`
}

function untilText({ expires }: DifferenceOfVersion, dayText: (at: Instant) => string): string {
  return expires?.after == null ? '' : ` until ${dayText(expires.after)}`
}

function lifeText(difference: DifferenceOfVersion, dayText: (at: Instant) => string): string {
  const { stage, expires } = difference
  if (stage === null && expires === null) return 'has other stages ahead'
  const dates = expires === null ? '' : datesText(expires, dayText)
  if (stage === null) return dates
  const moved = `${stage.before} → ${stage.after}`
  if (expires === null) return moved
  return expires.before === null ? `${moved}${untilText(difference, dayText)}` : `${moved}, ${dates}`
}

function datesText({ before, after }: ValuesBeforeAndAfter<Instant>, dayText: (at: Instant) => string): string {
  if (after === null) return `no longer expires, was ${before === null ? 'never set' : dayText(before)}`
  return `expires ${dayText(after)}${before === null ? '' : ` instead of ${dayText(before)}`}`
}

function versionDifferences(
  image: string | null,
  before: CloudProfile,
  after: CloudProfile,
  at: Instant,
): DifferenceOfVersion[] {
  const [were, are] = [listedOf(before, image), listedOf(after, image)]
  const known = new Map(were.map((listed) => [listed.version, listed]))
  const found: DifferenceOfVersion[] = []
  const added: DifferenceOfVersion[] = []
  for (const [index, listed] of are.entries()) {
    const { version } = listed
    const was = known.get(version)
    known.delete(version)
    if (was === undefined) {
      const edits = [{ kind: 'add', image, entry: listed, index } as Edit]
      added.push({ kind: 'added', image, version, ...pairs(null, listed, at), edits })
    } else if (!isDeepEqual(lifeOf(was), lifeOf(listed))) {
      const edits = lifeEdits(before, image, was, listed, at)
      found.push({ kind: 'life', image, version, ...pairs(was, listed, at), edits })
    }
  }
  for (const listed of known.values()) {
    const { version } = listed
    const edits = [{ kind: 'remove', image, version } as Edit]
    found.push({ kind: 'removed', image, version, ...pairs(listed, null, at), edits })
  }
  return [...found, ...added]
}

/** The fewest edits that make one life the other. */
function lifeEdits(
  profile: CloudProfile,
  image: string | null,
  was: ExpirableVersion,
  is: ExpirableVersion,
  at: Instant,
): readonly Edit[] {
  const { version } = is
  const life = lifeOf(is)
  const expire: Edit = { kind: 'expire', image, version, expirationDate: expiryOf(is) }
  const classify = (classification: Stage | undefined, from: Instant): Edit[] =>
    classification === 'expired' || classification === 'unavailable'
      ? []
      : [{ kind: 'classify', image, version, classification: classification ?? null, from }]
  const stages = life.lifecycle ?? []
  const classified =
    stages.length === 0
      ? classify(life.classification, at)
      : stages.flatMap(({ classification, startTime = at }) => classify(classification, startTime))
  const scheduled: Edit[] = stages.length === 0 ? [] : [{ kind: 'schedule', image, version, lifecycle: stages }]
  const candidates: (readonly Edit[])[] = [
    [expire],
    ...classified.map((one) => [one]),
    ...classified.map((one) => [one, expire]),
    scheduled,
  ]
  const makesIt = (edits: readonly Edit[]) => {
    const { value, problems } = applyEdits(profile, edits, applyEdit)
    const listed = listedVersion(value, image, was.version)
    return problems.every((one) => one === null) && listed !== undefined && isDeepEqual(lifeOf(listed), life)
  }
  return candidates.find(makesIt) ?? [{ kind: 'restore', image, version, life }]
}

function pairs(was: ExpirableVersion | null, is: ExpirableVersion | null, at: Instant) {
  return {
    stage: pairOf(was && statedStageAt(was, at), is && statedStageAt(is, at)),
    expires: pairOf(was && expiryOf(was), is && expiryOf(is)),
  }
}

function pairOf<T>(before: T | null, after: T | null): ValuesBeforeAndAfter<T> | null {
  return before === after ? null : { before, after }
}

/** A change from one recorded state of a profile to the next one that differs. */
export interface RecordedProfileChange extends ObjectState<ProfileEntry> {
  /** The number of the change, from 1 on. */
  readonly number: number
  /** Null: there was no profile. */
  readonly before: ProfileEntry | null
  readonly differences: readonly (ProfileDifference | ProfileExistence)[]
}

/** Whether and since when the profile itself exists. */
export interface ProfileExistence {
  readonly kind: 'created' | 'deleted'
}

/** All changes that were recorded, oldest first; the first state is none. Each is computed when it is asked for. */
export function* recordedChanges(
  states: readonly ObjectState<ProfileEntry>[],
): Generator<RecordedProfileChange, undefined> {
  let number = 1
  let last: ProfileEntry | null = null
  for (const [i, state] of states.entries()) {
    const before: ProfileEntry | null = last
    last = state.value
    // It was so when recording began.
    if (i === 0 && state.after === null) continue
    const differences = differencesOf(before, state)
    if (differences.length > 0) yield { ...state, number: number++, before, differences }
  }
}

function differencesOf(
  before: ProfileEntry | null,
  { value, seen }: ObjectState<ProfileEntry>,
): RecordedProfileChange['differences'] {
  if (before === null) return value === null ? [] : [{ kind: 'created' }]
  if (value === null) return [{ kind: 'deleted' }]
  const differences = differencesBetween(before.profile, value.profile, seen)
  // What it says of its own may come to the same.
  const isOther = differences.length === 0 && !isDeepEqual(before.overrides, value.overrides)
  return isOther ? [{ kind: 'other', edits: [] }] : differences
}

/** Whether a profile came to be other by its own words, and not by those of its parent. */
export function isOwnChange({ before, value }: RecordedProfileChange): boolean {
  return value?.overrides === undefined || !isDeepEqual(before?.overrides, value.overrides)
}

/** What a profile said before a change; nothing where it was not there. */
export const NOTHING: CloudProfile = { kubernetes: [], machineImages: [], machineTypes: [] }

/** The last moment at which a change was not there yet: just before it was seen, or before the gap in which it came about. */
export function momentBefore({ seen, after }: Pick<RecordedProfileChange, 'seen' | 'after'>): Instant {
  return after ?? seen - 1
}

/** The change that was seen at a moment, to the millisecond, which no other one of a profile was; undefined: none was. */
export function changeAt(
  states: readonly ObjectState<ProfileEntry>[],
  moment: Instant,
): RecordedProfileChange | undefined {
  for (const change of recordedChanges(states)) {
    if (change.seen === moment) return change
    if (change.seen > moment) return undefined
  }
  return undefined
}
