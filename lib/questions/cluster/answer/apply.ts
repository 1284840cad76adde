import type { NamespacedName } from '@/lib/engine/types'
import 'server-only'
import type { z } from 'zod'
import { type ApplyContext, applyContextOf } from '@/lib/apply/context'
import { recallShoot, shootChange } from '@/lib/apply/remembered'
import { type EntryHead, send } from '@/lib/apply/send'
import type {
  ShootApplyAnswer,
  ShootConfirmation,
  ShootEffect,
  ShootEntry,
  shootApplyQuery,
} from '@/lib/contract/apply'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { PoolEffectBody } from '@/lib/contract/steps'
import { hasPool, type ShootEdit, wayBack, withEdits } from '@/lib/engine/edits/shoot'
import { stronger } from '@/lib/engine/impact'
import { messageOf } from '@/lib/engine/refusal'
import { MAINTENANCE_OPERATION, OPERATION } from '@/lib/engine/rules'
import type { JsonObject, ObjectRef } from '@/lib/garden'
import type { AnswerTo } from '@/lib/http/answer'
import type { Landscape } from '@/lib/landscape/landscape'
import { findShoot } from '@/lib/landscape/lookup'
import { forgetWhole, hierarchyOf, whole, withOffers } from '@/lib/landscape/offers'
import { Outlook } from '@/lib/landscape/outlook'
import { shootConfirmationOf } from '@/lib/words/confirmation'
import { unwrittenText } from '@/lib/words/journal'
import type { shootApplyRoute } from '../contract'
import { maintenanceView } from './maintenance'
import { planView } from './plan/view'

export const answerShootApply: AnswerTo<typeof shootApplyRoute> = ({ path, body }, asker) =>
  applyToShoot(applyContextOf(asker), path, body)

type ShootApplyQuery = z.output<typeof shootApplyQuery>

/**
 * Applies edits of a cluster, or with `dryRun` asks whether they would be accepted. What is done is written into the journal.
 * Throws a coded error for a cluster that is not there or cannot be read.
 */
export async function applyToShoot(
  context: ApplyContext,
  path: NamespacedName,
  query: ShootApplyQuery,
): Promise<ShootApplyAnswer> {
  const landscape = await context.landscape()
  const position = findShoot(landscape, path.namespace, path.name)
  const { namespace, name } = landscape.roster.members.at(position)?.shoot ?? path
  const shoot = { namespace, name }
  const ref: ObjectRef = { kind: 'Shoot', ...shoot }
  const edits = query.edits as readonly ShootEdit[]
  // It is told what the edits do to the cluster as it is now, not as it was when its page was opened.
  forgetWhole(landscape.snapshot, ref)
  const { object, resourceVersion } = await whole(context, landscape.snapshot, ref)
  // Whether others have changed anything that matters is asked of what it was.
  if (resourceVersion !== query.base) await recallShoot(context, shoot, query.base)
  const isActedOn = context.garden.status().kind === 'kubernetes'
  const undo = wayBack({
    manifest: object,
    edits,
    profile: await profileOf(context, landscape, position),
    hierarchy: await hierarchyOf(context, landscape, new Outlook(landscape, position).member, edits),
    now: landscape.at,
    isActedOn,
  })
  const change = {
    ...shootChange(context, shoot, query.base),
    edit: (now: JsonObject) => {
      const missing = edits.map((edit) => 'pool' in edit && !hasPool(now, edit.pool))
      if (!missing.includes(true)) return { object: withEdits(now, edits) as JsonObject }
      const problems = missing.map((isIt) =>
        isIt ? ({ code: 'no-pool', text: 'There is no such pool.' } as const) : null,
      )
      return { impossible: { outcome: 'impossible', problems } as const }
    },
    confirmation: async (): Promise<ShootConfirmation> => {
      const plan = await planView(context, landscape, position, { edits: [...query.edits] })
      const final = undo.final.flatMap(({ field, refusals: [first] }) =>
        first === undefined ? [] : { field, text: messageOf(first) },
      )
      return shootConfirmationOf(name, { ...effectOf(plan, edits, landscape, position), final, isActedOn })
    },
    entry: (head: EntryHead, { effect }: ShootConfirmation): ShootEntry => ({
      kind: 'shoot',
      ...head,
      shoot,
      edits: [...query.edits],
      inverse: undo.inverse as PlannedEdit[],
      effect,
    }),
  }
  try {
    const sent = await send(context, change, query)
    return sent.outcome === 'applied' ? { ...sent, unwritten: unwrittenText(sent.unwritten) } : sent
  } finally {
    forgetWhole(landscape.snapshot, ref)
  }
}

async function profileOf(context: ApplyContext, landscape: Landscape, position: number) {
  const entry = landscape.snapshot.profiles.get(landscape.roster.members.at(position)?.profile ?? '')
  // Without it nothing can be checked, and nothing is known not to be possible.
  if (entry === undefined) return { kubernetes: [], machineImages: [], machineTypes: [] }
  return withOffers(context, landscape, entry)
}

/** What the plan of the edits tells, and what Gardener is asked for. */
function effectOf(
  plan: PlanAnswer,
  edits: readonly ShootEdit[],
  landscape: Landscape,
  position: number,
): Omit<ShootEffect, 'final' | 'isActedOn'> {
  const operations = edits.flatMap(({ field, value }): ShootEffect['operations'] => {
    if (value === null || typeof value !== 'string') return []
    if (field === `metadata.annotations[${OPERATION}]`) return [{ operation: value, when: 'now' }]
    return field === `metadata.annotations[${MAINTENANCE_OPERATION}]` ? [{ operation: value, when: 'maintenance' }] : []
  })
  const own = plan.parts.flatMap(({ pool, effect, nodes, because }): PoolEffectBody[] =>
    pool === null ? [] : [{ pool, effect, nodes, because }],
  )
  const isMaintained = operations.some(({ operation, when }) => operation === 'maintain' && when === 'now')
  // To ask for maintenance does what the next one would do.
  const tasks = isMaintained ? maintenanceView(landscape, position, { kind: 'read', events: [] }).tasks : []
  const pools = new Map<string, PoolEffectBody>()
  for (const one of [...own, ...tasks.flatMap(({ effects }) => effects)]) {
    const known = pools.get(one.pool)
    const isWeaker = known !== undefined && stronger(known, one).effect === known.effect
    if (!isWeaker) pools.set(one.pool, one)
  }
  return {
    pools: [...pools.values()].flatMap(({ pool, effect, nodes }) =>
      effect === 'none' ? [] : [{ pool, effect, nodes }],
    ),
    controlPlane: tasks.some(({ restarts }) => restarts) ? 'restart' : plan.controlPlane,
    window: isMaintained ? null : plan.rollOut,
    operations,
  }
}
