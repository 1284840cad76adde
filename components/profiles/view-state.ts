import type { SearchPatch } from '@/lib/browser/url-state'
import type { Zone } from '@/lib/contract/zone'
import { isoDay } from '@/lib/words/time-text'
import { KUBERNETES } from '@/lib/words/wording'
import { type TimeRange, type Zoom, zooms } from '../timeline/range'

/** How the page of a profile is looked at. All of it lives in the address: a link shows what its sender saw. */
export interface ProfileView {
  /** `Kubernetes` or an image's name; undefined: Kubernetes. */
  readonly tab: string | undefined
  readonly shown: VersionsView
  readonly zoom: Zoom
  /** How much of the past the history shows. */
  readonly span: HistorySpan
  /** Chosen with the brush; wins over the zoom. */
  readonly range: TimeRange | undefined
  /** `kubernetes/1.33.6` or `gardenlinux/1592.9.0`. */
  readonly select: string | undefined
  /** Only versions that contain this text. */
  readonly find: string
}

/** How its versions are shown: over time as they will be, as they came to be, or as a table. */
export type VersionsView = 'timeline' | 'history' | 'table'

export const SPANS = ['3m', '7m', '1y', 'all'] as const
export type HistorySpan = (typeof SPANS)[number]

const DEFAULT_ZOOM: Zoom = '1y'
const DEFAULT_SPAN: HistorySpan = '7m'

const RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/

/** Reads the address. What cannot be read counts as not given. */
export function readView(params: { get(name: string): string | null }): ProfileView {
  const zoom = zooms.find((one) => one === params.get('zoom'))
  const select = params.get('select') ?? undefined
  return {
    tab: params.get('tab') ?? (select === undefined ? undefined : readSelection(select)?.what),
    shown: (['history', 'table'] as const).find((one) => one === params.get('view')) ?? 'timeline',
    zoom: zoom ?? DEFAULT_ZOOM,
    span: SPANS.find((one) => one === params.get('span')) ?? DEFAULT_SPAN,
    range: readRange(params.get('range')),
    select,
    find: (params.get('find') ?? '').slice(0, 60),
  }
}

function readRange(text: string | null): TimeRange | undefined {
  const found = RANGE.exec(text ?? '')
  const from = Date.parse(`${found?.[1]}T00:00:00Z`)
  const to = Date.parse(`${found?.[2]}T00:00:00Z`)
  return from < to ? { from, to } : undefined
}

/** The view as parameters of the address; the usual is left out. */
export function profileViewPatch(view: ProfileView, zone: Zone): SearchPatch {
  const implied = (view.select === undefined ? undefined : readSelection(view.select)?.what) ?? KUBERNETES
  return {
    tab: view.tab === implied ? undefined : view.tab,
    view: view.shown === 'timeline' ? undefined : view.shown,
    span: view.span === DEFAULT_SPAN ? undefined : view.span,
    ...(view.range
      ? rangePatch(view.range, zone)
      : { zoom: view.zoom === DEFAULT_ZOOM ? undefined : view.zoom, range: undefined }),
    select: view.select,
    find: view.find === '' ? undefined : view.find,
  }
}

/** A range in dates, in place of a zoom, which follows the clock. */
export function rangePatch({ from, to }: TimeRange, zone: Zone): SearchPatch {
  return { zoom: undefined, range: `${isoDay(from, zone)}..${isoDay(to, zone)}` }
}

/** What `?select=` says, `kubernetes/1.33.6` or `gardenlinux/1592.9.0`; undefined if it is neither. */
export function readSelection(text: string): { readonly what: string; readonly version: string } | undefined {
  const slash = text.indexOf('/')
  if (slash <= 0 || slash === text.length - 1) return undefined
  const what = text.slice(0, slash)
  return { what: what === 'kubernetes' ? KUBERNETES : what, version: text.slice(slash + 1) }
}

/** What of the address the server is asked. */
export function readNewClusterChoice(params: URLSearchParams) {
  return {
    machineType: params.get('machine') ?? undefined,
    kubernetes: params.get('kubernetes') ?? undefined,
    runtime: params.get('runtime') ?? undefined,
  }
}
