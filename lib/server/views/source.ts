import type { ProfileLists, SourceAnswer } from '@/lib/contract'
import type { Policy } from '@/lib/engine/policy/read'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden'
import { onWire } from '../clock'
import { evidenceOf } from '../evidence'
import type { FleetIndex } from '../fleet-index'

const DAY = 24 * 60 * 60 * 1000

/**
 * What a draft of edits begins with: the lists of the profile, and of the one that it builds on.
 * @param policy of the file that `POLICY` names; null: there is none that can be read
 */
export function sourceView(
  index: FleetIndex,
  { ref, profile, parent, resourceVersion }: ProfileEntry,
  policy: Policy | null,
): SourceAnswer {
  const base = parent === undefined ? undefined : index.snapshot.profiles.get(parent)
  return {
    ...evidenceOf(index),
    profile: ref,
    resourceVersion: resourceVersion ?? null,
    lists: listsOf(profile),
    parent: parent === undefined || base === undefined ? null : { name: parent, lists: listsOf(base.profile) },
    notice: {
      kubernetes: daysOf(policy?.kubernetes?.expirationDuration),
      images: daysOf(policy?.machineImages?.expirationDuration),
    },
  }
}

function daysOf(duration: number | undefined): number | null {
  return duration === undefined ? null : Math.floor(duration / DAY)
}

function listsOf({ kubernetes, machineImages }: CloudProfile): ProfileLists {
  return {
    kubernetes: kubernetes.map(lifeBody),
    images: machineImages.map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: versions.map((version) => ({
        ...lifeBody(version),
        architectures: [...version.architectures],
        cri: version.cri.map((one) => ({ name: one.name, containerRuntimes: [...one.containerRuntimes] })),
        ...(version.kubeletVersionConstraint !== undefined && {
          kubeletVersionConstraint: version.kubeletVersionConstraint,
        }),
        ...(version.capabilityFlavors !== undefined && {
          capabilityFlavors: version.capabilityFlavors.map((flavor) =>
            Object.fromEntries(Object.entries(flavor).map(([key, values]) => [key, [...values]])),
          ),
        }),
        ...(version.inPlaceUpdates !== undefined && { inPlaceUpdates: version.inPlaceUpdates }),
      })),
    })),
  }
}

function lifeBody({ version, classification, expirationDate, lifecycle }: ExpirableVersion) {
  return {
    version,
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: onWire(expirationDate) }),
    ...(lifecycle !== undefined && {
      lifecycle: lifecycle.map((stage) => ({
        classification: stage.classification,
        ...(stage.startTime !== undefined && { startTime: onWire(stage.startTime) }),
      })),
    }),
  }
}
