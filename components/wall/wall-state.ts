import type { Asked, EditBody } from '@/lib/contract'
import { isDateOrMonth } from '@/lib/contract/dates'
import { RANGES, type Range } from './columns'

/** So many rows are asked for at a time. */
export const PAGE = 50

export interface WallDraft {
  readonly profile: string
  readonly edits: readonly EditBody[]
}

/** What the address says, beside the clock and the draft. */
export interface WallState {
  readonly range: Range
  readonly isTable: boolean
  /** Only where there is a draft: whether it is shown. */
  readonly withDraft: boolean
  /** All rows, not only the first. */
  readonly isAll: boolean
  /** The open cell: a project, and a day that its column has. */
  readonly open: { readonly project: string; readonly date: string } | null
}

export function readWallState(params: Pick<URLSearchParams, 'get'>): WallState {
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

type WallBody = Asked<'POST /api/wall'>['body']

/** What is asked for the first rows; pages ask the same on the server. */
export function wallBody(
  { range, withDraft }: Pick<WallState, 'range' | 'withDraft'>,
  { at, zone, draft }: { readonly at: string | undefined; readonly zone: string; readonly draft: WallDraft | null },
): WallBody {
  const { days } = RANGES[range]
  const shown = withDraft && draft !== null ? { draft: { profile: draft.profile, edits: [...draft.edits] } } : {}
  return { at, zone, days, limit: PAGE, ...shown }
}
