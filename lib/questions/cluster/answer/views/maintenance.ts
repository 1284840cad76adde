import { onWire } from '@/lib/contract/dates'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { commandsOf, nextMaintenance, type Task, taskState, verdictOf } from '@/lib/engine/advice/maintenance'
import type { Shoot } from '@/lib/engine/types'
import type { ShootEvents } from '@/lib/garden'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { outlookOf } from '@/lib/landscape/outlook'
import { nodesOf } from '@/lib/landscape/roster'
import { clusterWindow } from '@/lib/landscape/window'
import { checkWords, commandWords, taskWords } from '@/lib/words/maintenance'
import { unreportedText } from '@/lib/words/obstacles'
import type { MaintenanceAnswer, MaintenanceTask } from '../../contract/maintenance'

/** The next maintenance of one shoot, whether it takes place, and what its owner can tell Gardener about it. */
export function maintenanceView(index: FleetIndex, position: number, events: ShootEvents): MaintenanceAnswer {
  const { shoot, profile } = outlookOf(index, position)
  const next = nextMaintenance(shoot, profile, index.at)
  const { step, outcome, asLast, worstCase } = next
  return onWire({
    ...evidenceOf(index),
    window: clusterWindow(next.window, shoot.window),
    written: shoot.window === undefined ? null : { begin: shoot.window.begin, end: shoot.window.end },
    outcome,
    failureReason: step?.failureReason ?? null,
    asLast,
    tasks: next.tasks.map((task) => taskBody(task, outcome === 'refused', shoot)),
    checks: next.checks.map((check) => ({ verdict: verdictOf(check), ...checkWords(check, shoot) })),
    worstCase,
    confined: shoot.confineSpecUpdateRollout,
    commands: commandsOf(shoot).map((one) => ({
      ...commandWords(one),
      command: one.command,
      edits: one.edits as PlannedEdit[],
    })),
    events: eventsBody(events),
  })
}

function taskBody(task: Task, isRefused: boolean, shoot: Shoot): MaintenanceTask {
  const { what, note, text } = taskWords(task)
  const { effects = [], restarts = false } = 'effects' in task ? task : {}
  const change = task.kind === 'change' ? task.change : null
  return {
    kind: task.kind,
    state: taskState(task, isRefused),
    what,
    from: change === null ? null : change.image === null ? change.from : `${change.image} ${change.from}`,
    to: change?.kind === 'update' ? change.to : null,
    stays: change?.kind === 'failure' && change.unreported !== undefined,
    note,
    reason: reasonOf(task, shoot),
    text,
    effects: effects.map(({ pool, effect, because }) => {
      const i = shoot.workers.findIndex(({ name }) => name === pool)
      return { pool, effect, nodes: nodesOf(shoot, [i]), because: [...because] }
    }),
    restarts,
  }
}

/** Gardener's own words; of what it says nothing about, why it does not. */
function reasonOf(task: Task, shoot: Shoot): string | null {
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
  return {
    kind: 'read' as const,
    events: events.events.map(({ type, reason, message, count, at, by }) => ({
      type,
      reason,
      message,
      count,
      at: at ?? null,
      by: by ?? null,
    })),
  }
}
