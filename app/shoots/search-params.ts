import type { Filters } from '@/components/shoots/list/filters'
import type { View } from '@/components/shoots/list/shoots-view'
import type { SearchPatch } from '@/lib/client/url-state'
import type { EffectKind, EventKind, RunningStage, ShootsQuery } from '@/lib/contract'

/**
 * The address of the clusters table, read on the server for the first page and in the browser from then on. The names are
 * those of `GET /api/shoots`, so a filter looks the same in both. What is not one of the known words is left out.
 */
export interface ShootsUrl {
  readonly filters: Filters
  readonly view: View
}

type Search = Pick<URLSearchParams, 'get' | 'getAll'>

/** The contract's words, written down again: its schemas would bring their library into the browser. A test compares them. */
export const WORDS = {
  stage: ['unavailable', 'preview', 'supported', 'deprecated', 'expired', 'notInProfile'],
  event: ['auto', 'forced', 'fails', 'other'],
  effect: ['rolling', 'inPlace', 'kubeletRestart', 'none'],
  within: ['1', '7', '30', '90', '365', 'none'],
  sort: ['attention', 'name', 'project', 'profile', 'version', 'next'],
} as const satisfies {
  stage: readonly RunningStage[]
  event: readonly EventKind[]
  effect: readonly EffectKind[]
  within: readonly ShootsQuery['within'][]
  sort: readonly ShootsQuery['sort'][]
}

export function readShootsUrl(search: Search): ShootsUrl {
  const filters: Filters = {
    q: search.get('q')?.trim() || null,
    project: listOf(search, 'project'),
    profile: listOf(search, 'profile'),
    version: listOf(search, 'version'),
    stage: listOf(search, 'stage').filter((one): one is RunningStage => isOne(WORDS.stage, one)),
    within: WORDS.within.find((one) => one === search.get('within')) ?? null,
    event: listOf(search, 'event').filter((one): one is EventKind => isOne(WORDS.event, one)),
    effect: listOf(search, 'effect').filter((one): one is EffectKind => isOne(WORDS.effect, one)),
  }
  return {
    filters,
    view: {
      sort: WORDS.sort.find((one) => one === search.get('sort')) ?? 'attention',
      density: search.get('density') === 'cosy' ? 'cosy' : 'dense',
      open: search.get('open') || null,
    },
  }
}

/** What changes in the address for these filters. An expanded row is closed: it may not be among the rows any more. */
export function filtersPatch(filters: Filters): SearchPatch {
  const { q, within, project, profile, version, stage, event, effect } = filters
  const one = { q: q ?? undefined, within: within ?? undefined, open: undefined }
  return { ...one, project, profile, version, stage, event, effect }
}

/** What changes in the address for the view; defaults are not written. */
export function viewPatch({ sort, density, open }: Partial<View>): SearchPatch {
  return {
    ...(sort === undefined ? {} : { sort: sort === 'attention' ? undefined : sort, open: undefined }),
    ...(density === undefined ? {} : { density: density === 'dense' ? undefined : density }),
    ...(open === undefined ? {} : { open: open ?? undefined }),
  }
}

/** The address's parameters as Next hands them to a page. */
export function searchOf(params: Readonly<Record<string, string | readonly string[] | undefined>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) search.append(key, one)
  }
  return search
}

function listOf(search: Search, name: string): readonly string[] {
  return [...new Set(search.getAll(name).filter((one) => one !== ''))]
}

function isOne<T extends string>(values: readonly T[], value: string): value is T {
  return values.some((one) => one === value)
}
