import type { ShownMoment } from '@/lib/browser/at'
import { isDateOrMonth } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import type { RouteQuestion } from '@/lib/contract/route'
import type { wallRoute } from '@/lib/questions/projects/contract'
import { TEAMS_RANGES, type TeamsRange } from './cells'

/** How many rows are shown at first. */
export const FIRST = 12
/** How many are asked for at a time, at most. */
export const MOST = 500

export interface TeamsDraft {
  readonly profile: string
  readonly edits: readonly EditBody[]
}

/** The draft of an address; null: there is none. `text`: as the address has it. */
export interface OpenedTeamsDraft {
  readonly draft: (TeamsDraft & { readonly text: string }) | null
  /** Why the draft in the address cannot be shown. */
  readonly problem: string | null
}

/** What the address says, beside the clock and the draft. */
export interface TeamsState {
  readonly range: TeamsRange
  readonly isTable: boolean
  /** Only if there is a draft: whether it is shown. */
  readonly withDraft: boolean
  readonly isAll: boolean
  /** The open cell: a project, and a day that its column has. */
  readonly open: { readonly project: string; readonly date: string } | null
}

export function readTeamsState(params: Pick<URLSearchParams, 'get'>): TeamsState {
  const range = params.get('range') ?? ''
  const open = params.get('open') ?? ''
  const slash = open.lastIndexOf('/')
  const date = open.slice(slash + 1)
  return {
    range: range === '6m' || range === '1y' ? range : '60d',
    isTable: params.get('view') === 'table',
    withDraft: params.get('dates') !== 'as-they-are',
    isAll: params.get('rows') === 'all',
    open: slash > 0 && date.length === 10 && isDateOrMonth(date) ? { project: open.slice(0, slash), date } : null,
  }
}

type WallBody = RouteQuestion<typeof wallRoute>['body']

/** What is asked for the first rows; pages ask the same on the server. */
export function teamsBody(
  { range, withDraft, isAll }: Pick<TeamsState, 'range' | 'withDraft' | 'isAll'>,
  { at, seen, zone, draft }: ShownMoment & { readonly zone: string; readonly draft: TeamsDraft | null },
): WallBody {
  const { days } = TEAMS_RANGES[range]
  const shown = withDraft && draft !== null ? { draft: { profile: draft.profile, edits: [...draft.edits] } } : {}
  return { at, seen, zone, days, limit: isAll ? MOST : FIRST, ...shown }
}
