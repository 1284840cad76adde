import { packText, unpackJson } from '@/lib/browser/packed-text'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { MOST_PLANNED } from '@/lib/contract/words'
import { parseInstant } from '@/lib/engine/time'

/** What a user plans for a cluster. It lives in the address of the cluster's page, so that a link shows it to others. */
export interface ClusterPlan {
  /** One for each field. */
  readonly edits: readonly PlannedEdit[]
  /** When they are sent, RFC 3339; null: at once. */
  readonly on: string | null
}

export const NO_PLAN: ClusterPlan = { edits: [], on: null }

export type PlanReading =
  | { readonly kind: 'ok'; readonly plan: ClusterPlan }
  /** A whole sentence. */
  | { readonly kind: 'problem'; readonly reason: string }

/** A plan as `?plan=` carries it; undefined: there is nothing to carry. */
export async function encodePlan({ edits, on }: ClusterPlan): Promise<string | undefined> {
  if (edits.length === 0 && on === null) return undefined
  return packText(JSON.stringify(on === null ? [edits] : [edits, on]))
}

/** The plan of an address. Never throws: an address can be cut or made up. The server checks the edits again. */
export async function decodePlan(text: string | null): Promise<PlanReading> {
  if (text === null) return { kind: 'ok', plan: NO_PLAN }
  const given = await unpackJson(text)
  if (given === undefined) return problem('The plan in this address cannot be read. Was the link copied completely?')
  const [edits, on = null]: readonly unknown[] = Array.isArray(given) ? given : []
  if (!Array.isArray(edits)) return problem('The plan in this address has no changes.')
  if (edits.length > MOST_PLANNED)
    return problem(`The plan in this address has ${edits.length} changes; ${MOST_PLANNED} are read at most.`)
  const { plannedEdit } = await import('@/lib/contract/planned-edit')
  const wrong = edits.findIndex((edit) => !plannedEdit.safeParse(edit).success)
  if (wrong !== -1) return problem(`Change ${wrong + 1} of the plan in this address is none that Almanac knows.`)
  if (on !== null && (typeof on !== 'string' || parseInstant(on) === null))
    return problem('The day of the plan in this address cannot be read.')
  return { kind: 'ok', plan: { edits: edits as PlannedEdit[], on } }
}

function problem(reason: string): PlanReading {
  return { kind: 'problem', reason }
}
