import { type AdmissionProfile, admissionsOf } from '@/lib/engine/api-server'
import { objectsAt, type ShootManifest, sameJson, textAt, WORKERS, withValueAt } from '@/lib/engine/api-server/manifest'
import { impactsOf, strongestOf } from '@/lib/engine/impact'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { once } from '@/lib/engine/once'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { compareVersions, isActive, KNOWN, parseVersion, stageAt } from '@/lib/engine/rules'
import type { ExpirableVersion, Instant, PoolEffect } from '@/lib/engine/types'
import { fieldOf, goesWithStrategy, type PoolField, presentIn, type ShootEdit, withEdits } from './fields'
import { isAbout, poolPosition, sortOut } from './plan'

/** A value that a field may have, and what the API server says to it. */
export interface FieldChoice {
  readonly edit: ShootEdit
  /** What goes with it in the same patch, as the API server refuses it otherwise. */
  readonly also: readonly ShootEdit[]
  /** Listed in the profile; undefined for values that are no versions. */
  readonly version: ExpirableVersion | undefined
  readonly isPresent: boolean
  /** Why the API server would refuse it; empty: it takes it. */
  readonly refusals: readonly ShootRefusal[]
}

export interface ChoicesInput {
  readonly manifest: ShootManifest
  /** The edits of the plan that are taken: a choice is made beside those of other fields. */
  readonly taken: readonly ShootEdit[]
  readonly profile: AdmissionProfile
  readonly now: Instant
}

/** The input with what is found once for all fields: a shoot may have hundreds of pools. */
interface ChoicesContext extends ChoicesInput {
  readonly besideAll: () => ShootManifest
  /** What the API server says to the whole shoot. */
  readonly errorsOfAll: (after: ShootManifest) => readonly ShootRefusal[]
}

/** A field of which the values are told that it may have. */
export type ChosenField =
  | { readonly field: 'spec.kubernetes.version' | 'metadata.annotations[gardener.cloud/operation]' }
  | { readonly pool: string; readonly field: 'kubernetes.version' | 'machine.image' | 'updateStrategy' }

type CandidateFilter = (candidate: Omit<FieldChoice, 'refusals'>) => boolean

/**
 * What may be chosen for versions, images and strategies, newest first, for many fields of one shoot; versions below the present one are
 * no choice. Each is judged when it is asked for: there may be hundreds.
 */
export function choosing(
  input: ChoicesInput,
): (field: ChosenField, isWanted?: CandidateFilter) => Generator<FieldChoice> {
  const { manifest, taken, profile, now } = input
  const besideAll = once(() => withEdits(manifest, taken))
  const ofAll = once(() => errorsAfter({ before: manifest, profile, now }))
  const shared: ChoicesContext = {
    ...input,
    besideAll,
    errorsOfAll: (after) => ofAll()(after),
  }
  return (field, isWanted = () => true) => choicesFor(shared, field, isWanted)
}

function* choicesFor(input: ChoicesContext, field: ChosenField, isWanted: CandidateFilter): Generator<FieldChoice> {
  const present = presentIn(input.manifest)(field)
  const refusalsOf = refusing(input, field)
  for (const { edit, version, also = [] } of candidatesOf(input, field)) {
    const candidate = { edit, also, version, isPresent: sameJson(edit.value, present ?? null) }
    if (!isWanted(candidate)) continue
    yield { ...candidate, refusals: refusalsOf(edit, also) }
  }
}

type CandidateChoice = Pick<FieldChoice, 'edit' | 'version'> & Partial<Pick<FieldChoice, 'also'>>

function candidatesOf(input: ChoicesContext, field: ChosenField): readonly CandidateChoice[] {
  const { manifest, profile, now } = input
  const present = presentIn(manifest)(field)
  const controlPlane = textAt(manifest, 'spec', 'kubernetes', 'version') ?? ''
  switch (field.field) {
    case 'spec.kubernetes.version': {
      return versionsFrom(profile.kubernetes, controlPlane).map((version) => ({
        edit: { field: field.field, value: version.version },
        version,
      }))
    }
    case 'metadata.annotations[gardener.cloud/operation]':
      return KNOWN.filter((operation) => operation.startsWith('rotate-')).map((value) => ({
        edit: { field: 'metadata.annotations[gardener.cloud/operation]', value },
        version: undefined,
      }))
    case 'kubernetes.version': {
      const { pool } = field
      const from = typeof present === 'string' ? present : controlPlane
      return [
        { edit: { pool, field: 'kubernetes.version', value: null }, version: undefined },
        ...versionsFrom(profile.kubernetes, from).map((version) => ({
          edit: { pool, field: 'kubernetes.version' as const, value: version.version },
          version,
        })),
      ]
    }
    case 'machine.image': {
      const { pool } = field
      return profile.machineImages.flatMap(({ name, versions }) =>
        newestFirst(
          versions.filter(
            (one) =>
              isActive(stageAt(one, now)) ||
              (textAt(present, 'name') === name && textAt(present, 'version') === one.version),
          ),
        ).map((version) => ({
          edit: { pool, field: 'machine.image', value: { name, version: version.version } },
          version,
        })),
      )
    }
    case 'updateStrategy': {
      const { pool } = field
      const beside = besideOthers(input, field)
      // What the plan takes out already goes with it nevertheless, so that it comes back with another strategy.
      const isSet = (one: PoolField) =>
        [manifest, beside].some((some) => presentIn(some)({ pool, field: one }) !== undefined)
      return WORKER_STRATEGIES.map((value) => ({
        edit: { pool, field: 'updateStrategy', value },
        also: goesWithStrategy(pool, value, isSet),
        version: undefined,
      }))
    }
  }
}

/** The manifest with the edits of other fields. */
function besideOthers({ manifest, taken, besideAll }: ChoicesContext, field: ChosenField): ShootManifest {
  const others = besides(taken, field)
  return others.length === taken.length ? besideAll() : withEdits(manifest, others)
}

/**
 * Why the API server would refuse a value of a field beside the edits of other fields. What is refused may be another edit,
 * which is fine only with what the field has in the plan: then that one goes.
 */
function refusing(
  input: ChoicesContext,
  field: ChosenField,
): (edit: ShootEdit, also: readonly ShootEdit[]) => readonly ShootRefusal[] {
  const others = besides(input.taken, field)
  const beside = besideOthers(input, field)
  const errorsOf = asking(input, field)
  return (edit, also) => {
    const errors = errorsOf(withEdits(beside, [edit, ...also]), edit)
    if (errors.length === 0 || others.length === 0) return errors
    if (errors.some((error) => isAbout(error.field, input.manifest, edit))) return errors
    const outcome = sortOut({ ...input, edits: [...others, ...also, edit] }).outcomes.at(-1)
    if (outcome?.kind !== 'refused') return []
    // Apart from what goes with it, it would be refused for lacking that.
    return also.length === 0 ? outcome.refusals : errors
  }
}

/**
 * What the API server says to the shoot with an edit of it. What it asks of the choices of a pool does not depend on other
 * pools, so that pool is asked about alone: a shoot may have many. Where the answer is about anything else, all are.
 */
function asking(
  { manifest, profile, now, errorsOfAll }: ChoicesContext,
  field: ChosenField,
): (after: ShootManifest, edit: ShootEdit) => readonly ShootRefusal[] {
  if (!('pool' in field)) return errorsOfAll
  const place = poolPosition(manifest, field.pool)
  const ofPool = errorsAfter({ before: withPool(manifest, place), profile, now })
  return (after, edit) => {
    const alone = ofPool(withPool(after, place)).map((error) => ({
      ...error,
      field: error.field.replace(/^spec\.provider\.workers\[0\]/, `spec.provider.workers[${place}]`),
    }))
    return alone.every((error) => isAbout(error.field, manifest, edit)) ? alone : errorsOfAll(after)
  }
}

function errorsAfter(shared: Parameters<typeof admissionsOf>[0]): (after: ShootManifest) => readonly ShootRefusal[] {
  const admit = admissionsOf(shared)
  return (after) => {
    const admission = admit(after)
    return admission.allowed ? [] : admission.errors
  }
}

/** The manifest with no other pool than the one at a place. */
function withPool(manifest: ShootManifest, place: number): ShootManifest {
  return withValueAt(manifest, WORKERS, objectsAt(manifest, ...WORKERS).slice(place, place + 1))
}

/** The strongest thing that each choice of a field adds to any node, beside the edits of others; `none` where it is refused. */
export function choiceEffects(
  { manifest, taken, profile, now }: ChoicesInput,
  field: ChosenField,
): (choice: FieldChoice) => PoolEffect['effect'] {
  const before = withEdits(manifest, besides(taken, field))
  const impactOf = impactsOf({ before, profile, now })
  return ({ edit, also, refusals }) => {
    if (refusals.length > 0) return 'none'
    const found = impactOf(withEdits(before, [edit, ...also]), [])
    return found.allowed ? strongestOf(found.pools.map(({ effect }) => effect)) : 'none'
  }
}

function besides(taken: readonly ShootEdit[], field: ChosenField): readonly ShootEdit[] {
  const path = fieldOf(field)
  return taken.filter((one) => fieldOf(one) !== path)
}

/** The offered versions from one on, newest first. That version is included even if it is not offered. */
function versionsFrom(offered: readonly ExpirableVersion[], from: string): readonly ExpirableVersion[] {
  const lowest = parseVersion(from)
  const listed = offered.filter(({ version: text }) => {
    const version = parseVersion(text)
    return version !== null && (lowest === null || compareVersions(version, lowest) >= 0)
  })
  return newestFirst(listed.some(({ version }) => version === from) ? listed : [...listed, { version: from }])
}

/** Versions that cannot be read count as equal to all others. */
function newestFirst<V extends ExpirableVersion>(versions: readonly V[]): readonly V[] {
  return versions
    .map((version) => ({ version, number: parseVersion(version.version) }))
    .sort((a, b) => (a.number === null || b.number === null ? 0 : compareVersions(b.number, a.number)))
    .map(({ version }) => version)
}
