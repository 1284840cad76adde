import type { RunningStage } from '@/lib/contract/common'
import { madeOnce } from '@/lib/engine/grouped'
import { expiryOf, listedVersion, statedStageAt, versionLists } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, NamedVersion } from '@/lib/engine/types'
import { sameValueText } from './version-text'

/** What a profile says about a version that runs. */
export interface RunningVersionFacts {
  readonly version: string
  readonly stage: RunningStage
  readonly expires: Instant | null
}

/** Looks up versions in one profile at one instant, each text once. Without a profile nothing is known of them. */
export class RunningVersions {
  private readonly kubernetesByText = new Map<string, RunningVersionFacts>()
  /** The Kubernetes versions of the profile, by value; null until one is looked up. */
  private listed: ReadonlyMap<string, ExpirableVersion> | null = null
  private readonly imagesByName = new Map<string, Map<string, RunningVersionFacts>>()

  constructor(
    private readonly profile: CloudProfile | undefined,
    private readonly at: Instant,
  ) {}

  /** @param what `Kubernetes` or the image's name */
  of(what: string, version: string): RunningVersionFacts {
    return what === 'Kubernetes' ? this.kubernetes(version) : this.image(what, version)
  }

  kubernetes(version: string): RunningVersionFacts {
    return madeOnce(this.kubernetesByText, version, () => {
      // If several have the same value, the first one counts.
      this.listed ??= new Map(this.profile?.kubernetes.toReversed().map((one) => [sameValueText(one.version), one]))
      return this.describe(version, this.listed.get(sameValueText(version)))
    })
  }

  image(name: string, version: string): RunningVersionFacts {
    const byVersion = madeOnce(this.imagesByName, name, () => new Map<string, RunningVersionFacts>())
    return madeOnce(byVersion, version, () =>
      this.describe(version, runningVersion(this.profile, { image: name, version })),
    )
  }

  private describe(version: string, listed: ExpirableVersion | undefined): RunningVersionFacts {
    if (listed === undefined) {
      const stage = this.profile === undefined ? 'unknown' : 'notInProfile'
      return { version, stage, expires: null }
    }
    return { version, stage: statedStageAt(listed, this.at), expires: expiryOf(listed) }
  }
}

/** All versions that a profile lists: of Kubernetes, then of each image. */
export function listedIn(profile: CloudProfile) {
  return versionLists(profile).flatMap(({ image, versions }) =>
    versions.map((listed) => ({ what: image ?? 'Kubernetes', listed })),
  )
}

/**
 * What a profile lists of a version that runs. Kubernetes versions (`image` null) are compared by value, and of several the first one
 * listed counts; image versions are compared by their text.
 */
export function runningVersion(
  profile: CloudProfile | undefined,
  { image, version }: NamedVersion,
): ExpirableVersion | undefined {
  if (image !== null) return profile && listedVersion(profile, image, version)
  const wanted = sameValueText(version)
  return profile?.kubernetes.find((one) => sameValueText(one.version) === wanted)
}
