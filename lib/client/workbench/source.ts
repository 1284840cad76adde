import type { ProfileLists, ProfileRefBody, SourceAnswer } from '@/lib/contract'
import { readLife } from '@/lib/contract/edit-codec'
import type { Zone } from '@/lib/contract/zone'
import type { Edit, EditProblem } from '@/lib/engine/edits'
import { compareVersions, parseVersion } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, MachineImageVersion } from '@/lib/engine/types'
import type { Lists } from './changes'

/** A profile with the edits of a draft made, by the same rules as the server's. */
export interface EditedProfile {
  readonly profile: CloudProfile
  /** Of every edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
  /** What the object itself says, without the edits and with them: of a namespaced profile only what is its own. */
  readonly written: readonly [before: Lists, after: Lists]
}

/** A profile that a draft edits, as the engine reasons about it. Machine types are not told to browsers: nothing here uses them. */
export interface Source {
  readonly ref: ProfileRefBody
  /** Whether whoever looks at it may change it. */
  readonly mayEdit: boolean
  readonly resourceVersion: string | null
  /** The instant that everything is computed for. */
  readonly at: Instant
  /** Whose days are meant: the reader's. */
  readonly zone: Zone
  /** Days that the operator's policy leaves between deprecation and expiry; null: it says nothing of that kind. */
  readonly notice: SourceAnswer['notice']
  /** Of a namespaced profile: merged with its parent. */
  readonly profile: CloudProfile
  /** Null for a CloudProfile. */
  readonly namespaced: NamespacedSource | null
}

/** What a namespaced profile builds on, and how it is edited. */
export interface NamespacedSource {
  readonly parentName: string
  readonly parent: CloudProfile
  /** With edits made by the rules for namespaced profiles, merged with its parent. */
  edited(edits: readonly Edit[]): EditedProfile
}

/** `namespacedSource`, where profiles can be namespaced ones: drafts of others need not load it. */
export type ReadNamespaced = (parentName: string, parent: CloudProfile, merged: CloudProfile) => NamespacedSource

export function readSource(answer: SourceAnswer, readNamespaced: ReadNamespaced | null, zone: Zone): Source {
  const profile = readLists(answer.lists)
  const { parent } = answer
  return {
    ref: answer.profile,
    mayEdit: answer.mayEdit,
    resourceVersion: answer.resourceVersion,
    at: Date.parse(answer.at),
    zone,
    notice: answer.notice,
    profile,
    namespaced: parent && readNamespaced ? readNamespaced(parent.name, readLists(parent.lists), profile) : null,
  }
}

function readLists({ kubernetes, images, machineCapabilities }: ProfileLists): CloudProfile {
  return {
    kubernetes: kubernetes.map((listed) => ({ version: listed.version, ...readLife(listed) })),
    machineImages: images.map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: versions.map(
        ({ classification, expirationDate, lifecycle, ...image }) =>
          ({ ...image, ...readLife({ classification, expirationDate, lifecycle }) }) as MachineImageVersion,
      ),
    })),
    machineTypes: [],
    ...(machineCapabilities !== undefined && { machineCapabilities }),
  }
}

/** The versions of Kubernetes (`image` null) or of an image, in the order in which they are listed. */
export function versionsOf(profile: CloudProfile, image: string | null): readonly ExpirableVersion[] {
  return image === null
    ? profile.kubernetes
    : (profile.machineImages.find(({ name }) => name === image)?.versions ?? [])
}

export function versionOf(profile: CloudProfile, image: string | null, version: string): ExpirableVersion | undefined {
  return versionsOf(profile, image).find((listed) => listed.version === version)
}

/** The highest of versions; what Gardener cannot read takes no part. */
export function highest(versions: readonly ExpirableVersion[]): ExpirableVersion | undefined {
  return versions.reduce<ExpirableVersion | undefined>((most, listed) => {
    const [a, b] = [parseVersion(listed.version), most === undefined ? null : parseVersion(most.version)]
    return a !== null && (b === null || compareVersions(a, b) > 0) ? listed : most
  }, undefined)
}

/** The highest Kubernetes version of the profile, previews included. */
export function latestOf({ kubernetes }: CloudProfile): string | undefined {
  return highest(kubernetes)?.version
}
