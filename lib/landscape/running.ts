import type { RunningStage } from '@/lib/contract/common'
import { expiryOf, statedStageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
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
  /** Of the profile, by their values; null: none was looked up. */
  private listed: ReadonlyMap<string, ExpirableVersion> | null = null
  private readonly imagesByName = new Map<string, Map<string, RunningVersionFacts>>()

  constructor(
    private readonly profile: CloudProfile | undefined,
    private readonly at: Instant,
  ) {}

  kubernetes(version: string): RunningVersionFacts {
    let running = this.kubernetesByText.get(version)
    if (running === undefined) {
      this.listed ??= firstByKey(this.profile?.kubernetes ?? [], (one) => sameValueText(one.version))
      running = this.describe(version, this.listed.get(sameValueText(version)))
      this.kubernetesByText.set(version, running)
    }
    return running
  }

  image(name: string, version: string): RunningVersionFacts {
    let byVersion = this.imagesByName.get(name)
    if (byVersion === undefined) {
      byVersion = new Map()
      this.imagesByName.set(name, byVersion)
    }
    let running = byVersion.get(version)
    if (running === undefined) {
      running = this.describe(version, runningImage(this.profile, name, version))
      byVersion.set(version, running)
    }
    return running
  }

  private describe(version: string, listed: ExpirableVersion | undefined): RunningVersionFacts {
    if (listed === undefined) {
      const stage = this.profile === undefined ? 'unknown' : 'notInProfile'
      return { version, stage, expires: null }
    }
    return { version, stage: statedStageAt(listed, this.at), expires: expiryOf(listed) }
  }
}

/** Kubernetes versions are compared by value; of several the first one listed counts. */
export function runningKubernetes(profile: CloudProfile | undefined, version: string): ExpirableVersion | undefined {
  const wanted = sameValueText(version)
  return profile?.kubernetes.find((one) => sameValueText(one.version) === wanted)
}

/** Image versions are compared by their text. */
export function runningImage(
  profile: CloudProfile | undefined,
  name: string,
  version: string,
): ExpirableVersion | undefined {
  return profile?.machineImages.find((image) => image.name === name)?.versions.find((one) => one.version === version)
}

function firstByKey<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (!map.has(key)) map.set(key, item)
  }
  return map
}
