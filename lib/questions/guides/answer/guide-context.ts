import type { Zone } from '@/lib/contract/zone'
import { type Edit, versionLike } from '@/lib/engine/edits'
import type { WAYS } from '@/lib/engine/kinds'
import { nextImageVersion, type VersionManagement } from '@/lib/engine/policy'
import {
  automaticTarget,
  canonicalSpelling,
  compareVersions,
  consecutiveMinorTarget,
  expiryOf,
  forcedImageTarget,
  isQualifying,
  listedOf,
  parseVersion,
  plus,
  type StatedStage,
  sameMinor,
  stageAt,
  statedStageAt,
  type Version,
  VersionTable,
} from '@/lib/engine/rules'
import type {
  CloudProfile,
  ExpirableVersion,
  ImageUpdateStrategy,
  Instant,
  MachineImageVersion,
} from '@/lib/engine/types'
import { dayText } from '@/lib/words/time-text'
import type { ScenarioCheck } from '../contract'

export type GuideWay = (typeof WAYS)[number]

/** A version that the profile lists: of Kubernetes, or of the image that the guide is about. */
export interface GuideVersion {
  readonly entry: ExpirableVersion
  readonly version: string
  readonly parsed: Version
  /** Now. */
  readonly stage: StatedStage
  readonly expires: Instant | null
  /** How many clusters run it, in their control plane or a pool. */
  readonly clusters: number
  /** Namespaced profiles that say something of it. */
  readonly overriddenBy: readonly string[]
}

/** What Version Management and Version Maintenance mean in this landscape, for one kind of versions. */
export interface GuidePolicies {
  readonly management: VersionManagement
  readonly maintenance: VersionManagement
  /** The policy that the landscape has for this kind of versions; null: none. */
  readonly inForce: VersionManagement | null
}

/** What a guide is about, and who uses it. */
export interface GuideSetting {
  readonly profile: CloudProfile
  /** A machine image of the profile; null: Kubernetes. */
  readonly image: string | null
  readonly at: Instant
  /** The time zone in which days are told. */
  readonly zone: Zone
  readonly way: GuideWay
  readonly policies: GuidePolicies
  /** How many clusters run a version, by its text. */
  readonly clusters: (version: string) => number
  /** Namespaced profiles that say something of a version. */
  readonly overriddenBy: (version: string) => readonly string[]
}

/** What a guide stands on: one list of a profile and its users at an instant. */
export interface GuideContext extends GuideSetting {
  /** Null: Kubernetes. */
  readonly strategy: ImageUpdateStrategy | null
  /** The versions in the order of the profile, also those that cannot be read. */
  readonly entries: readonly ExpirableVersion[]
  /** Highest first; versions that cannot be read are left out. */
  readonly listed: readonly GuideVersion[]
}

export function guideContext(setting: GuideSetting): GuideContext {
  const { profile, image, at, clusters, overriddenBy } = setting
  const strategy = profile.machineImages.find(({ name }) => name === image)?.updateStrategy ?? null
  const entries = listedOf(profile, image)
  const listed = entries.flatMap((entry): GuideVersion[] => {
    const { version } = entry
    const parsed = parseVersion(version)
    if (parsed === null) return []
    const stage = statedStageAt(entry, at)
    const users = { clusters: clusters(version), overriddenBy: overriddenBy(version) }
    return [{ entry, version, parsed, stage, expires: expiryOf(entry), ...users }]
  })
  listed.sort((a, b) => compareVersions(b.parsed, a.parsed))
  return { ...setting, strategy, entries, listed }
}

export function check(state: ScenarioCheck['state'], what: string, found: string): ScenarioCheck {
  return { state, what, found }
}

/** `holds` or `fails`. */
export function must(isSo: boolean, what: string, found: string): ScenarioCheck {
  return check(isSo ? 'holds' : 'fails', what, found)
}

/** `1.34.3, supported, no expiry`; of nothing what is said instead. */
export function listedLifeText({ zone }: GuideContext, one: GuideVersion | undefined, nothing = 'none'): string {
  if (one === undefined) return nothing
  const { version, stage, expires } = one
  const until = expires === null ? 'no expiry' : `${stage === 'expired' ? 'since' : 'until'} ${dayText(expires, zone)}`
  return `${version}, ${stage}, ${until}`
}

/** Highest first. An image that is updated within its major has no target beyond it. */
export function higherTargets({ listed, strategy, at }: GuideContext, than: Version): readonly GuideVersion[] {
  return listed.filter(
    (one) =>
      isQualifying(stageAt(one.entry, at)) &&
      compareVersions(one.parsed, than) > 0 &&
      (strategy !== 'patch' || one.parsed.major === than.major),
  )
}

/**
 * The version to which clusters that must leave a version go, by the profile as it is now; undefined: there is none. One that is still to
 * come is taken for Kubernetes, and an image of it is refused.
 */
export function forcedTarget({ listed, strategy, at }: GuideContext, from: Version): GuideVersion | undefined {
  const table = new VersionTable(listed.map(({ entry }) => entry))
  const candidates = { table, ascending: table.ascending, stageOf: table.stageOf(at) }
  const automatic = automaticTarget(candidates, from, strategy ?? 'patch')
  const forced =
    strategy === null ? consecutiveMinorTarget(candidates, from) : forcedImageTarget(candidates, from, strategy)
  const target = listed[automatic >= 0 ? automatic : forced]
  return strategy !== null && target?.stage === 'unavailable' ? undefined : target
}

export function inMinor({ listed }: GuideContext, of: Version): readonly GuideVersion[] {
  return listed.filter(({ parsed }) => sameMinor(parsed, of))
}

/**
 * Adds a version, in its place. Of an image it runs what the highest version of the same minor runs, or the highest of
 * all: architectures, container runtimes, what its kubelets may be, updates in place.
 */
export function addEdit(
  ground: GuideContext,
  version: string,
  classification: 'preview' | null,
): Edit & { kind: 'add' } {
  const { image, listed } = ground
  const parsed = parseVersion(version)
  const entry = classification === null ? { version } : { version, classification }
  if (image === null) return { kind: 'add', image, entry }
  const model = (parsed === null ? undefined : inMinor(ground, parsed)[0]) ?? listed[0]
  return { kind: 'add', image, entry: versionLike(model?.entry as MachineImageVersion | undefined, entry) }
}

/** Deprecates, optionally with a date. */
export function deprecate({ image, at }: GuideContext, version: string, until: Instant | null): Edit[] {
  return [
    { kind: 'classify', image, version, classification: 'deprecated', from: at },
    ...(until === null ? [] : [{ kind: 'expire', image, version, expirationDate: until } as const]),
  ]
}

/** The version that is meant: Kubernetes versions by value, those of images by their text. */
export function guideVersionOf({ listed, image }: GuideContext, version: string): GuideVersion | undefined {
  const parsed = image === null ? parseVersion(version) : null
  return (
    listed.find((one) => one.version === version) ??
    (parsed === null ? undefined : listed.find((one) => canonicalSpelling(one.parsed) === canonicalSpelling(parsed)))
  )
}

/**
 * The release that a list is likeliest to see next; undefined for one that is empty. A patch: of the highest version that is
 * supported. A minor: the next one. Images whose versions are dates get the day's.
 */
export function usualVersion(
  { image, at, entries, listed }: GuideContext,
  released: 'patch' | 'minor',
): string | undefined {
  const [highest] = listed
  if (highest === undefined) return undefined
  const guessed = image === null ? null : nextImageVersion(entries, at)
  const next = guessed === null ? null : parseVersion(guessed)
  const isOfListedMinor = next !== null && listed.some((one) => sameMinor(one.parsed, next))
  if (guessed !== null && next !== null && isOfListedMinor === (released === 'patch')) return guessed
  if (released === 'minor') return `${highest.parsed.major}.${plus(highest.parsed.minor, 1)}.0`
  const base = listed.find(({ stage }) => stage === 'supported') ?? highest
  const [top = base] = listed.filter(({ parsed }) => sameMinor(parsed, base.parsed))
  return `${top.parsed.major}.${top.parsed.minor}.${plus(top.parsed.patch, 1)}`
}
