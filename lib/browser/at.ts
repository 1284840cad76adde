import { isPinnable, onWire } from '@/lib/contract/dates'
import type { StatusAnswer } from '@/lib/contract/status'
import { parseInstant } from '@/lib/engine/time'

const WITHOUT_SECONDS = /T\d{2}:\d{2}(?=Z|[+-])/

/**
 * Reads an instant of an address: RFC 3339 with an offset, in the years 2000 to 2199 as the routes take it; undefined: there is none,
 * or it cannot be read. A plus sign that the address turned into a blank is put back. The result is in
 * UTC with whole seconds, so that one instant has one address and one entry in every cache.
 */
function readInstant(text: string | null): string | undefined {
  const written = text?.trim()
  // Nearly always, and each link of a page asks.
  if (!written) return undefined
  const given = written.replace(/ (\d{2}:\d{2})$/, '+$1')
  const at = parseInstant(given.replace(WITHOUT_SECONDS, '$&:00')) ?? Number.NaN
  return isPinnable(at) ? onWire(at) : undefined
}

/** What is shown: as of which clock, and as it was known when. Left out: now. */
export interface ShownMoment {
  readonly at?: string | undefined
  readonly seen?: string | undefined
}

/** The moment that an address names; what cannot be read counts as left out. */
export function momentIn(search: URLSearchParams): ShownMoment {
  return { at: readInstant(search.get('at')), seen: readInstant(search.get('seen')) }
}

/** The same address with another moment. It works on paths with or without search and hash. */
export function withMoment(href: string, { at, seen }: ShownMoment): string {
  if (!href.startsWith('/')) return href
  const [beforeHash = '', hash] = href.split('#', 2)
  const [path = '', search] = beforeHash.split('?', 2)
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ at, seen })) {
    if (value === undefined) params.delete(name)
    else params.set(name, value)
  }
  return `${addressText(path, params)}${hash === undefined ? '' : `#${hash}`}`
}

/** Path and search, with the marks left readable that need no escape there: an instant is to be read in a ticket. */
export function addressText(path: string, search: URLSearchParams): string {
  const text = search.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text ? `${path}?${text}` : path
}

/** What an answer shows: see `evidence` of the contract. Without `observedAt` it is of today's data, whenever it is followed. */
export type AnswerTimes = Pick<StatusAnswer, 'at'> & Partial<Pick<StatusAnswer, 'observedAt' | 'foreseenFrom' | 'seen'>>

/**
 * What is copied for others, a ticket above all: an address of ours in full that goes on showing what it shows now, with the clock
 * and the data of the answer that is seen. Without one yet, the clock of now.
 */
export function linkTo(href: string, shown: AnswerTimes | undefined, origin = window.location.origin): string {
  const now = onWire(Date.now())
  const { at = now, observedAt, foreseenFrom = at < now ? at : now, seen } = shown ?? {}
  const known = observedAt && (observedAt < foreseenFrom ? foreseenFrom : observedAt)
  return origin + withMoment(href, { at, seen: seen ?? known })
}

/** What an address has for a moment and is none: that is said to the viewer, not guessed. Undefined: all can be read. */
export function unreadableIn(search: URLSearchParams): string | undefined {
  return ['at', 'seen']
    .map((name) => search.get(name)?.trim() ?? '')
    .find((text) => text !== '' && readInstant(text) === undefined)
    ?.slice(0, 80)
}
