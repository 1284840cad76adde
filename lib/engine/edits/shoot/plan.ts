import {
  type AdmissionProfile,
  admitShoot,
  inStage,
  isOfMove,
  missingProfile,
  type ReferencedProfile,
} from '@/lib/engine/api-server'
import {
  EMPTY,
  objectAt,
  objectsAt,
  type ShootManifest,
  sameJson,
  textAt,
  WORKERS,
  withKey,
  withValueAt,
} from '@/lib/engine/api-server/manifest'
import { changedFields, impact, type ShootImpact } from '@/lib/engine/impact'
import type { Json } from '@/lib/engine/json'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { MAINTENANCE_OPERATION, OPERATION } from '@/lib/engine/rules'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { fieldOf, isPoolEdit, presentIn, type ShootEdit, withEdits } from './fields'

/** What becomes of one edit of a plan. */
export type ShootEditOutcome =
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
  readonly edits: readonly ShootEdit[]
  /** The one that the shoot is on. */
  readonly profile: AdmissionProfile
  /** The profiles to which it may move; absent: a move is not asked for. */
  readonly hierarchy?: ReachableProfiles | undefined
  /** When the edits are sent. */
  readonly now: Instant
}

/** The profile that a shoot is on, and those that it could name instead. */
export interface ReachableProfiles {
  readonly from: ReferencedProfile
  /** Undefined: there is none of that name, for clusters of that namespace. */
  to(ref: CloudProfileReference): ReferencedProfile | undefined
}

type CloudProfileReference = NonNullable<Extract<ShootEdit, { readonly field: 'spec.cloudProfile' }>['value']>

export interface TriedPlan {
  /** The shoot with the edits that are taken; the same manifest if none is. */
  readonly after: ShootManifest
  /** The outcome of every edit, in order. */
  readonly outcomes: readonly ShootEditOutcome[]
  /** The profile to which it moves; null: it stays on its profile. */
  readonly movedTo: ReferencedProfile | null
  readonly effect: Extract<ShootImpact, { readonly allowed: true }>
}

/**
 * A plan of edits as the API server would answer it: edits that it would refuse are left out, so that what is left can be
 * sent. What is left out is as little as can be: each of them would be refused on top of the others.
 */
export function tryPlan(input: PlanInput): TriedPlan {
  const { manifest, profile, now } = input
  const sorted = sortOut(input)
  const { after, movedTo } = sorted
  return { ...sorted, effect: effectBetween(manifest, after, movedTo?.profile ?? profile, now) }
}

/** As `tryPlan`, without the effect. */
export function sortOut({ manifest, edits, profile, hierarchy, now }: PlanInput): Omit<TriedPlan, 'effect'> {
  const presentOf = presentIn(manifest)
  const last = new Map(edits.map((edit, i) => [fieldOf(edit), i]))
  const standing = edits.map((edit, i): ShootEditOutcome['kind'] => {
    if (isPoolEdit(edit) && !hasPool(manifest, edit.pool)) return 'no-pool'
    return last.get(fieldOf(edit)) !== i || sameJson(presentOf(edit), edit.value) ? 'same' : 'taken'
  })
  const wanted = edits.filter((_, i) => standing[i] === 'taken')
  const refusalsOf = (some: readonly ShootEdit[]): readonly ShootRefusal[] => {
    if (some.length === 0) return []
    const ref = referenceIn(some)
    const to = ref && hierarchy?.to(ref)
    if (ref !== null && (to === undefined || hierarchy === undefined)) return inStage('mutator', [missingProfile(ref)])
    const move = hierarchy && to ? { from: hierarchy.from, to } : undefined
    const after = withEdits(manifest, some)
    const admission = admitShoot({ before: manifest, after, profile: move?.to.profile ?? profile, move, now })
    return admission.allowed ? [] : admission.errors
  }
  const taken = admitted(manifest, wanted, refusalsOf)
  const after = taken.length === 0 ? manifest : withEdits(manifest, taken)
  const ref = referenceIn(taken)
  return {
    after,
    movedTo: (ref && hierarchy?.to(ref)) ?? null,
    outcomes: edits.map((edit, i): ShootEditOutcome => {
      const kind = standing[i] ?? 'same'
      if (kind !== 'taken') return { kind } as ShootEditOutcome
      if (taken.includes(edit)) return { kind: 'taken' }
      return { kind: 'refused', refusals: refusalsOf(wanted.filter((one) => one === edit || taken.includes(one))) }
    }),
  }
}

function referenceIn(edits: readonly ShootEdit[]): CloudProfileReference | null {
  return edits.findLast((edit) => edit.field === 'spec.cloudProfile')?.value ?? null
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
  wanted: readonly ShootEdit[],
  refusalsOf: (edits: readonly ShootEdit[]) => readonly ShootRefusal[],
): readonly ShootEdit[] {
  let kept = wanted
  for (let refusals = refusalsOf(kept); refusals.length > 0; refusals = refusalsOf(kept)) {
    const blamed = kept.filter((edit) =>
      refusals.some((refusal) =>
        isOfMove(refusal) ? edit.field === 'spec.cloudProfile' : isAbout(refusal.field, manifest, edit),
      ),
    )
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
export function isAbout(field: string, manifest: ShootManifest, edit: ShootEdit): boolean {
  const path = isPoolEdit(edit)
    ? `spec.provider.workers[${poolPosition(manifest, edit.pool)}].${edit.field}`
    : edit.field
  const named = field.replace('machineControllerManagerSettings', 'machineControllerManager')
  return isWithin(named, path) || (isWithin(path, named) && named !== 'spec' && named !== 'metadata.annotations')
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
}

/** The position of a pool in the list; -1: there is none of that name. */
export function poolPosition(manifest: ShootManifest, pool: string): number {
  return objectsAt(manifest, 'spec', 'provider', 'workers').findIndex((one) => textAt(one, 'name') === pool)
}

export function hasPool(manifest: ShootManifest, pool: string): boolean {
  return poolPosition(manifest, pool) !== -1
}

/** How edits of a shoot are undone. */
export interface InverseEdits {
  /** What sets the fields back, in the order of the edits. */
  readonly inverse: readonly ShootEdit[]
  /** Fields that the API server would not let the user set back, with what it says. */
  readonly final: readonly { readonly field: string; readonly refusals: readonly ShootRefusal[] }[]
}

interface WayBackInput extends PlanInput {
  /** Whether a Gardener takes annotations away when it does what they ask for. */
  readonly isActedOn: boolean
}

/**
 * The way back from edits: each field gets what it had, as far as the API server would take that of the shoot as it is then. What
 * Gardener was asked to do at once is not in it: it takes the annotation away as soon as it begins.
 */
export function wayBack({ manifest, edits, profile, hierarchy, now, isActedOn }: WayBackInput): InverseEdits {
  const isTakenAway = ({ field }: ShootEdit) => isActedOn && field === ASKED_NOW
  const last = edits.filter((edit, i) => !edits.some((other, j) => j > i && fieldOf(other) === fieldOf(edit)))
  const presentOf = presentIn(manifest)
  const undone = last.flatMap((edit) => {
    const was = presentOf(edit) ?? null
    if (isTakenAway(edit) || sameJson(was, edit.value as typeof was)) return []
    return [{ ...edit, value: was } as ShootEdit]
  })
  const lasting = last.filter((edit) => !isTakenAway(edit))
  const ref = referenceIn(lasting)
  const there = (ref && hierarchy?.to(ref)) ?? null
  const { outcomes } = sortOut({
    manifest: withEdits(manifest, lasting),
    edits: undone,
    profile: there?.profile ?? profile,
    hierarchy: hierarchy && { ...hierarchy, from: there ?? hierarchy.from },
    now,
  })
  return {
    inverse: undone.filter((_, i) => outcomes[i]?.kind === 'taken'),
    final: undone.flatMap((edit, i) => {
      const outcome = outcomes[i]
      return outcome?.kind === 'refused' ? [{ field: fieldOf(edit), refusals: outcome.refusals }] : []
    }),
  }
}

const ASKED_NOW = `metadata.annotations[${OPERATION}]`

/** The manifest as it is after these maintenances: their versions, and without the settings that they take out. */
export function afterSteps(manifest: ShootManifest, steps: readonly ForecastStep[]): ShootManifest {
  return steps.filter(({ specChanged }) => specChanged).reduce(afterStep, manifest)
}

/** The manifest without operations that the shoot is no longer asked for: what was asked has taken them out since. */
export function withOperationsOf(manifest: ShootManifest, { annotations }: Pick<Shoot, 'annotations'>): ShootManifest {
  const metadata = objectAt(manifest, 'metadata')
  const had = objectAt(metadata, 'annotations')
  if (metadata === undefined || had === undefined) return manifest
  const gone = [OPERATION, MAINTENANCE_OPERATION].filter((name) => name in had && annotations[name] === undefined)
  if (gone.length === 0) return manifest
  const left = gone.reduce((some, name) => withKey(some, name, undefined), had)
  return { ...manifest, metadata: { ...metadata, annotations: left } }
}

function afterStep(manifest: ShootManifest, { versions, dropped }: ForecastStep): ShootManifest {
  const changed = dropped.reduce((state, { path, to }) => withPath(state, path.split('.'), to), manifest)
  const workers = objectsAt(changed, ...WORKERS).map((pool) => {
    const { kubernetesVersion: version = null, image = null } =
      versions.workers.find(({ name }) => name === textAt(pool, 'name')) ?? {}
    const versioned = version === null ? pool : withValueAt(pool, ['kubernetes', 'version'], version)
    return image === null ? versioned : withValueAt(versioned, ['machine', 'image', 'version'], image.version)
  })
  const moved = withValueAt(changed, ['spec', 'kubernetes', 'version'], versions.kubernetesVersion)
  return workers.length === 0 ? moved : withValueAt(moved, WORKERS, workers)
}

/** Lists are left alone: what a maintenance takes out of one stays in sight until it is read again. */
function withPath(manifest: ShootManifest, [key = '', ...rest]: readonly string[], value: unknown): ShootManifest {
  if (key.includes('[')) return manifest
  if (rest.length === 0) return withKey(manifest, key, value === null ? undefined : (value as Json))
  const inner = objectAt(manifest, key)
  if (inner === undefined && value === null) return manifest
  return { ...manifest, [key]: withPath(inner ?? EMPTY, rest, value) }
}
