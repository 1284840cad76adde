import { onWire } from '@/lib/contract/dates'
import type { DeviationBody } from '@/lib/contract/record'
import { type ClusterRecord, type Deviation, type KnownState, knownAt } from '@/lib/engine/accuracy'
import { movesBetween } from '@/lib/engine/course'
import type { ForecastStep, Instant, ProfileRef, Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { listedFacts, listedIn, type Part, shootFacts } from '../knowledge'

type Facts = DeviationBody['facts']

export interface KnownCluster extends ClusterRecord {
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
): Facts {
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

function ownerFacts(before: Shoot, after: Shoot | null, at: Instant): Facts {
  if (after === null || (after.deletionTimestamp !== undefined && before.deletionTimestamp === undefined))
    return [{ fact: { kind: 'deleted' } }]
  const facts: Facts = []
  const moves = movesBetween(before, after)
  if (moves.length > 0) facts.push({ fact: { kind: 'by-hand', moves } })
  const [were, are] = [before, after].map(({ workers }) => workers.map(({ name }) => name)) as [string[], string[]]
  const added = are.filter((name) => !were.includes(name))
  const removed = were.filter((name) => !are.includes(name))
  if (added.length + removed.length > 0) facts.push({ fact: { kind: 'pools', added, removed } })
  const [from, to] = [profileKey(before.profile), profileKey(after.profile)]
  if (from !== to) facts.push({ fact: { kind: 'profile', from, to } })
  return [...facts, ...shootFacts(before, after, onWire(at)).map(({ fact }) => ({ fact }))]
}

function profileFacts(
  shoot: Shoot | null,
  steps: readonly (ForecastStep | null)[],
  { entriesOf }: KnownCluster,
  at: Instant,
): Facts {
  if (shoot === null) return []
  const states = entriesOf(shoot.profile)
  const [before, after] = [knownAt(states, at - 1), knownAt(states, at)]
  const parts = new Map<string, Part>()
  const images = new Set<string | null>()
  for (const { image, from, ...change } of steps.flatMap((step) => step?.changes ?? [])) {
    images.add(image)
    for (const version of change.kind === 'update' ? [from, change.to] : [from])
      parts.set(`${image} ${version}`, { image, version })
  }
  const told = (part: Part) =>
    listedFacts(listedIn(before?.profile, part), listedIn(after?.profile, part), at).map(({ fact }) => ({
      ...part,
      fact,
    }))
  const facts = [...parts.values()].flatMap(told)
  // Another version that came, went or changed its stage decides as well about where one is moved to.
  return facts.length > 0 ? facts : versionsOf([before, after], images).flatMap(told)
}

/** Every version of Kubernetes and of the images that either profile lists. */
function versionsOf(entries: readonly (ProfileEntry | null)[], images: ReadonlySet<string | null>): Part[] {
  const parts = new Map<string, Part>()
  for (const { profile } of entries.flatMap((entry) => entry ?? [])) {
    const lists = [
      { image: null, versions: profile.kubernetes },
      ...profile.machineImages.map(({ name, versions }) => ({ image: name, versions })),
    ]
    for (const { image, versions } of lists.filter((list) => images.has(list.image)))
      for (const { version } of versions) parts.set(`${image} ${version}`, { image, version })
  }
  return [...parts.values()]
}
