import type { ProfileOverrides } from '@/lib/engine/api-server'
import { boundariesOf, justAfter, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, LifecycleStage, ProfileRef } from '@/lib/engine/types'
import { type Life, type LifeEdit, lifeOf, withLife } from './edit'

/** One version of a profile, and whether its life is written otherwise. `image` null: Kubernetes. */
export type RewrittenLife = { readonly image: string | null; readonly version: string } & (
  | { readonly kind: 'turned'; readonly edit: LifeEdit; readonly before: Life; readonly after: Life }
  | ({ readonly kind: 'left' } & WhyLeft)
)

/** Why a life stays as it is written. */
export type WhyLeft =
  /** It is written so already. */
  | { readonly because: 'written-so' }
  /** The profile says nothing of it: it is supported, and stays so. */
  | { readonly because: 'nothing-said' }
  /** Another entry has the same text: edits would mean the first. */
  | { readonly because: 'listed-twice' }
  /**
   * Namespaced profiles give it a date of their own. Beside a lifecycle that date would have no effect any more, and their profile could
   * not be written as long as it is there.
   */
  | { readonly because: 'exceptions'; readonly profiles: readonly Exception[] }
  /** The bastion wants an image whose version is classified as supported: one with a lifecycle does not count. */
  | { readonly because: 'bastion' }
  /** Back to a date: only one classification can be told, that holds now, and then the end. */
  | { readonly because: 'more-to-come' | 'not-begun' | 'ended-without-date' }

/** A namespaced profile that dates a version of its parent. */
export interface Exception {
  readonly ref: ProfileRef
  readonly expirationDate: Instant | undefined
}

export interface LifecycleInput {
  readonly profile: CloudProfile
  /** Namespaced profiles that build on it, and what they say themselves. */
  readonly children: readonly { readonly ref: ProfileRef; readonly overrides: ProfileOverrides }[]
  /** What `spec.bastion.machineImage` names; null: nothing. */
  readonly bastion: { readonly image: string; readonly version: string | null } | null
  /** Also versions that namespaced profiles date: their dates lose their effect. */
  readonly withExceptions: boolean
  readonly now: Instant
}

/**
 * What becomes of each version of a profile whose classifications and dates are written as `lifecycle`: the same stages at the same
 * instants, past ones included. Beside a lifecycle the API server does not hold a version to be the only supported one of its minor.
 */
export function writtenAsLifecycle({
  profile,
  children,
  bastion,
  withExceptions,
  now,
}: LifecycleInput): readonly RewrittenLife[] {
  return ofAll(profile, (image, entry) => {
    const { classification, expirationDate, lifecycle } = entry
    if (lifecycle !== undefined && lifecycle.length > 0) return { because: 'written-so' }
    if (classification === undefined && expirationDate === undefined) return { because: 'nothing-said' }
    const profiles = exceptionsOf(children, image, entry.version)
    if (profiles.length > 0 && !withExceptions) return { because: 'exceptions', profiles }
    if (isForBastion(bastion, image, entry, now)) return { because: 'bastion' }
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
    if (stages.length === 0) return { because: isEmpty(lifeOf(entry)) ? 'nothing-said' : 'written-so' }
    const is = stageAt(entry, now)
    if (is === 'unavailable') return { because: 'not-begun' }
    const end = stages.findLast(({ classification }) => classification === 'expired')?.startTime
    if (is === 'expired') {
      if (end === undefined) return { because: 'ended-without-date' }
      const before = stages.findLast(({ classification }) => !['expired', 'unavailable'].includes(classification))
      const life: Life = { classification: before?.classification ?? 'deprecated', expirationDate: end }
      return isSameFrom(entry, life, now) ? life : { because: 'more-to-come' }
    }
    const life: Life = { classification: is, ...(end !== undefined && { expirationDate: end }) }
    return isSameFrom(entry, life, now) ? life : { because: 'more-to-come' }
  })
}

function ofAll(
  { kubernetes, machineImages }: CloudProfile,
  rewrite: (image: string | null, entry: ExpirableVersion) => Life | WhyLeft,
): readonly RewrittenLife[] {
  const lists = [
    { image: null, versions: kubernetes as readonly ExpirableVersion[] },
    ...machineImages.map(({ name, versions }) => ({ image: name, versions: versions as readonly ExpirableVersion[] })),
  ]
  return lists.flatMap(({ image, versions }) => {
    const count = new Map<string, number>()
    for (const { version } of versions) count.set(version, (count.get(version) ?? 0) + 1)
    return versions.map((entry): RewrittenLife => {
      const { version } = entry
      const told = (count.get(version) ?? 0) > 1 ? { because: 'listed-twice' as const } : rewrite(image, entry)
      if ('because' in told) return { image, version, kind: 'left', ...told }
      const edit: LifeEdit = { kind: 'restore', image, version, life: told }
      return { image, version, kind: 'turned', edit, before: lifeOf(entry), after: told }
    })
  })
}

function isEmpty(life: Life): boolean {
  return life.classification === undefined && life.expirationDate === undefined
}

function exceptionsOf(children: LifecycleInput['children'], image: string | null, version: string): Exception[] {
  return children.flatMap(({ ref, overrides }) => {
    const dated =
      image === null
        ? overrides.kubernetes
        : (overrides.machineImages.find(({ name }) => name === image)?.versions ?? []).flatMap((own) =>
            own.kind === 'date' ? [own.version] : [],
          )
    const found = dated.find((own) => own.version === version)
    return found === undefined ? [] : [{ ref, expirationDate: found.expirationDate }]
  })
}

function isForBastion(
  bastion: LifecycleInput['bastion'],
  image: string | null,
  entry: ExpirableVersion,
  now: Instant,
): boolean {
  if (bastion === null || bastion.image !== image) return false
  if (bastion.version !== null && bastion.version !== entry.version) return false
  return entry.classification !== undefined && stageAt(entry, now) === 'supported'
}

/** Whether both are the same stage at every instant from one on: between two boundaries nothing changes. */
function isSameFrom(entry: ExpirableVersion, life: Life, from: Instant): boolean {
  const other = withLife(entry, life)
  const boundaries = [...boundariesOf(entry), ...boundariesOf(other)].filter((at) => at >= from)
  return [from, ...boundaries.flatMap((at) => [at, justAfter(at)])].every(
    (at) => stageAt(entry, at) === stageAt(other, at),
  )
}
