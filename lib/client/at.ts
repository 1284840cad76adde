import { onWire } from '@/lib/contract/dates'
import { parseInstant } from '@/lib/engine/time'

/** What `?at=` asks for. An instant that cannot be read is said to the viewer, not guessed. */
export type ClockWish =
  | { readonly kind: 'now' }
  | { readonly kind: 'pinned'; readonly at: string }
  | { readonly kind: 'unreadable'; readonly text: string }

const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2200, 0, 1)
const WITHOUT_SECONDS = /T\d{2}:\d{2}(?=Z|[+-])/

/**
 * Reads `?at=`: RFC 3339 with an offset, in the years 2000 to 2199 as the routes take it. A plus sign that the address turned into a blank is put back. The result is in
 * UTC with whole seconds, so that one instant has one address and one entry in every cache.
 */
export function readAt(text: string | readonly string[] | null | undefined): ClockWish {
  const first = typeof text === 'object' && text !== null ? text[0] : text
  if (first === undefined || first === null || first === '') return { kind: 'now' }
  const given = first.trim().replace(/ (\d{2}:\d{2})$/, '+$1')
  const at = parseInstant(given.replace(WITHOUT_SECONDS, '$&:00')) ?? Number.NaN
  const readable = at >= EARLIEST && at < LATEST
  return readable ? { kind: 'pinned', at: onWire(at) } : { kind: 'unreadable', text: first.slice(0, 80) }
}

/** The pinned instant, or undefined: what requests take. */
export function pinnedAt(wish: ClockWish): string | undefined {
  return wish.kind === 'pinned' ? wish.at : undefined
}

/** The same address with another `at`; undefined removes it. Works on paths with or without search and hash. */
export function withAt(href: string, at: string | undefined): string {
  if (!href.startsWith('/')) return href
  const [beforeHash = '', hash] = href.split('#', 2)
  const [path = '', search] = beforeHash.split('?', 2)
  const params = new URLSearchParams(search)
  if (at === undefined) params.delete('at')
  else params.set('at', at)
  return `${addressText(path, params)}${hash === undefined ? '' : `#${hash}`}`
}

/** Path and search, with the marks left readable that need no escape there: an instant is to be read in a ticket. */
export function addressText(path: string, search: URLSearchParams): string {
  const text = search.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text ? `${path}?${text}` : path
}

/**
 * What is copied for others, a ticket above all: an address of ours in full, its clock pinned to the instant that what it shows
 * was answered for, else to now.
 */
export function linkAt(href: string, at: string | undefined, origin = window.location.origin): string {
  return origin + withAt(href, at ?? onWire(Date.now()))
}
