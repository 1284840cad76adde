import type { IdleEnd } from '@/lib/engine/api-server'
import { nameOf } from './phrases'
import { dayText } from './time-text'

/** So many are told: nobody reads more. */
const MOST = 20

/** The ends of a namespaced profile of which nothing comes, as whole sentences; days are in UTC, as dates of profiles are. */
export function idleTexts(ends: readonly IdleEnd[], parent: string): readonly string[] {
  const told = ends.slice(0, MOST).map(({ image, version, end, because }) => {
    const day = end === undefined ? '' : `, ${dayText(end, 'UTC')},`
    const why =
      because === 'not-listed'
        ? `${parent} does not list that version`
        : `${parent} gives that version stages (lifecycle), and beside those no date counts`
    return `Its own end of ${nameOf(image, version)}${day} has no effect: ${why}.`
  })
  const more = ends.length - told.length
  return more === 0 ? told : [...told, `So it is with ${more} more.`]
}
