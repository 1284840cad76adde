import type { ProfileRefBody } from '@/lib/contract/common'
import { imageOf, shortName } from '@/lib/contract/version-name'
import { profileName, profileOf } from '@/lib/words/phrases'

/** A version as its address names it. */
export interface VersionRef {
  readonly profile: ProfileRefBody
  /** `Kubernetes` or an image's name. */
  readonly what: string
  readonly version: string
}

/** `aws/kubernetes/1.33.6`, or `garden-core/aws-ext/gardenlinux/1592.9.0`, in its parts; undefined: it is neither. */
export function readVersionParts(parts: readonly string[]): VersionRef | undefined {
  const [version = '', kind] = parts.slice(-2).toReversed()
  const profile = profileOf(parts.slice(0, -2))
  if (profile === undefined || kind === undefined) return undefined
  return { profile, what: kind === 'kubernetes' ? 'Kubernetes' : kind, version }
}

/** The clusters on a version, as filters of the clusters page. */
export function clustersOn({ profile, what, version }: VersionRef) {
  return { profile: [profileName(profile)], version: [shortName(imageOf(what), version)] }
}
