import type { KnownFact } from '@/lib/contract/clusters'
import { onWire } from '@/lib/contract/dates'
import type { DeviationBody } from '@/lib/contract/record'
import { type Deviation, type KnownClusterStates, type KnownState, knownAt } from '@/lib/engine/accuracy'
import { movesBetween } from '@/lib/engine/course'
import { expiryOf, statedStageAt, versionLists } from '@/lib/engine/rules'
import type { ExpirableVersion, ForecastStep, Instant, NamedVersion, ProfileRef, Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { runningVersion } from '../running'
import { windowText } from '../window'

/** What became known; what had been said already did not. */
type LearnedFact = Omit<KnownFact, 'fact'> & { readonly fact: Exclude<KnownFact['fact'], { readonly kind: 'stood' }> }

/** What was set of a cluster itself, its versions aside. */
export function shootFacts(before: Shoot, after: Shoot, at: string): LearnedFact[] {
  const facts: LearnedFact[] = []
  const [parent, profile] = [profileKey(before.profile), profileKey(after.profile)]
  if (parent !== profile) facts.push({ at, fact: { kind: 'profile', from: parent, to: profile } })
  const [was, is] = [before.autoUpdate, after.autoUpdate]
  if (was.kubernetesVersion !== is.kubernetesVersion) {
    facts.push({ at, fact: { kind: 'auto-update', of: 'kubernetes', on: is.kubernetesVersion } })
  }
  if (was.machineImageVersion !== is.machineImageVersion) {
    facts.push({ at, fact: { kind: 'auto-update', of: 'machineImage', on: is.machineImageVersion } })
  }
  const [from, to] = [windowText(before.window), windowText(after.window)]
  if (from !== to) facts.push({ at, fact: { kind: 'window', from, to } })
  return facts
}

export function listedFacts(
  before: ExpirableVersion | undefined,
  after: ExpirableVersion | undefined,
  seen: Instant,
): Pick<LearnedFact, 'at' | 'fact'>[] {
  const at = onWire(seen)
  if (after === undefined) return before === undefined ? [] : [{ at, fact: { kind: 'removed' } }]
  const [stage, expires] = [statedStageAt(after, seen), expiryText(after)]
  if (before === undefined) return [{ at, fact: { kind: 'listed', stage, expires } }]
  if (statedStageAt(before, seen) !== stage) return [{ at, fact: { kind: 'stage', stage, expires } }]
  const from = expiryText(before)
  return from === expires ? [] : [{ at, fact: { kind: 'expiry', from, to: expires } }]
}

/** What is said of a version at a moment, where that has a date. */
export function stoodFact(version: ExpirableVersion | undefined, at: Instant): Pick<KnownFact, 'at' | 'fact'> | null {
  const expires = version === undefined ? null : expiryText(version)
  if (version === undefined || expires === null) return null
  return { at: onWire(at), fact: { kind: 'stood', stage: statedStageAt(version, at), expires } }
}

function expiryText(version: ExpirableVersion): string | null {
  return onWire(expiryOf(version))
}

type DeviationFacts = DeviationBody['facts']

export interface KnownCluster extends KnownClusterStates {
  /** The profiles themselves. */
  readonly entriesOf: (ref: ProfileRef) => readonly KnownState<ProfileEntry>[]
}

/**
 * What is known of why a maintenance went another way than was said: of the moment at which the forecast turned, as far as it is
 * about the parts that were named or ran.
 */
export function factsOf(
  { reason, at }: Deviation,
  { said, ran }: { readonly said: ForecastStep | null; readonly ran: ForecastStep | null },
  record: KnownCluster,
): DeviationFacts {
  if (at === null) return []
  const before = knownAt(record.shoots, at - 1)
  const next = record.shoots.find(({ seen }) => seen >= at)
  switch (reason) {
    case 'owner-acted':
      if (ran?.at === at) return [{ fact: { kind: 'asked' } }]
      return before === null || next === undefined ? [] : ownerFacts(before, next.value, at)
    case 'profile-edited':
      return profileFacts(knownAt(record.shoots, at), [said, ran], record, at)
    case 'window-moved':
      if (before === null || !next?.value) return []
      return shootFacts(before, next.value, onWire(at)).map(({ fact }) => ({ fact }))
    case 'gardener-failed':
      return [{ fact: { kind: 'failed', words: ran?.failureReason ?? errorText(next?.value ?? null) } }]
    case 'almanac-wrong':
      return []
  }
}

/** What a reconciliation ended with: `ERR_CONFIGURATION_PROBLEM: admission webhook denied the request`. */
function errorText(shoot: Shoot | null): string | null {
  const [first] = shoot?.lastErrors ?? []
  return first === undefined ? null : [first.codes.join(', '), first.description].filter(Boolean).join(': ')
}

function ownerFacts(before: Shoot, after: Shoot | null, at: Instant): DeviationFacts {
  if (after === null || (after.deletionTimestamp !== undefined && before.deletionTimestamp === undefined))
    return [{ fact: { kind: 'deleted' } }]
  const facts: DeviationFacts = []
  const moves = movesBetween(before, after)
  if (moves.length > 0) facts.push({ fact: { kind: 'by-hand', moves } })
  const [were, are] = [before, after].map(({ workers }) => workers.map(({ name }) => name)) as [string[], string[]]
  const added = are.filter((name) => !were.includes(name))
  const removed = were.filter((name) => !are.includes(name))
  if (added.length + removed.length > 0) facts.push({ fact: { kind: 'pools', added, removed } })
  return [...facts, ...shootFacts(before, after, onWire(at)).map(({ fact }) => ({ fact }))]
}

function profileFacts(
  shoot: Shoot | null,
  steps: readonly (ForecastStep | null)[],
  { entriesOf }: KnownCluster,
  at: Instant,
): DeviationFacts {
  if (shoot === null) return []
  const states = entriesOf(shoot.profile)
  const [before, after] = [knownAt(states, at - 1), knownAt(states, at)]
  const parts = new Map<string, NamedVersion>()
  const images = new Set<string | null>()
  for (const { image, from, ...change } of steps.flatMap((step) => step?.changes ?? [])) {
    images.add(image)
    for (const version of change.kind === 'update' ? [from, change.to] : [from])
      parts.set(`${image} ${version}`, { image, version })
  }
  const told = (part: NamedVersion) =>
    listedFacts(runningVersion(before?.profile, part), runningVersion(after?.profile, part), at).map(({ fact }) => ({
      ...part,
      fact,
    }))
  const facts = [...parts.values()].flatMap(told)
  // Another version that came, went or changed its stage decides as well about where one is moved to.
  return facts.length > 0 ? facts : versionsOf([before, after], images).flatMap(told)
}

/** Every version of Kubernetes and of the images that either profile lists. */
function versionsOf(entries: readonly (ProfileEntry | null)[], images: ReadonlySet<string | null>): NamedVersion[] {
  const parts = new Map<string, NamedVersion>()
  for (const { profile } of entries.flatMap((entry) => entry ?? [])) {
    for (const { image, versions } of versionLists(profile).filter((list) => images.has(list.image)))
      for (const { version } of versions) parts.set(`${image} ${version}`, { image, version })
  }
  return [...parts.values()]
}
