import type { Edit } from '@/lib/engine/edits/shoot'
import {
  DAY_SECONDS,
  isTrue,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  OPERATION,
  offsetOf,
  operationsIn,
  parseWindow,
} from '@/lib/engine/rules'
import { shellQuoted, shellWord } from '@/lib/engine/shell'
import type { MaintenanceTimeWindow, Shoot } from '@/lib/engine/types'

/** What the owner can tell Gardener about maintenance, each with the exact command for kubectl, and as edits. */
export type OwnerCommand = { readonly command: string; readonly edits: readonly Edit[] } & (
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
  const annotate = (annotation: string, isThere: boolean) =>
    `kubectl -n ${shellWord(shoot.namespace)} annotate shoot ${shellWord(shoot.name)} ${annotation}${isThere ? ' --overwrite' : ''}`
  const now = (operation: string) => ({
    command: annotate(`${OPERATION}=${operation}`, annotations[OPERATION] !== undefined),
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
      command: annotate(`${MAINTENANCE_OPERATION}=rotate-observability-credentials`, present.length > 0),
      edits: [
        { field: `metadata.annotations[${MAINTENANCE_OPERATION}]`, value: 'rotate-observability-credentials' } as const,
      ],
    },
    {
      code: confineSpecUpdateRollout ? 'free' : 'confine',
      command: patch(shoot, { confineSpecUpdateRollout: !confineSpecUpdateRollout }),
      edits: [{ field: 'spec.maintenance.confineSpecUpdateRollout', value: !confineSpecUpdateRollout }],
    },
  ]
}

function windowCommands(shoot: Shoot): OwnerCommand[] {
  const { window, confineSpecUpdateRollout: isConfined } = shoot
  const daily = parseWindow(window ?? null)
  const ahead = offsetOf(window) * 60
  const written = (begin: number, end: number): MaintenanceTimeWindow => {
    const offset = offsetDigits(offsetOf(window))
    return { begin: `${clockDigits(begin + ahead)}${offset}`, end: `${clockDigits(end + ahead)}${offset}` }
  }
  const to = (code: 'move-window' | 'lengthen-window', timeWindow: MaintenanceTimeWindow): OwnerCommand => ({
    code,
    to: timeWindow,
    isConfined,
    command: patch(shoot, { timeWindow }),
    edits: [
      { field: 'spec.maintenance.timeWindow.begin', value: timeWindow.begin },
      { field: 'spec.maintenance.timeWindow.end', value: timeWindow.end },
    ],
  })
  // Without one that can be read there is none to start from: an hour late in the evening is as good as any.
  if (!daily.parsed) return [to('move-window', { begin: '220000+0000', end: '230000+0000' })]
  const length = (daily.end - daily.begin + DAY_SECONDS) % DAY_SECONDS || DAY_SECONDS
  const later = 2 * HOUR_SECONDS
  return [
    to('move-window', written(daily.begin + later, daily.end + later)),
    ...(length + HOUR_SECONDS <= LONGEST
      ? [to('lengthen-window', written(daily.begin, daily.end + HOUR_SECONDS))]
      : []),
  ]
}

function patch({ namespace, name }: Shoot, maintenance: object): string {
  const text = shellQuoted(JSON.stringify({ spec: { maintenance } }))
  return `kubectl -n ${shellWord(namespace)} patch shoot ${shellWord(name)} --type merge -p ${text}`
}

/** `220000` */
function clockDigits(second: number): string {
  const ofDay = ((second % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
  return [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(two).join('')
}

/** `+0100` */
function offsetDigits(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
