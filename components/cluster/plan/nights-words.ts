import type { NightsAnswer } from '@/lib/questions/cluster/contract/plan'
import { eventPhrase, orOtherNight } from '@/lib/words/event-words'
import { capitalized, plural } from '@/lib/words/phrases'
import { countOf, dayText } from '@/lib/words/time-text'
import { windowClock } from '@/lib/words/when'

type Night = NightsAnswer['nights'][number]

/** `Sat 28 Nov` */
export function nightName({ window }: Night): string {
  return dayText(window.begin, window.offset, { now: window.begin, weekday: true })
}

/** How far the nights go: `until the first that is forced, 15 Dec`, `until the first that fails, 26 Nov`. */
export function untilText({ forced, kind, nights }: Pick<NightsAnswer, 'forced' | 'kind' | 'nights'>): string {
  if (forced === null) return 'the next two months'
  const what = kind === 'fails' ? 'fails' : 'is forced'
  return `until the first that ${what}, ${dayText(forced, nights[0]?.window.offset ?? '+00:00')}`
}

/** What happens in a night, in sentences. */
export function nightWords({ window, own, others, isFrozen, isQuiet }: Night): string {
  if (isQuiet) return `${windowClock(window)}, nothing else happens.`
  const { clusters, names, nodes } = others
  const more = clusters > names.length ? ` and ${clusters - names.length} more` : ''
  const rolling = nodes === 0 ? '' : `, up to ${countOf(nodes, 'node')} ${plural(nodes, 'rolls', 'roll')}`
  return [
    ...(own === null ? [] : [`${capitalized(eventPhrase(own))}${orOtherNight(own, window.begin)}.`]),
    ...(clusters === 0 ? [] : [`Also busy: ${names.join(', ')}${more}${rolling}.`]),
    ...(isFrozen ? ['A day of a freeze.'] : []),
  ].join(' ')
}

/** The first quiet nights, at least one of them on a weekend where there is one. */
export function suggestedNights(nights: readonly Night[]): readonly Night[] {
  const quiet = nights.filter(({ isQuiet }) => isQuiet)
  const first = quiet.slice(0, 2)
  const weekend = quiet.find((night) => night.isWeekend && !first.includes(night))
  return weekend === undefined ? first : [...first, weekend]
}
