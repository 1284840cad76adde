import type { PathBody } from '@/lib/contract/lifecycle'
import type { Zone } from '@/lib/contract/zone'
import { codedCauseText } from './causes'
import { plural } from './phrases'
import { countOf, countText, DAY, dayText, isoDay, isTonight, ms } from './time-text'
import { EVENT_WORDS } from './wording'

/** What the path diagram and its table say. */

export type PathNodeBody = PathBody['nodes'][number]
export type PathBandBody = PathBody['bands'][number]

export interface PathWords {
  readonly zone: Zone
  readonly now: number
  /** Whether versions have minors in Gardener's sense: Kubernetes does, images need not. */
  readonly isKubernetes: boolean
  readonly path: PathBody
}

/** `auto`, `forced`, `fails every night`: the bold begin of a band's words. */
export function kindWord(band: PathBandBody): string {
  if (band.kind === 'fails') return 'fails every night'
  return band.kind === 'auto' ? 'auto' : EVENT_WORDS[band.kind]
}

/** When, without how many: `tonight`, `from Tue 15 Dec`, `on Tue 15 Dec`, `from Sat 12 Dec until Sat 20 Mar 2027`, `as before`. */
export function pathTimeText(band: PathBandBody, words: PathWords): string {
  const { zone, now } = words
  const isLasting = band.kind === 'fails'
  if (isLasting && band.failedLast === band.clusters) return `as before${overText(band, words)}`
  if (!isLasting && isTonight(band.firstAt, zone, now) && isTonight(band.lastAt, zone, now)) return 'tonight'
  const day = dayText(band.firstAt, zone, { now, weekday: true })
  if (!isLasting && isoDay(band.firstAt, zone) === isoDay(band.lastAt, zone)) return `on ${day}${overText(band, words)}`
  return `from ${isTonight(band.firstAt, zone, now) ? 'tonight' : day}${overText(band, words)}`
}

/** ` until Sat 20 Mar 2027` of what fails for a time, the night before the last of them gets on; else nothing. */
function overText({ over }: PathBandBody, { zone, now }: PathWords): string {
  if (over === null) return ''
  const isOneDay = isoDay(over.firstAt, zone) === isoDay(over.lastAt, zone)
  return ` until ${dayText(ms(over.lastAt) - DAY, zone, { now, weekday: true })}${isOneDay ? '' : ' at the latest'}`
}

/** Tells bands of one diagram apart. */
export function bandKey(band: PathBandBody): string {
  return [band.from, band.to, band.kind, band.onward, band.over === null, band.cause].join('/')
}

/** The lines of a band after its bold word; the first matters most. */
export function bandLines(band: PathBandBody, words: PathWords): readonly string[] {
  const source = words.path.nodes.find((node) => node.version === band.from)
  // Where all take the same way, the count stands at the bar already.
  const isAll = source !== undefined && source.column > 0 && source.clusters === band.clusters
  const first = `${pathTimeText(band, words)}${isAll ? '' : `, ${countOf(band.clusters, 'cluster')}`}`
  if (band.kind === 'fails') {
    const cause = band.cause === null ? [] : [codedCauseText(band.cause)]
    const goOn = band.failedLast
    const others = goOn === 0 || goOn === band.clusters ? [] : [`${countText(goOn)} of them failed last time too`]
    // How those who fail for a time go on.
    const then = band.onward === null ? [] : [`then ${band.onward} to ${band.to}, ${pathEffectText(band, words)}`]
    return [first, ...others, ...cause, ...then]
  }
  const effect = pathEffectText(band, words)
  const isSpread = band.kind === 'auto' && band.firstAt !== band.lastAt
  const lines = [first, ...(isSpread ? inOwnWindows(effect) : [effect])]
  if (band.kind === 'forced' && !isTonight(band.firstAt, words.zone, words.now))
    lines.push('unless owners move earlier')
  return lines
}

/** One line, or two where one would be long. */
function inOwnWindows(effect: string): readonly string[] {
  const each = 'each in its own window'
  return effect.length <= 24 ? [`${each}, ${effect}`] : [effect, each]
}

/** What the move does to the nodes: `next minor, all nodes roll`, `kubelet restart only`. */
export function pathEffectText(band: PathBandBody, { isKubernetes }: PathWords): string {
  const parts: string[] = []
  if (band.rolling === band.clusters && band.rolling > 0) parts.push('all nodes roll')
  else if (band.rolling > 0) parts.push(`nodes of ${countOf(band.rolling, 'cluster')} roll`)
  if (band.inPlace > 0)
    parts.push(`${band.inPlace === band.clusters ? 'all' : countOf(band.inPlace, 'cluster')} in place`)
  if (band.kubeletRestart > 0) {
    parts.push(parts.length === 0 ? 'kubelet restart only' : `kubelet restart in ${countText(band.kubeletRestart)}`)
  }
  if (parts.length === 0) parts.push('no node is touched')
  const isNextMinor = isKubernetes && band.to !== null && minor(band.from) !== minor(band.to)
  return `${isNextMinor ? 'next minor, ' : ''}${parts.join(', ')}`
}

function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

/** The count at a bar: `158`, `171 with the 13 there`, or `42, 21 of them now` where others are still to come. */
export function nodeCount(node: PathNodeBody): string {
  if (node.now > 0 && node.now < node.clusters) return `${countText(node.clusters)}, ${countText(node.now)} of them now`
  if (node.already === 0) return countText(node.clusters)
  return `${countText(node.clusters + node.already)} with the ${countText(node.already)} there`
}

/**
 * Of those who stay: `no expiry set: nothing further is known`; or, where the rest is folded, where they go on to.
 * @param later the hops that all take from here on
 */
export function stayingLines(
  node: PathNodeBody,
  staying: number,
  words: PathWords,
  later: readonly PathBandBody[] = [],
): readonly string[] {
  const { zone, now } = words
  if (later.length > 0) {
    return later.flatMap((band) => [`then ${band.to},`, dayText(band.firstAt, zone)])
  }
  // Where others leave, each of those who stay has a reason of its own.
  if (staying > 0 && staying < node.clusters)
    return [`${countOf(staying, 'cluster')} ${plural(staying, 'stays', 'stay')}`]
  if (node.expires === null) return ['no expiry set:', 'nothing further', 'is known']
  const expires = `expires ${dayText(node.expires, zone)}`
  return ms(node.expires) < now + AHEAD ? [expires] : [`${expires},`, 'beyond what', 'is computed']
}

/** How far ahead courses are computed. */
const AHEAD = 365 * DAY

/** The whole diagram in one sentence, for who cannot see it. */
export function pathSentence(words: PathWords): string {
  const moves = words.path.bands.map((band) => {
    const [first = '', ...rest] = bandLines(band, words)
    if (band.kind === 'fails') return `${band.from}: ${[`${kindWord(band)} ${first}`, ...rest].join(', ')}`
    return `${band.from}: ${kindWord(band)} to ${band.to} ${first}`
  })
  return moves.length === 0 ? 'No cluster moves.' : `${moves.join('; ')}.`
}
