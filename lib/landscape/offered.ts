import type { NodeBounds } from '@/lib/engine/outlook'
import { isClassified, parseVersion, rolesOf, type StageSpan, stagesOf, type VersionRoles } from '@/lib/engine/rules'
import type { ExpirableVersion, ImageUpdateStrategy, Instant, MachineImageVersion, Stage } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { FleetIndex } from './fleet-index'
import { usersOf, type VersionUse, versionKey } from './usage'
import { compareTexts, minorOfText } from './version-text'

/** A version that a profile offers, what it is at the instant of the index, and who runs it. */
export interface OfferedVersion {
  readonly version: string
  /** `1.33` for Kubernetes, the grouping minor for images. */
  readonly minor: string
  readonly stage: Stage
  /** False without classification and lifecycle. */
  readonly classified: boolean
  readonly spans: readonly StageSpan[]
  readonly expires: Instant | null
  readonly clusters: number
  readonly projects: number
  /** Of an image those of the pools that run it. */
  readonly nodes: NodeBounds
  readonly defaultForNew: boolean
  /** Auto-update of at least one listed lower version ends here. */
  readonly autoTarget: boolean
  /** The highest one offered. */
  readonly latest: boolean
  /** Null: a version of Kubernetes. */
  readonly image: {
    readonly architectures: readonly string[]
    /** The interfaces to container runtimes, each with its runtimes. */
    readonly cri: readonly string[]
    readonly kubeletVersionConstraint: string | null
    readonly inPlaceUpdates: { readonly supported: boolean; readonly minVersionForUpdate: string | null } | null
  } | null
}

/** The lists of a profile, the newest version first. */
interface OfferedVersions {
  readonly kubernetes: OfferedVersion[]
  readonly images: {
    readonly name: string
    readonly updateStrategy: ImageUpdateStrategy
    readonly versions: OfferedVersion[]
  }[]
}

/** What a profile offers. */
export function offeredVersions(index: FleetIndex, entry: ProfileEntry): OfferedVersions {
  const { profile } = entry
  const key = profileKey(entry.ref)
  const uses = usersOf(index, key).versions
  const compiled = index.forecaster.profiles.of(profile)
  const roles = rolesOf(compiled, null, index.at)
  const kubernetes = newestFirst(profile.kubernetes, (listed) => ({
    ...offered(index, key, 'Kubernetes', listed, roles, uses),
    minor: minorOfText(listed.version),
    image: null,
  }))
  const images: OfferedVersions['images'][number][] = []
  for (const { name, updateStrategy, versions } of profile.machineImages) {
    const roles = rolesOf(compiled, name, index.at)
    images.push({
      name,
      updateStrategy,
      versions: newestFirst(versions, (listed) => ({
        ...offered(index, key, name, listed, roles, uses),
        minor: versionGroup(listed.version, updateStrategy),
        image: imageDetails(listed),
      })),
    })
  }
  return { kubernetes, images }
}

/** Versions are grouped by what the strategy keeps within: majors for `minor`, else minors. */
export function versionGroup(version: string, strategy: ImageUpdateStrategy | undefined): string {
  const parsed = parseVersion(version)
  return parsed !== null && strategy === 'minor' ? String(parsed.major) : minorOfText(version)
}

function offered(
  index: FleetIndex,
  profile: string,
  what: string,
  listed: ExpirableVersion,
  roles: VersionRoles,
  uses: ReadonlyMap<string, VersionUse>,
): Omit<OfferedVersion, 'minor' | 'image'> {
  const { version } = listed
  const versions = index.running(profile)
  const { stage, expires } = versions.of(what, version)
  const use = uses.get(versionKey(what, version))
  return {
    version,
    stage:
      stage === 'notInProfile' || stage === 'unknown' ? 'unavailable' : stage === 'unclassified' ? 'supported' : stage,
    classified: isClassified(listed),
    spans: stagesOf(listed).map(({ stage, from, to }) => ({ stage, from, to })),
    expires,
    clusters: use?.clusters ?? 0,
    projects: use?.projects.size ?? 0,
    nodes: use?.nodes ?? { min: 0, max: 0 },
    defaultForNew: roles.defaults.has(version),
    autoTarget: roles.autoTargets.has(version),
    latest: roles.latest === version,
  }
}

function imageDetails(listed: MachineImageVersion): OfferedVersion['image'] {
  const { inPlaceUpdates } = listed
  return {
    architectures: [...listed.architectures],
    cri: listed.cri.flatMap(({ name, containerRuntimes }) => [name, ...containerRuntimes]),
    kubeletVersionConstraint: listed.kubeletVersionConstraint ?? null,
    inPlaceUpdates:
      inPlaceUpdates === undefined
        ? null
        : { supported: inPlaceUpdates.supported, minVersionForUpdate: inPlaceUpdates.minVersionForUpdate ?? null },
  }
}

function newestFirst<T extends ExpirableVersion, U>(list: readonly T[], tell: (listed: T) => U): U[] {
  const sorted = [...list].sort((a, b) => compareTexts(b.version, a.version))
  const told: U[] = []
  for (const listed of sorted) {
    told.push(tell(listed))
  }
  return told
}
