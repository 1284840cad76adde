import type { ProfileLists, ProfileRefBody, SourceAnswer } from '@/lib/contract'
import type { Edit } from '@/lib/engine/edit'
import type { CloudProfile, ExpirableVersion, Instant, MachineImageVersion } from '@/lib/engine/types'
import { compareVersions, parseVersion } from '@/lib/engine/version'
import type { EditedProfile } from './edited'

/** A profile that a draft edits, as the engine reasons about it. Machine types are not told to browsers: nothing here uses them. */
export interface Source {
  readonly ref: ProfileRefBody
  readonly resourceVersion: string | null
  /** The instant that everything is computed for. */
  readonly at: Instant
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

export function readSource(answer: SourceAnswer, readNamespaced: ReadNamespaced | null): Source {
  const profile = readLists(answer.lists)
  const { parent } = answer
  return {
    ref: answer.profile,
    resourceVersion: answer.resourceVersion,
    at: Date.parse(answer.at),
    notice: answer.notice,
    profile,
    namespaced: parent && readNamespaced ? readNamespaced(parent.name, readLists(parent.lists), profile) : null,
  }
}

function readLists({ kubernetes, images }: ProfileLists): CloudProfile {
  return {
    kubernetes: kubernetes.map(readLife),
    machineImages: images.map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: versions.map(
        ({ version, classification, expirationDate, lifecycle, ...image }) =>
          ({
            ...readLife({ version, classification, expirationDate, lifecycle }),
            ...image,
          }) as MachineImageVersion,
      ),
    })),
    machineTypes: [],
  }
}

type ListedLife = { [K in keyof ProfileLists['kubernetes'][number]]: ProfileLists['kubernetes'][number][K] | undefined }

function readLife({ version = '', classification, expirationDate, lifecycle }: ListedLife): ExpirableVersion {
  return {
    version,
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: Date.parse(expirationDate) }),
    ...(lifecycle !== undefined && {
      lifecycle: lifecycle.map((stage) => ({
        classification: stage.classification,
        ...(stage.startTime !== undefined && { startTime: Date.parse(stage.startTime) }),
      })),
    }),
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
