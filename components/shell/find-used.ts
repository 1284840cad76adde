import type { FindItem } from './find-items'

/** What a reader opened by Find, and how often: kept in the browser alone, to list first what is opened most. */
export type Used = Readonly<Record<string, UsedItem>>

interface UsedItem extends Pick<FindItem, 'href' | 'text'> {
  readonly times: number
}

const KEY = 'almanac.find'
/** More are not remembered: those that were opened least go first. */
const MOST = 60
const SHOWN = 6

/** What cannot be read counts as nothing: somebody else may have written it. */
export function readUsed(text: string | null): Used {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, item]) => isUsedItem(item)))
  } catch {
    return {}
  }
}

function isUsedItem(item: unknown): item is UsedItem {
  if (typeof item !== 'object' || item === null) return false
  const { href, text, times } = item as Partial<Record<keyof UsedItem, unknown>>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof text === 'string' && typeof times === 'number'
}

/** With one more. */
export function withUse(used: Used, { id, href, text }: Pick<FindItem, 'id' | 'href' | 'text'>): Used {
  const all = { ...used, [id]: { href, text, times: (used[id]?.times ?? 0) + 1 } }
  const kept = Object.entries(all).sort(
    ([a, { times: m }], [b, { times: n }]) => Number(b === id) - Number(a === id) || n - m,
  )
  return Object.fromEntries(kept.slice(0, MOST))
}

/** The most used first; what was never used stays in its order. */
export function byUse<T extends { readonly id: string }>(items: readonly T[], used: Used): readonly T[] {
  return items.toSorted((a, b) => (used[b.id]?.times ?? 0) - (used[a.id]?.times ?? 0))
}

/** What is listed before anything is typed. */
export function mostUsed(used: Used): readonly FindItem[] {
  return Object.entries(used)
    .sort(([, { times: m }], [, { times: n }]) => n - m)
    .slice(0, SHOWN)
    .map(([id, { href, text }]) => ({ id, href, text, note: '', sign: 'quiet' }))
}

export function loadUsed(): Used {
  return readUsed(storage()?.getItem(KEY) ?? null)
}

export function keepUse(item: Pick<FindItem, 'id' | 'href' | 'text'>): void {
  try {
    storage()?.setItem(KEY, JSON.stringify(withUse(loadUsed(), item)))
  } catch {
    // Full, or not allowed: then nothing is remembered.
  }
}

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
