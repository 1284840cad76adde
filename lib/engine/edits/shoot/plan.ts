import { type AdmissionProfile, admitShoot } from '@/lib/engine/api-server'
import { objectsAt, type ShootManifest, sameJson, textAt } from '@/lib/engine/api-server/manifest'
import { changedFields, type Impact, impact } from '@/lib/engine/impact'
import type { ShootRefusal } from '@/lib/engine/refusal'
import type { Instant } from '@/lib/engine/types'
import { type Edit, fieldOf, isPoolEdit, presentIn, withEdits } from './edit'

/** What becomes of one edit of a plan. */
export type EditOutcome =
  | { readonly kind: 'taken' }
  /** The shoot has that value already. */
  | { readonly kind: 'same' }
  /** There is no such pool. */
  | { readonly kind: 'no-pool' }
  /** The API server would refuse the shoot with it, for these reasons: it is left out. */
  | { readonly kind: 'refused'; readonly refusals: readonly ShootRefusal[] }

export interface PlanInput {
  /** The shoot as the API server has it. */
  readonly manifest: ShootManifest
  /** A later edit of the same field counts instead of an earlier one. */
  readonly edits: readonly Edit[]
  readonly profile: AdmissionProfile
  /** When the edits are sent. */
  readonly now: Instant
}

export interface TriedPlan {
  /** The shoot with the edits that are taken; the same manifest if none is. */
  readonly after: ShootManifest
  /** Of every edit, in order. */
  readonly outcomes: readonly EditOutcome[]
  readonly effect: Extract<Impact, { readonly allowed: true }>
}

/**
 * A plan of edits as the API server would answer it: edits that it would refuse are left out, so that what is left can be
 * sent. What is left out is as little as can be: each of them would be refused on top of the others.
 */
export function tryPlan(input: PlanInput): TriedPlan {
  const { manifest, profile, now } = input
  const { after, outcomes } = sortOut(input)
  return { after, outcomes, effect: effectBetween(manifest, after, profile, now) }
}

/** The same without its effect. */
export function sortOut({ manifest, edits, profile, now }: PlanInput): Omit<TriedPlan, 'effect'> {
  const presentOf = presentIn(manifest)
  const last = new Map(edits.map((edit, i) => [fieldOf(edit), i]))
  const standing = edits.map((edit, i): EditOutcome['kind'] => {
    if (isPoolEdit(edit) && !hasPool(manifest, edit.pool)) return 'no-pool'
    return last.get(fieldOf(edit)) !== i || sameJson(presentOf(edit), edit.value) ? 'same' : 'taken'
  })
  const wanted = edits.filter((_, i) => standing[i] === 'taken')
  const refusalsOf = (some: readonly Edit[]): readonly ShootRefusal[] => {
    if (some.length === 0) return []
    const admission = admitShoot({ before: manifest, after: withEdits(manifest, some), profile, now })
    return admission.allowed ? [] : admission.errors
  }
  const taken = admitted(manifest, wanted, refusalsOf)
  const after = taken.length === 0 ? manifest : withEdits(manifest, taken)
  return {
    after,
    outcomes: edits.map((edit, i): EditOutcome => {
      const kind = standing[i] ?? 'same'
      if (kind !== 'taken') return { kind } as EditOutcome
      if (taken.includes(edit)) return { kind: 'taken' }
      return { kind: 'refused', refusals: refusalsOf(wanted.filter((one) => one === edit || taken.includes(one))) }
    }),
  }
}

/** What the change does; a shoot that stays as it is is not looked at by the API server. */
function effectBetween(
  before: ShootManifest,
  after: ShootManifest,
  profile: AdmissionProfile,
  now: Instant,
): TriedPlan['effect'] {
  const found = impact({ before, after, profile, now, changed: changedFields(before, after) })
  if (found.allowed) return found
  const pools = objectsAt(after, 'spec', 'provider', 'workers').map((pool) => textAt(pool, 'name') ?? '')
  return {
    allowed: true,
    pools: pools.map((name) => ({ name, effect: 'none', because: [], undecided: [] })),
    controlPlane: 'none',
  }
}

/** The edits that the API server takes together, in their order. */
function admitted(
  manifest: ShootManifest,
  wanted: readonly Edit[],
  refusalsOf: (edits: readonly Edit[]) => readonly ShootRefusal[],
): readonly Edit[] {
  let kept = wanted
  for (let refusals = refusalsOf(kept); refusals.length > 0; refusals = refusalsOf(kept)) {
    const blamed = kept.filter((edit) => refusals.some(({ field }) => isAbout(field, manifest, edit)))
    kept = kept.filter((edit) => (blamed.length > 0 ? !blamed.includes(edit) : edit !== kept.at(-1)))
  }
  // What was blamed beside another one, or is possible only together with it, may be fine with what is kept now.
  for (let found = true; found; ) {
    found = false
    for (const edit of wanted) {
      if (kept.includes(edit)) continue
      const more = wanted.filter((one) => one === edit || kept.includes(one))
      if (refusalsOf(more).length > 0) continue
      kept = more
      found = true
    }
  }
  return kept
}

/** Whether a refusal names what the edit changes, something in it or something around it; pools are named by their place. */
export function isAbout(field: string, manifest: ShootManifest, edit: Edit): boolean {
  const path = isPoolEdit(edit) ? `spec.provider.workers[${placeOf(manifest, edit.pool)}].${edit.field}` : edit.field
  const named = field.replace('machineControllerManagerSettings', 'machineControllerManager')
  return isWithin(named, path) || (isWithin(path, named) && named !== 'spec' && named !== 'metadata.annotations')
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
}

/** Of a pool in the list; -1: there is none of that name. */
export function placeOf(manifest: ShootManifest, pool: string): number {
  return objectsAt(manifest, 'spec', 'provider', 'workers').findIndex((one) => textAt(one, 'name') === pool)
}

export function hasPool(manifest: ShootManifest, pool: string): boolean {
  return placeOf(manifest, pool) !== -1
}
