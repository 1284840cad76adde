import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { shortName } from '@/lib/contract/version-name'
import {
  commandsOf,
  conditionVerdict,
  FIXED_IN_PLACE,
  inPlaceOf,
  type MaintenancePart,
  nextMaintenance,
  nodeCommands,
  taskState,
} from '@/lib/engine/advice/maintenance'
import { isByHand, isInPlace } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'
import type { ShootEvents } from '@/lib/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { shootAt } from '@/lib/landscape/lookup'
import { Outlook } from '@/lib/landscape/outlook'
import { nodeBounds } from '@/lib/landscape/roster'
import { clusterWindow } from '@/lib/landscape/window'
import {
  forceText,
  gateText,
  inPlaceTargetText,
  nodeCommandWords,
  pendingText,
  STRATEGY_TEXTS,
  switchText,
} from '@/lib/words/in-place'
import { checkWords, commandWords, taskWords } from '@/lib/words/maintenance'
import { unreportedText } from '@/lib/words/obstacles'
import type { inPlaceRoute, maintenanceRoute } from '../contract'
import type { InPlaceAnswer, MaintenanceAnswer, MaintenanceTask } from '../contract/maintenance'

export const answerInPlace: AnswerTo<typeof inPlaceRoute> = async ({ path, query }, { garden }) => {
  const { landscape, position } = await shootAt(garden, path, query.at)
  return inPlaceView(landscape, position)
}

export const answerMaintenance: AnswerTo<typeof maintenanceRoute> = async ({ path, query }, { garden, identity }) => {
  const { landscape, position } = await shootAt(garden, path, query.at)
  const shoot = landscape.roster.members.at(position)?.shoot ?? path
  return maintenanceView(landscape, position, await garden.events(identity, shoot))
}

/** The next maintenance of one shoot, whether it takes place, and what its owner can tell Gardener about it. */
export function maintenanceView(landscape: Landscape, position: number, events: ShootEvents): MaintenanceAnswer {
  const { shoot, profile, stepsWithRotations } = new Outlook(landscape, position)
  const next = nextMaintenance(shoot, profile, landscape.at, stepsWithRotations)
  const { step, outcome, asLast, worstCase, onceFinished } = next
  return onWire({
    ...evidenceOf(landscape),
    window: clusterWindow(next.window, shoot.window),
    outcome,
    failureReason: step?.failureReason ?? null,
    asLast,
    tasks: next.tasks.map((task) => taskBody(task, outcome === 'refused', shoot)),
    checks: next.checks.map((check) => ({ verdict: conditionVerdict(check), ...checkWords(check, shoot) })),
    worstCase,
    onceFinished,
    confined: shoot.confineSpecUpdateRollout,
    commands: commandsOf(shoot).map((one) => ({
      ...commandWords(one),
      command: one.command,
      edits: one.edits as PlannedEdit[],
    })),
    events: eventsBody(events),
  })
}

function taskBody(task: MaintenancePart, isRefused: boolean, shoot: Shoot): MaintenanceTask {
  const { what, note, text } = taskWords(task)
  const { effects = [], restarts = false } = 'effects' in task ? task : {}
  const change = task.kind === 'change' ? task.change : null
  return {
    kind: task.kind,
    state: taskState(task, isRefused),
    component: change?.component ?? null,
    pool: change?.pool ?? null,
    what,
    from: change && shortName(change.image, change.from),
    to: change?.kind === 'update' ? change.to : null,
    stays: change?.kind === 'failure' && change.unreported !== undefined,
    note,
    reason: reasonOf(task, shoot),
    text,
    effects: effects.map(({ pool, effect, because }) => {
      const i = shoot.workers.findIndex(({ name }) => name === pool)
      return { pool, effect, nodes: nodeBounds(shoot, [i]), because: [...because] }
    }),
    restarts,
  }
}

/** Gardener's own words; of what it says nothing about, why it does not. */
function reasonOf(task: MaintenancePart, shoot: Shoot): string | null {
  switch (task.kind) {
    case 'change':
      return (
        unreportedText(task.change, shoot) ??
        ((task.change.kind === 'failure' && task.change.error) || task.change.reason)
      )
    case 'rotation':
      return task.reason
    case 'setting':
      return task.field.reason
    default:
      return null
  }
}

function eventsBody(events: ShootEvents) {
  if (events.kind === 'unreadable') return events
  return { ...events, events: events.events.map(({ at = null, by = null, ...event }) => ({ ...event, at, by })) }
}

/** How the pools of one shoot are updated, what they may be switched to, and what waits. */
export function inPlaceView(landscape: Landscape, position: number): InPlaceAnswer {
  const { shoot, profile } = new Outlook(landscape, position)
  const found = inPlaceOf(shoot, profile, landscape.at)
  const { pools, operations, force } = found
  return {
    ...evidenceOf(landscape),
    pools: pools.map((pool, i) => ({
      name: pool.worker.name,
      strategy: pool.worker.updateStrategy,
      inPlace: isInPlace(pool.worker),
      text: STRATEGY_TEXTS[pool.worker.updateStrategy],
      nodes: nodeBounds(shoot, [i]),
      image: pool.worker.image ?? null,
      pending: pool.isPending,
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
        text: inPlaceTargetText(target),
      })),
      milliseconds: pool.milliseconds,
      figure: pool.figure,
      commands:
        pool.isPending && isByHand(pool.worker)
          ? nodeCommands(pool.worker).map(({ code, command }) => ({ ...nodeCommandWords(code), command, edits: [] }))
          : [],
    })),
    fixed: [...FIXED_IN_PLACE],
    blockedOperations: [...operations],
    constraint: shoot.manualInPlaceWorkersUpdated ?? null,
    gate: gateText(pools.flatMap(({ worker }) => (isInPlace(worker) ? [worker.name] : []))),
    force: { text: forceText(found), command: force.command, edits: force.edits as PlannedEdit[] },
  }
}
