import type { Fact } from '@/lib/contract/dates'
import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import { isClassified, minorText, parseVersion, rolesOf, stagesOf, type VersionRoles } from '@/lib/engine/rules'
import type { ExpirableVersion, ImageUpdateStrategy, MachineImageVersion } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { Landscape } from './landscape'
import { usersOfVersion } from './usage'
import { compareTexts } from './version-text'

/** What a profile offers, at the instant of the landscape and the newest version first, and who runs it. */
export function offeredVersions(landscape: Landscape, entry: ProfileEntry) {
  const { profile } = entry
  const key = profileKey(entry.ref)
  const compiled = landscape.forecaster.profiles.of(profile)
  const roles = rolesOf(compiled, null, landscape.at)
  const kubernetes = newestFirst(profile.kubernetes, (listed) => ({
    ...offered(landscape, key, 'Kubernetes', listed, roles),
    minor: minorText(listed.version),
    image: null,
  }))
  const images = profile.machineImages.map(({ name, updateStrategy, versions }) => {
    const roles = rolesOf(compiled, name, landscape.at)
    return {
      name,
      updateStrategy,
      versions: newestFirst(versions, (listed) => ({
        ...offered(landscape, key, name, listed, roles),
        minor: versionGroup(listed.version, updateStrategy),
        image: imageDetails(listed),
      })),
    }
  })
  return { kubernetes, images }
}

/** Versions are grouped by what the strategy keeps within: majors for `minor`, else minors. */
export function versionGroup(version: string, strategy: ImageUpdateStrategy | undefined): string {
  const parsed = parseVersion(version)
  return parsed !== null && strategy === 'minor' ? String(parsed.major) : minorText(version)
}

function offered(
  landscape: Landscape,
  profile: string,
  what: string,
  listed: ExpirableVersion,
  roles: VersionRoles,
): Omit<Fact<OfferedVersionBody>, 'minor' | 'image'> {
  const { version } = listed
  const versions = landscape.running(profile)
  const { stage, expires } = versions.of(what, version)
  return {
    version,
    stage:
      stage === 'notInProfile' || stage === 'unknown' ? 'unavailable' : stage === 'unclassified' ? 'supported' : stage,
    classified: isClassified(listed),
    spans: stagesOf(listed),
    expires,
    clusters: usersOfVersion(landscape, profile, { what, version }).clusters,
    defaultForNew: roles.defaults.has(version),
    autoTarget: roles.autoTargets.has(version),
    latest: roles.latest === version,
  }
}

function imageDetails(listed: MachineImageVersion): Fact<OfferedVersionBody>['image'] {
  const { inPlaceUpdates } = listed
  return {
    architectures: listed.architectures,
    cri: listed.cri.flatMap(({ name, containerRuntimes }) => [name, ...containerRuntimes]),
    kubeletVersionConstraint: listed.kubeletVersionConstraint ?? null,
    inPlaceUpdates:
      inPlaceUpdates === undefined
        ? null
        : { supported: inPlaceUpdates.supported, minVersionForUpdate: inPlaceUpdates.minVersionForUpdate ?? null },
  }
}

function newestFirst<T extends ExpirableVersion, U>(list: readonly T[], tell: (listed: T) => U): U[] {
  return [...list].sort((a, b) => compareTexts(b.version, a.version)).map(tell)
}
