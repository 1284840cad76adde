import type { OfferedVersion, ProfileAnswer } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { imageRoles, isClassified, kubernetesRoles, parseVersion, type Roles, stagesOf } from '@/lib/engine/rules'
import type {
  ExpirableVersion,
  ImageUpdateStrategy,
  Instant,
  MachineImage,
  MachineImageVersion,
} from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { evidenceOf } from '../evidence'
import type { FleetIndex } from '../fleet-index'
import { type Use, usageOf, versionKey } from '../usage'
import { compareTexts, minorText } from '../version-text'
import { profileSummary } from './cloudprofiles'
import type { Selection } from './path'
import { profileDeadEnds } from './profile-dead-ends'
import { versionPanel } from './version-panel'

/** One profile: its versions, newest first, with who runs them; of the selected one also where its clusters go. */
export function profileView(index: FleetIndex, entry: ProfileEntry, selection: Selection | null): ProfileAnswer {
  const { profile } = entry
  const compiled = index.forecaster.profiles.of(profile)
  const key = profileKey(entry.ref)
  const uses = usageOf(index.roster).get(key) ?? new Map<string, Use>()
  const roles = kubernetesRoles(compiled, index.at)
  return {
    ...evidenceOf(index),
    profile: profileSummary(index, entry),
    kubernetes: newestFirst(profile.kubernetes).map((listed) => ({
      ...offered(index, key, 'Kubernetes', listed, roles, uses),
      minor: minorText(listed.version),
      image: null,
    })),
    images: profile.machineImages.map((image) => imageBody(index, entry, image, uses)),
    selected: selection && versionPanel(index, entry, selection),
    notListed: notListed(index, key, uses),
    deadEnds: profileDeadEnds(index, key, compiled),
  }
}

function imageBody(index: FleetIndex, entry: ProfileEntry, image: MachineImage, uses: ReadonlyMap<string, Use>) {
  const key = profileKey(entry.ref)
  const roles = imageRoles(index.forecaster.profiles.of(entry.profile), image.name, index.at)
  return {
    name: image.name,
    updateStrategy: image.updateStrategy,
    versions: newestFirst(image.versions).map((listed) => ({
      ...offered(index, key, image.name, listed, roles, uses),
      minor: groupOf(listed.version, image.updateStrategy),
      image: imageDetails(listed),
    })),
  }
}

/** Versions are grouped by what the strategy keeps within: majors for `minor`, else minors. */
export function groupOf(version: string, strategy: ImageUpdateStrategy | undefined): string {
  const parsed = parseVersion(version)
  return parsed !== null && strategy === 'minor' ? String(parsed.major) : minorText(version)
}

function offered(
  index: FleetIndex,
  profile: string,
  what: string,
  listed: ExpirableVersion,
  roles: Roles,
  uses: ReadonlyMap<string, Use>,
): Omit<OfferedVersion, 'minor' | 'image'> {
  const { version } = listed
  const versions = index.running(profile)
  const { stage, expires } = what === 'Kubernetes' ? versions.kubernetes(version) : versions.image(what, version)
  const use = uses.get(versionKey(what, version))
  return {
    version,
    stage:
      stage === 'notInProfile' || stage === 'unknown' ? 'unavailable' : stage === 'unclassified' ? 'supported' : stage,
    classified: isClassified(listed),
    spans: stagesOf(listed).map((span) => ({ stage: span.stage, from: wire(span.from), to: wire(span.to) })),
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

function notListed(index: FleetIndex, profile: string, uses: ReadonlyMap<string, Use>): ProfileAnswer['notListed'] {
  const versions = index.running(profile)
  return [...uses.values()]
    .filter(({ what, version }) => {
      const running = what === 'Kubernetes' ? versions.kubernetes(version) : versions.image(what, version)
      return running.stage === 'notInProfile'
    })
    .map(({ what, version, clusters }) => ({ what, version, clusters }))
    .sort((a, b) => b.clusters - a.clusters || (`${a.what} ${a.version}` < `${b.what} ${b.version}` ? -1 : 1))
}

function newestFirst<T extends ExpirableVersion>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => compareTexts(b.version, a.version))
}

function wire(at: Instant | null): string | null {
  return at === null ? null : onWire(at)
}
