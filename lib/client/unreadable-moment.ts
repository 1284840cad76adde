import { firstOf, momentIn, type Search, textsIn } from './at'

/** What an address has for a moment and is none: that is said to the viewer, not guessed. Undefined: all can be read. */
export function unreadableIn(search: Search): string | undefined {
  return Object.values(textsIn(search))
    .map(firstOf)
    .find((text) => text !== '' && momentIn({ at: text }).at === undefined)
    ?.slice(0, 80)
}
