import { onWire } from '@/lib/contract/dates'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { evidenceOf } from '@/lib/landscape/evidence'
import { expiryMarks } from '@/lib/landscape/expiries'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { figuresOf } from '@/lib/landscape/profile-figures'
import { compareTexts, minorText } from '@/lib/landscape/version-text'
import type { ProfileSummary, ProfilesAnswer } from '../../contract/profile'

/** All profiles: CloudProfiles by name, then the namespaced ones by namespace and name. */
export function profilesView(index: FleetIndex): ProfilesAnswer {
  const entries = [...index.snapshot.profiles.values()]
  const rank = ({ ref }: ProfileEntry) => `${ref.kind === 'CloudProfile' ? 0 : 1} ${profileKey(ref)}`
  entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  return { ...evidenceOf(index), total: entries.length, items: entries.map((entry) => profileSummary(index, entry)) }
}

export function profileSummary(
  index: FleetIndex,
  { ref, profile, parent, resourceVersion }: ProfileEntry,
): ProfileSummary {
  const key = profileKey(ref)
  const { clusters, projects, forced90, stuck } = figuresOf(index, key)
  const next = expiryMarks(index).get(key)?.[0]
  const versions = index.running(key)
  const live = profile.kubernetes.filter(({ version }) => versions.kubernetes(version).stage !== 'expired')
  return {
    ref,
    parent: parent ?? null,
    resourceVersion: resourceVersion ?? null,
    clusters,
    projects: projects.size,
    kubernetesVersions: profile.kubernetes.length,
    images: profile.machineImages.length,
    minors: [...new Set(live.map(({ version }) => minorText(version)))].sort(compareTexts).reverse(),
    forced90,
    stuck,
    nextExpiry:
      next === undefined
        ? null
        : { at: onWire(next.at), what: next.what, version: next.version, clusters: next.clusters },
  }
}
