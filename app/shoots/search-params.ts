import { columnsText, readColumns } from '@/components/clusters/columns'
import { type ClusterFilters, filterLists, type ListName } from '@/components/clusters/filters'
import type { TableView } from '@/components/clusters/shoots-table'
import type { SearchPatch } from '@/lib/browser/url-state'
import { dateRange } from '@/lib/contract/dates'
import {
  AUTO_UPDATES,
  RUNNING_STAGES,
  SHOOT_FLAGS,
  SHOOT_GROUPS,
  SHOOT_SORTS,
  WINDOW_HOURS,
  WITHIN_DAYS,
} from '@/lib/contract/words'
import { EFFECT_KINDS, EVENT_KINDS, WORKER_STRATEGIES } from '@/lib/engine/kinds'

/**
 * The address of the clusters table, read on the server for the first page and in the browser from then on. The names are
 * those of `GET /api/shoots`, so a filter looks the same in both. What is not one of the known words is left out.
 */
export interface ShootsUrl {
  readonly filters: ClusterFilters
  readonly view: TableView
}

type ShootsPageSearch = Pick<URLSearchParams, 'get' | 'getAll'>

export function readShootsUrl(search: ShootsPageSearch): ShootsUrl {
  const filters: ClusterFilters = {
    q: search.get('q')?.trim() || null,
    within: WITHIN_DAYS.find((one) => one === search.get('within')) ?? null,
    date: [search.get('date')].find((one) => one !== null && dateRange(one) !== null) ?? null,
    ...filterLists((name) => {
      const known = KNOWN[name.replace('not.', '') as ListName]
      return listOf(search, name).filter((one) => known === undefined || known.includes(one))
    }),
  }
  return {
    filters,
    view: {
      sort: SHOOT_SORTS.find((one) => one === search.get('sort')) ?? 'attention',
      group: SHOOT_GROUPS.find((one) => one === search.get('group')) ?? null,
      folded: listOf(search, 'fold'),
      density: search.get('density') === 'cosy' ? 'cosy' : 'dense',
      columns: readColumns(search.get('columns')),
      open: search.get('open') || null,
    },
  }
}

/** Filters that take only these words. */
const KNOWN: { readonly [K in ListName]?: readonly string[] } = {
  stage: RUNNING_STAGES,
  window: WINDOW_HOURS,
  flag: SHOOT_FLAGS,
  autoUpdate: AUTO_UPDATES,
  strategy: WORKER_STRATEGIES,
  event: EVENT_KINDS,
  effect: EFFECT_KINDS,
}

/** What changes in the address for these filters. An expanded row is closed: it may not be among the rows any more. */
export function filtersPatch(filters: ClusterFilters): SearchPatch {
  const { q, within, date, ...lists } = filters
  return { ...lists, q: q ?? undefined, within: within ?? undefined, date: date ?? undefined, open: undefined }
}

/** What changes in the address for the view; defaults are not written. */
export function shootsViewPatch({ sort, group, folded, density, columns, open }: Partial<TableView>): SearchPatch {
  return {
    ...(sort === undefined ? {} : { sort: sort === 'attention' ? undefined : sort, open: undefined }),
    ...(group === undefined ? {} : { group: group ?? undefined, fold: undefined, open: undefined }),
    ...(folded === undefined ? {} : { fold: folded }),
    ...(density === undefined ? {} : { density: density === 'dense' ? undefined : density }),
    ...(columns === undefined ? {} : { columns: columnsText(columns) }),
    ...(open === undefined ? {} : { open: open ?? undefined }),
  }
}

function listOf(search: ShootsPageSearch, name: string): readonly string[] {
  return [...new Set(search.getAll(name).filter((one) => one !== ''))]
}
