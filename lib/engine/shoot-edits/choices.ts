import { type AdmissionProfile, admitShoot } from '@/lib/engine/api-server'
import { type Impact, impact } from '@/lib/engine/impact'
import { EMPTY, objectAt, objectsAt, type ShootManifest, sameJson, textAt } from '@/lib/engine/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { compareVersions, isActive, KNOWN, parseVersion, stageAt } from '@/lib/engine/rules'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { WORKER_STRATEGIES } from '@/lib/engine/words'
import { type Edit, fieldOf, isPoolEdit, presentValue } from './edit'
import { isAbout, placeOf, sortOut, withEdits } from './plan'

/** A value that a field may have, and what the API server says to it. */
export interface Choice {
  readonly edit: Edit
  /** Listed in the profile; undefined for values that are no versions. */
  readonly version: ExpirableVersion | undefined
  readonly isPresent: boolean
  /** Why the API server would refuse it; empty: it takes it. */
  readonly refusals: readonly ShootRefusal[]
}

export interface ChoicesInput {
  readonly manifest: ShootManifest
  /** The edits of the plan that are taken: a choice is made beside those of other fields. */
  readonly taken: readonly Edit[]
  readonly profile: AdmissionProfile
  readonly now: Instant
}

/** A field of which the values are told that it may have. */
export type ChosenField =
  | { readonly field: 'spec.kubernetes.version' | 'metadata.annotations[gardener.cloud/operation]' }
  | { readonly pool: string; readonly field: 'kubernetes.version' | 'machine.image' | 'updateStrategy' }

/**
 * What may be chosen for versions, images and strategies, newest first; versions below the present one are no choice. Each is judged
 * when it is asked for: there may be thousands.
 * @param isWanted which of them are told at all
 */
export function* eachChoice(
  input: ChoicesInput,
  field: ChosenField,
  isWanted: (candidate: Omit<Choice, 'refusals'>) => boolean = () => true,
): Generator<Choice> {
  const present = presentValue(input.manifest, field)
  for (const { edit, version } of candidatesOf(input, field)) {
    const candidate = { edit, version, isPresent: sameJson(edit.value, present ?? null) }
    if (isWanted(candidate)) yield { ...candidate, refusals: refusalsOf(input, edit) }
  }
}

/** All of them. */
export function choicesOf(input: ChoicesInput, field: ChosenField): readonly Choice[] {
  return [...eachChoice(input, field)]
}

function candidatesOf(
  { manifest, profile, now }: ChoicesInput,
  field: ChosenField,
): readonly Pick<Choice, 'edit' | 'version'>[] {
  const present = presentValue(manifest, field)
  const controlPlane = textAt(manifest, 'spec', 'kubernetes', 'version') ?? ''
  switch (field.field) {
    case 'spec.kubernetes.version':
      return versionsFrom(profile.kubernetes, controlPlane).map((version) => ({
        edit: { field: field.field, value: version.version },
        version,
      }))
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
        [...versions]
          .filter(
            (one) =>
              isActive(stageAt(one, now)) ||
              (textAt(present, 'name') === name && textAt(present, 'version') === one.version),
          )
          .sort(byNewest)
          .map((version) => ({
            edit: { pool, field: 'machine.image', value: { name, version: version.version } },
            version,
          })),
      )
    }
    case 'updateStrategy':
      return WORKER_STRATEGIES.map((value) => ({
        edit: { pool: field.pool, field: 'updateStrategy', value },
        version: undefined,
      }))
  }
}

/**
 * Beside the edits of other fields. What is refused may be another edit, which is fine only with what the field has in the
 * plan: then that one goes.
 */
function refusalsOf({ taken, ...input }: ChoicesInput, edit: Edit): readonly ShootRefusal[] {
  const others = besides(taken, edit)
  const errors = errorsOf(input, withEdits(input.manifest, [...others, edit]), edit)
  if (errors.length === 0 || errors.some(({ field }) => isAbout(field, input.manifest, edit))) return errors
  const outcome = sortOut({ ...input, edits: [...others, edit] }).outcomes.at(-1)
  return outcome?.kind === 'refused' ? outcome.refusals : []
}

/**
 * What the API server says to the shoot with an edit of it. What it asks of the choices of a pool does not depend on other
 * pools, so that pool is asked about alone: a shoot may have many. Where the answer is about anything else, all are.
 */
function errorsOf(
  { manifest, profile, now }: Omit<ChoicesInput, 'taken'>,
  after: ShootManifest,
  edit: Edit,
): readonly ShootRefusal[] {
  const refused = (was: ShootManifest, is: ShootManifest): readonly ShootRefusal[] => {
    const admission = admitShoot({ before: was, after: is, profile, now })
    return admission.allowed ? [] : admission.errors
  }
  if (isPoolEdit(edit)) {
    const place = placeOf(manifest, edit.pool)
    const alone = refused(withPool(manifest, place), withPool(after, place)).map((error) => ({
      ...error,
      field: error.field.replace(/^spec\.provider\.workers\[0\]/, `spec.provider.workers[${place}]`),
    }))
    if (alone.every(({ field }) => isAbout(field, manifest, edit))) return alone
  }
  return refused(manifest, after)
}

/** The manifest with no other pool than the one at a place. */
function withPool(manifest: ShootManifest, place: number): ShootManifest {
  const spec = objectAt(manifest, 'spec') ?? EMPTY
  const provider = objectAt(spec, 'provider') ?? EMPTY
  const workers = objectsAt(provider, 'workers').slice(place, place + 1)
  return { ...manifest, spec: { ...spec, provider: { ...provider, workers } } }
}

/** The strongest thing that a choice adds to any node, beside the edits of other fields; `none` where it is refused. */
export function choiceEffect(
  { manifest, taken, profile, now }: ChoicesInput,
  { edit, refusals }: Choice,
): 'rolling' | 'inPlace' | 'kubeletRestart' | 'none' {
  if (refusals.length > 0) return 'none'
  const before = withEdits(manifest, besides(taken, edit))
  const found = impact({ before, after: withEdits(before, [edit]), profile, now, changed: [] })
  return found.allowed ? strongest(found) : 'none'
}

function besides(taken: readonly Edit[], edit: Edit): readonly Edit[] {
  return taken.filter((one) => fieldOf(one) !== fieldOf(edit))
}

function strongest({ pools }: Extract<Impact, { readonly allowed: true }>): ReturnType<typeof choiceEffect> {
  const effects = pools.map(({ effect }) => effect)
  return (['rolling', 'inPlace', 'kubeletRestart'] as const).find((effect) => effects.includes(effect)) ?? 'none'
}

/** From a version on, newest first; the version itself is there also when nobody offers it. */
function versionsFrom(offered: readonly ExpirableVersion[], from: string): readonly ExpirableVersion[] {
  const lowest = parseVersion(from)
  const listed = offered.filter(({ version: text }) => {
    const version = parseVersion(text)
    return version !== null && (lowest === null || compareVersions(version, lowest) >= 0)
  })
  const all = listed.some(({ version }) => version === from) ? listed : [...listed, { version: from }]
  return [...all].sort(byNewest)
}

function byNewest(a: ExpirableVersion, b: ExpirableVersion): number {
  const [left, right] = [parseVersion(a.version), parseVersion(b.version)]
  return left === null || right === null ? 0 : compareVersions(right, left)
}
