import { type AdmissionProfile, admitShoot } from '@/lib/engine/api-server'
import { type Impact, impact } from '@/lib/engine/impact'
import { type ShootManifest, sameJson, textAt } from '@/lib/engine/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { compareVersions, isActive, KNOWN, parseVersion, stageAt } from '@/lib/engine/rules'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { WORKER_STRATEGIES } from '@/lib/engine/words'
import { type Edit, fieldOf, presentValue } from './edit'
import { isAbout, sortOut, withEdits } from './plan'

/** A value that a field may have, and what the API server says to it. */
export interface Choice {
  readonly edit: Edit
  /** Listed in the profile; undefined for values that are no versions. */
  readonly version: ExpirableVersion | undefined
  readonly isPresent: boolean
  /** Why the API server would refuse it; empty: it takes it. */
  readonly refusals: readonly ShootRefusal[]
  /** The strongest thing that it does to any node, on its own; `none` where it is refused. */
  readonly effect: 'rolling' | 'inPlace' | 'kubeletRestart' | 'none'
}

export interface ChoicesInput {
  readonly manifest: ShootManifest
  /** The edits of the plan that are taken: a choice is made beside those of other fields. */
  readonly taken: readonly Edit[]
  readonly profile: AdmissionProfile
  readonly now: Instant
}

/** What may be chosen for versions, images and strategies, newest first; versions below the present one are no choice. */
export function choicesOf(
  input: ChoicesInput,
  field:
    | { readonly field: 'spec.kubernetes.version' | 'metadata.annotations[gardener.cloud/operation]' }
    | { readonly pool: string; readonly field: 'kubernetes.version' | 'machine.image' | 'updateStrategy' },
): readonly Choice[] {
  const { manifest } = input
  const present = presentValue(manifest, field)
  return candidatesOf(input, field)
    .map(({ edit, version }) => ({ edit, version, isPresent: sameJson(edit.value, present ?? null) }))
    .map((one) => ({ ...one, ...judged(input, one.edit) }))
}

function candidatesOf(
  { manifest, profile, now }: ChoicesInput,
  field: Parameters<typeof choicesOf>[1],
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

/** Beside the edits of other fields; its effect is what it adds to them. */
function judged({ taken, ...input }: ChoicesInput, edit: Edit): Pick<Choice, 'refusals' | 'effect'> {
  const { manifest, profile, now } = input
  const others = taken.filter((one) => fieldOf(one) !== fieldOf(edit))
  const beside = withEdits(manifest, others)
  const after = withEdits(beside, [edit])
  const admission = admitShoot({ before: manifest, after, profile, now })
  if (!admission.allowed) return { refusals: refusalsOf(input, others, edit, admission.errors), effect: 'none' }
  const found = impact({ before: beside, after, profile, now, changed: [] })
  return { refusals: [], effect: found.allowed ? strongest(found) : 'none' }
}

/** What is refused may be another edit, which is fine only with what the field has in the plan: then that one goes. */
function refusalsOf(
  input: Omit<ChoicesInput, 'taken'>,
  others: readonly Edit[],
  edit: Edit,
  errors: readonly ShootRefusal[],
): readonly ShootRefusal[] {
  if (errors.some(({ field }) => isAbout(field, input.manifest, edit))) return errors
  const outcome = sortOut({ ...input, edits: [...others, edit] }).outcomes.at(-1)
  return outcome?.kind === 'refused' ? outcome.refusals : []
}

function strongest({ pools }: Extract<Impact, { readonly allowed: true }>): Choice['effect'] {
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
