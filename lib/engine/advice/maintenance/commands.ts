import type { ShootEdit } from '@/lib/engine/edits/shoot'
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
export type OwnerCommand = { readonly command: string; readonly edits: readonly ShootEdit[] } & (
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
  const { annotations, confineSpecUpdateRollout, lastOperation } = shoot
  const present = operationsIn(annotations[MAINTENANCE_OPERATION])
  const now = (operation: string) => ({
    command: annotateCommand(shoot, `${OPERATION}=${operation}`, annotations[OPERATION] !== undefined),
    edits: [{ field: `metadata.annotations[${OPERATION}]`, value: operation } as const],
  })
  return [
    { code: 'maintain', ...now('maintain') },
    {
      code: 'retry',
      isNeeded: lastOperation?.state === 'Failed',
      isMarked: isTrue(annotations[NEEDS_RETRY]),
      ...now('retry'),
    },
    ...windowCommands(shoot),
    {
      code: 'operation',
      operation: 'rotate-observability-credentials',
      present,
      command: annotateCommand(shoot, `${MAINTENANCE_OPERATION}=rotate-observability-credentials`, present.length > 0),
      edits: [
        { field: `metadata.annotations[${MAINTENANCE_OPERATION}]`, value: 'rotate-observability-credentials' } as const,
      ],
    },
    {
      code: confineSpecUpdateRollout ? 'free' : 'confine',
      command: patchMaintenance(shoot, { confineSpecUpdateRollout: !confineSpecUpdateRollout }),
      edits: [{ field: 'spec.maintenance.confineSpecUpdateRollout', value: !confineSpecUpdateRollout }],
    },
  ]
}

function windowCommands(shoot: Shoot): OwnerCommand[] {
  const { window, confineSpecUpdateRollout: isConfined } = shoot
  const daily = parseWindow(window ?? null)
  const ahead = offsetOf(window)
  const written = (begin: number, end: number): MaintenanceTimeWindow => ({
    begin: windowClockText(begin + ahead * 60, ahead),
    end: windowClockText(end + ahead * 60, ahead),
  })
  const to = (code: 'move-window' | 'lengthen-window', timeWindow: MaintenanceTimeWindow): OwnerCommand => ({
    code,
    to: timeWindow,
    isConfined,
    command: patchMaintenance(shoot, { timeWindow }),
    edits: [
      { field: 'spec.maintenance.timeWindow.begin', value: timeWindow.begin },
      { field: 'spec.maintenance.timeWindow.end', value: timeWindow.end },
    ],
  })
  // Without one that can be read there is none to start from: an hour late in the evening is as good as any.
  if (!daily.parsed) return [to('move-window', { begin: '220000+0000', end: '230000+0000' })]
  const length = lengthBetween(daily.begin, daily.end)
  const later = 2 * HOUR_SECONDS
  return [
    to('move-window', written(daily.begin + later, daily.end + later)),
    ...(length + HOUR_SECONDS <= LONGEST
      ? [to('lengthen-window', written(daily.begin, daily.end + HOUR_SECONDS))]
      : []),
  ]
}

function patchMaintenance(shoot: Shoot, maintenance: object): string {
  return patchCommand(shoot, 'merge', { spec: { maintenance } })
}
