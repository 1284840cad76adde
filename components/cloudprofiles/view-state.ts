import type { TimeRange, Zoom } from '@/components/timeline'
import { zooms } from '@/components/timeline'
import { isoDay } from '@/lib/client/time-text'
import type { SearchPatch } from '@/lib/client/url-state'
import type { Zone } from '@/lib/contract/zone'

/** How the page of a profile is looked at. All of it lives in the address: a link shows what its sender saw. */
export interface ProfileView {
  /** `Kubernetes` or an image's name; undefined: Kubernetes. */
  readonly tab: string | undefined
  readonly isTable: boolean
  readonly zoom: Zoom
  /** Chosen with the brush; wins over the zoom. */
  readonly range: TimeRange | undefined
  /** `kubernetes/1.33.6` or `gardenlinux/1592.9.0`. */
  readonly select: string | undefined
  /** Only versions that contain this text. */
  readonly find: string
}

export const KUBERNETES = 'Kubernetes'
const DEFAULT_ZOOM: Zoom = '1y'

const RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/

/** Reads the address. What cannot be read counts as not given. */
export function readView(params: { get(name: string): string | null }): ProfileView {
  const zoom = zooms.find((one) => one === params.get('zoom'))
  const select = params.get('select') ?? undefined
  return {
    tab: params.get('tab') ?? (select === undefined ? undefined : readSelection(select)?.what),
    isTable: params.get('view') === 'table',
    zoom: zoom ?? DEFAULT_ZOOM,
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
export function viewPatch(view: ProfileView, zone: Zone): SearchPatch {
  const implied = (view.select === undefined ? undefined : readSelection(view.select)?.what) ?? KUBERNETES
  return {
    tab: view.tab === implied ? undefined : view.tab,
    view: view.isTable ? 'table' : undefined,
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
