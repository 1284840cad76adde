import type { EditBody } from '@/lib/contract/edits'
import type { CloudProfile, ExpirableVersion, LifecycleStage, Stage } from '@/lib/engine/types'
import { versionsOf } from './source'

/**
 * What a draft's author saw of the lists that the draft edits: it travels with the draft, so that whoever opens it later is
 * told what has changed since. Times are whole seconds, absent fields are left out at the end.
 */
export type SeenList = readonly [image: string | null, versions: readonly SeenVersion[]]
export type SeenVersion = readonly [
  version: string,
  classification?: Stage | null,
  expirationDate?: number | null,
  lifecycle?: readonly (readonly [Stage, number?])[],
]

/** Longer lists are left out: an address must stay one that can be sent. */
const MOST_VERSIONS = 150

export function seenBy(edits: readonly EditBody[], profile: CloudProfile): readonly SeenList[] {
  const images = [...new Set(edits.map(({ image }) => image))]
  return images.flatMap((image): SeenList[] => {
    const versions = versionsOf(profile, image)
    return versions.length === 0 || versions.length > MOST_VERSIONS ? [] : [[image, versions.map(seenVersion)]]
  })
}

function seenVersion({ version, classification, expirationDate, lifecycle }: ExpirableVersion): SeenVersion {
  if (lifecycle !== undefined && lifecycle.length > 0) {
    const stages = lifecycle.map((stage): readonly [Stage, number?] =>
      stage.startTime === undefined ? [stage.classification] : [stage.classification, stage.startTime / 1000],
    )
    return [version, null, null, stages]
  }
  if (expirationDate !== undefined) return [version, classification ?? null, expirationDate / 1000]
  return classification === undefined ? [version] : [version, classification]
}

/** The lives of the versions that were seen; other fields were not. */
export function seenLives([, versions]: SeenList): readonly ExpirableVersion[] {
  return versions.map(([version, classification, expirationDate, lifecycle]) => ({
    version,
    ...(classification != null && { classification }),
    ...(expirationDate != null && { expirationDate: expirationDate * 1000 }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(readStage) }),
  }))
}

function readStage([classification, startTime]: readonly [Stage, number?]): LifecycleStage {
  return startTime === undefined ? { classification } : { classification, startTime: startTime * 1000 }
}
