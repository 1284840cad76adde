import { countMore } from '@/lib/engine/grouped'
import { boundariesOf, justAfter, stageAt, versionLists } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, LifecycleStage, NamedVersion } from '@/lib/engine/types'
import { lifeOf, type VersionLife, versionWithLife } from './edit'

/** One version of a profile, and whether its life is written otherwise. `image` null: Kubernetes. */
export type RewrittenLife = NamedVersion &
  (
    | { readonly kind: 'turned'; readonly before: VersionLife; readonly after: VersionLife }
    | { readonly kind: 'left'; readonly because: UnchangedReason }
  )

/** Why a life stays as it is written. */
export type UnchangedReason =
  /** It is written in that form already. */
  | 'written-so'
  /** The profile says nothing of it: it is supported, and stays so. */
  | 'nothing-said'
  /** Another entry has the same text: edits would mean the first. */
  | 'listed-twice'
  /** The bastion wants an image whose version is classified as supported: one with a lifecycle does not count. */
  | 'bastion'
  /** Back to a date: only one classification can be told, that holds now, and then the end. */
  | 'more-to-come'
  | 'not-begun'
  | 'ended-without-date'

/** What `spec.bastion.machineImage` names; null: nothing. */
export type BastionImage = { readonly image: string; readonly version: string | null } | null

/**
 * What becomes of each version of a profile whose classifications and dates are written as `lifecycle`: the same stages at the same
 * instants, past ones included. Beside a lifecycle the API server does not hold a version to be the only supported one of its minor, and
 * dates of namespaced profiles have no effect.
 */
export function writtenAsLifecycle(
  profile: CloudProfile,
  bastion: BastionImage,
  now: Instant,
): readonly RewrittenLife[] {
  return ofAll(profile, (image, entry) => {
    const { classification, expirationDate, lifecycle } = entry
    if (lifecycle !== undefined && lifecycle.length > 0) return 'written-so'
    if (isEmpty(entry)) return 'nothing-said'
    if (isForBastion(bastion, image, entry, now)) return 'bastion'
    const first: LifecycleStage = { classification: classification ?? 'supported' }
    const stages =
      expirationDate === undefined ? [] : [{ classification: 'expired', startTime: expirationDate } as const]
    return { lifecycle: [first, ...stages] }
  })
}

/**
 * The way back, where classification and date say the same of every instant from now on. What a version was before cannot be told by
 * them, and is gone then.
 */
export function writtenAsDates(profile: CloudProfile, now: Instant): readonly RewrittenLife[] {
  return ofAll(profile, (_, entry) => {
    const stages = entry.lifecycle ?? []
    if (stages.length === 0) return isEmpty(entry) ? 'nothing-said' : 'written-so'
    const is = stageAt(entry, now)
    if (is === 'unavailable') return 'not-begun'
    const end = stages.findLast(({ classification }) => classification === 'expired')?.startTime
    if (is === 'expired' && end === undefined) return 'ended-without-date'
    const told = ({ classification }: LifecycleStage) => !['expired', 'unavailable'].includes(classification)
    const classification = is === 'expired' ? (stages.findLast(told)?.classification ?? 'deprecated') : is
    const life: VersionLife = { classification, ...(end !== undefined && { expirationDate: end }) }
    return isSameFrom(entry, life, now) ? life : 'more-to-come'
  })
}

function ofAll(
  profile: CloudProfile,
  rewrite: (image: string | null, entry: ExpirableVersion) => VersionLife | UnchangedReason,
): readonly RewrittenLife[] {
  return versionLists(profile).flatMap(({ image, versions }) => {
    const count = new Map<string, number>()
    for (const { version } of versions) countMore(count, version)
    return versions.map((entry): RewrittenLife => {
      const { version } = entry
      const told = (count.get(version) ?? 0) > 1 ? 'listed-twice' : rewrite(image, entry)
      if (typeof told === 'string') return { image, version, kind: 'left', because: told }
      return { image, version, kind: 'turned', before: lifeOf(entry), after: told }
    })
  })
}

function isEmpty(life: VersionLife): boolean {
  return life.classification === undefined && life.expirationDate === undefined
}

function isForBastion(bastion: BastionImage, image: string | null, entry: ExpirableVersion, now: Instant): boolean {
  if (bastion === null || bastion.image !== image) return false
  if (bastion.version !== null && bastion.version !== entry.version) return false
  return entry.classification !== undefined && stageAt(entry, now) === 'supported'
}

/** Whether both are the same stage at every instant from one on: between two boundaries nothing changes. */
function isSameFrom(entry: ExpirableVersion, life: VersionLife, from: Instant): boolean {
  const other = versionWithLife(entry, life)
  const boundaries = [...boundariesOf(entry), ...boundariesOf(other)].filter((at) => at >= from)
  return [from, ...boundaries.flatMap((at) => [at, justAfter(at)])].every(
    (at) => stageAt(entry, at) === stageAt(other, at),
  )
}
