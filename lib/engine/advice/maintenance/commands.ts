import { isPoolEdit, type ShootEdit, withEdits } from '@/lib/engine/edits/shoot'
import {
  isTrue,
  lengthBetween,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  OPERATION,
  offsetOf,
  operationsIn,
  parseWindow,
  windowClockText,
} from '@/lib/engine/rules'
import { annotateCommand, patchCommand } from '@/lib/engine/shell'
import type { MaintenanceTimeWindow, Shoot } from '@/lib/engine/types'

/** What the owner can tell Gardener about maintenance, each with the exact command for kubectl, and as edits. */
export type OwnerCommand = OwnerChange & { readonly command: string }

type OwnerChange = { readonly edits: readonly ShootEdit[] } & (
  | { readonly code: 'maintain' | 'confine' | 'free' }
  /** `isNeeded`: the last operation failed; `isMarked`: the next maintenance retries it anyway. */
  | { readonly code: 'retry'; readonly isNeeded: boolean; readonly isMarked: boolean }
  | { readonly code: 'move-window'; readonly to: MaintenanceTimeWindow; readonly isConfined: boolean }
  | { readonly code: 'lengthen-window'; readonly to: MaintenanceTimeWindow; readonly isConfined: boolean }
  /** `present`: what the annotation asks for already, which the command would replace. */
  | { readonly code: 'operation'; readonly operation: string; readonly present: readonly string[] }
)

const HOUR_SECONDS = 3600
/** The API server takes no window that is longer. */
const LONGEST = 6 * HOUR_SECONDS

/** None for a shoot that is being deleted. */
export function commandsOf(shoot: Shoot): OwnerCommand[] {
  if (shoot.deletionTimestamp !== undefined) return []
  return changesOf(shoot).map((change) => ({ ...change, command: commandFor(shoot, change.edits) }))
}

function changesOf(shoot: Shoot): OwnerChange[] {
  const { annotations, confineSpecUpdateRollout, lastOperation } = shoot
  const operation = 'rotate-observability-credentials'
  return [
    { code: 'maintain', edits: [{ field: `metadata.annotations[${OPERATION}]`, value: 'maintain' }] },
    {
      code: 'retry',
      isNeeded: lastOperation?.state === 'Failed',
      isMarked: isTrue(annotations[NEEDS_RETRY]),
      edits: [{ field: `metadata.annotations[${OPERATION}]`, value: 'retry' }],
    },
    ...windowChanges(shoot),
    {
      code: 'operation',
      operation,
      present: operationsIn(annotations[MAINTENANCE_OPERATION]),
      edits: [{ field: `metadata.annotations[${MAINTENANCE_OPERATION}]`, value: operation }],
    },
    {
      code: confineSpecUpdateRollout ? 'free' : 'confine',
      edits: [{ field: 'spec.maintenance.confineSpecUpdateRollout', value: !confineSpecUpdateRollout }],
    },
  ]
}

function windowChanges(shoot: Shoot): OwnerChange[] {
  const { window, confineSpecUpdateRollout: isConfined } = shoot
  const daily = parseWindow(window ?? null)
  const ahead = offsetOf(window)
  const written = (begin: number, end: number): MaintenanceTimeWindow => ({
    begin: windowClockText(begin + ahead * 60, ahead),
    end: windowClockText(end + ahead * 60, ahead),
  })
  const change = (code: 'move-window' | 'lengthen-window', to: MaintenanceTimeWindow): OwnerChange => ({
    code,
    to,
    isConfined,
    edits: [
      { field: 'spec.maintenance.timeWindow.begin', value: to.begin },
      { field: 'spec.maintenance.timeWindow.end', value: to.end },
    ],
  })
  // Without one that can be read there is none to start from: an hour late in the evening is as good as any.
  if (!daily.parsed) return [change('move-window', { begin: '220000+0000', end: '230000+0000' })]
  const length = lengthBetween(daily.begin, daily.end)
  const later = 2 * HOUR_SECONDS
  const moved = change('move-window', written(daily.begin + later, daily.end + later))
  if (length + HOUR_SECONDS > LONGEST) return [moved]
  return [moved, change('lengthen-window', written(daily.begin, daily.end + HOUR_SECONDS))]
}

/** The command that makes the edits: of one annotation, of one pool, or of the shoot. */
export function commandFor(shoot: Shoot, edits: readonly ShootEdit[]): string {
  const [first] = edits
  const annotation = /^metadata\.annotations\[(.*)\]$/.exec(first?.field ?? '')?.[1]
  if (annotation !== undefined) {
    return annotateCommand(shoot, `${annotation}=${first?.value}`, shoot.annotations[annotation] !== undefined)
  }
  if (first === undefined || !isPoolEdit(first)) return patchCommand(shoot, 'merge', withEdits({}, edits))
  const pool = `/spec/provider/workers/${shoot.workers.findIndex(({ name }) => name === first.pool)}`
  return patchCommand(shoot, 'json', [
    { op: 'test', path: `${pool}/name`, value: first.pool },
    ...edits.map(({ field, value }) =>
      value === null ? { op: 'remove', path: `${pool}/${field}` } : { op: 'replace', path: `${pool}/${field}`, value },
    ),
  ])
}
