import type { AdmissionProfile } from '@/lib/engine/api-server'
import { type ShootManifest, sameJson } from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { OPERATION } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { type Edit, fieldOf, presentValue, withEdits } from './edit'
import { sortOut } from './plan'

/** How edits of a shoot are undone. */
export interface WayBack {
  /** What sets the fields back, in the order of the edits. */
  readonly inverse: readonly Edit[]
  /** Fields that the API server would not let the user set back, with what it says. */
  readonly final: readonly { readonly field: string; readonly refusals: readonly ShootRefusal[] }[]
}

interface WayBackInput {
  /** The shoot before the edits. */
  readonly manifest: ShootManifest
  readonly edits: readonly Edit[]
  readonly profile: AdmissionProfile
  readonly now: Instant
  /** Whether a Gardener takes annotations away when it does what they ask for. */
  readonly isActedOn: boolean
}

/**
 * The way back from edits: each field gets what it had, as far as the API server would take that of the shoot as it is then. What
 * Gardener was asked to do at once is not in it: it takes the annotation away as soon as it begins.
 */
export function wayBack({ manifest, edits, profile, now, isActedOn }: WayBackInput): WayBack {
  const isTakenAway = ({ field }: Edit) => isActedOn && field === ASKED_NOW
  const last = edits.filter((edit, i) => !edits.some((other, j) => j > i && fieldOf(other) === fieldOf(edit)))
  const undone = last.flatMap((edit) => {
    const was = presentValue(manifest, edit) ?? null
    if (isTakenAway(edit) || sameJson(was, edit.value as typeof was)) return []
    return [{ ...edit, value: was } as Edit]
  })
  const lasting = last.filter((edit) => !isTakenAway(edit))
  const { outcomes } = sortOut({ manifest: withEdits(manifest, lasting), edits: undone, profile, now })
  return {
    inverse: undone.filter((_, i) => outcomes[i]?.kind === 'taken'),
    final: undone.flatMap((edit, i) => {
      const outcome = outcomes[i]
      return outcome?.kind === 'refused' ? [{ field: fieldOf(edit), refusals: outcome.refusals }] : []
    }),
  }
}

const ASKED_NOW = `metadata.annotations[${OPERATION}]`
