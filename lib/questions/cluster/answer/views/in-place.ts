import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { FIXED_IN_PLACE, inPlaceOf, nodeCommands } from '@/lib/engine/advice/maintenance'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { outlookOf } from '@/lib/landscape/outlook'
import { nodesOf } from '@/lib/landscape/roster'
import {
  forceText,
  gateText,
  nodeCommandWords,
  pendingText,
  strategyText,
  switchText,
  targetText,
} from '@/lib/words/in-place'
import type { InPlaceAnswer } from '../../contract/in-place'

/** How the pools of one shoot are updated, what they may be switched to, and what waits. */
export function inPlaceView(index: FleetIndex, position: number): InPlaceAnswer {
  const { shoot, profile } = outlookOf(index, position)
  const found = inPlaceOf(shoot, profile, index.at)
  const { pools, operations, force } = found
  return {
    ...evidenceOf(index),
    pools: pools.map((pool, i) => ({
      name: pool.worker.name,
      strategy: pool.worker.updateStrategy,
      inPlace: pool.nodes === 'kept',
      text: strategyText(pool),
      nodes: nodesOf(shoot, [i]),
      image: pool.worker.image ?? null,
      pending: pool.waitsFor !== null,
      pendingText: pendingText(pool),
      switches: pool.switches.map((one) => ({
        to: one.to,
        allowed: one.because === null,
        text: switchText(one),
        command: one.command,
        edits: one.edits as PlannedEdit[],
      })),
      targets: pool.targets.map((target) => ({
        version: target.version,
        fits: target.misfit === null,
        text: targetText(target),
      })),
      milliseconds: pool.milliseconds,
      figure: pool.figure,
      commands:
        pool.waitsFor === 'person'
          ? nodeCommands(pool.worker).map(({ code, command }) => ({ ...nodeCommandWords(code), command, edits: [] }))
          : [],
    })),
    fixed: [...FIXED_IN_PLACE],
    blockedOperations: [...operations],
    constraint: shoot.manualInPlaceWorkersUpdated ?? null,
    gate: gateText(pools.filter(({ nodes }) => nodes === 'kept').map(({ worker }) => worker.name)),
    force: { isSet: force.isSet, text: forceText(found), command: force.command, edits: force.edits as PlannedEdit[] },
  }
}
