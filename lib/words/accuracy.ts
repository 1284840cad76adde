import type { AccuracyCounts, DeviationBody } from '@/lib/contract/record'
import type { Zone } from '@/lib/contract/zone'
import type { DEVIATION_REASONS } from '@/lib/engine/kinds'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { knowledgeText } from './past'
import { countOf, countText, dayText, momentText } from './time-text'

type DeviationReason = (typeof DEVIATION_REASONS)[number]

interface ReasonWords {
  readonly name: string
  /** What it is called on a button. */
  readonly short: string
  readonly means: string
}

/** The reasons in the order in which they are shown. */
export const REASONS: Readonly<Record<DeviationReason, ReasonWords>> = {
  'owner-acted': { name: 'Owner acted first', short: 'owner', means: 'updated or changed before' },
  'profile-edited': { name: 'Date edited', short: 'date', means: 'by an operator, after the forecast' },
  'gardener-failed': { name: 'Gardener failed', short: 'Gardener', means: 'tried, and reported an error' },
  'window-moved': { name: 'Window moved', short: 'window', means: 'by the owner, after the forecast' },
  'almanac-wrong': { name: 'Almanac was wrong', short: 'Almanac', means: 'none of the above explains it' },
}

export const REASON_ORDER = Object.keys(REASONS) as readonly DeviationReason[]

/** `1 day before`. */
export function ageText(before: string): string {
  return `${countOf(Number(before), 'day')} before`
}

/** `94.9 %`; nothing of nothing is nothing. */
export function shareText(part: number, all: number): string {
  if (all === 0) return '–'
  // What is not all is not told as all.
  const share = part === all ? 1000 : Math.min(999, Math.round((part / all) * 1000))
  return `${(share / 10).toFixed(1)} %`
}

/** The headline after its figure: `went as the forecast said 7 days before.` and what of the others. */
export function restText({ total, asForecast, reasons }: AccuracyCounts): string {
  const others = total - asForecast
  if (others === 0) return ''
  const wrong = reasons['almanac-wrong']
  const errors = `${wrong === 0 ? 'none' : countText(wrong)} ${wrong > 1 ? 'were' : 'was'} Almanac’s error.`
  return others === 1
    ? `The other one was ${wrong === 0 ? 'not ' : ''}Almanac’s error.`
    : `Of the other ${countText(others)}, ${errors}`
}

/** `1.32.11 → 1.32.13 by auto-update`; of parts that make the same step one is named. */
function stepText({ kind, moves, denied }: NonNullable<DeviationBody['said']>): string {
  const parts = moves.map(
    ({ image, from, to }) =>
      `${image === null ? '' : `${image} `}${from}${to === null ? ' has no version to move to' : ` → ${to}`}`,
  )
  const way = denied ? ', refused' : kind === 'auto' ? ' by auto-update' : kind === 'forced' ? ' forced' : ''
  return `${[...new Set(parts)].join(', ')}${way}`
}

/** What the forecast had. */
export function forecastText({ said }: DeviationBody, zone: Zone, now: string): string {
  return said === null ? 'nothing for this window' : `${stepText(said)}, ${momentText(said.at, zone, now)}`
}

/** How many facts of one edit are told. */
const MOST = 3

/** What came in between, and what ran. */
export function happenedText({ facts, turned, ran, reason }: DeviationBody, zone: Zone, now: string): string {
  const told = facts.slice(0, MOST).map((fact) => factText(fact, zone, now))
  if (facts.length > MOST) told.push(`${countText(facts.length - MOST)} more`)
  const when = turned === null || told.length === 0 ? '' : `, ${momentText(turned, zone, now)}`
  const between = told.length === 0 ? '' : `${told.join(', ')}${when}; `
  if (ran !== null) return `${between}${stepText(ran)}, ${momentText(ran.at, zone, now)}`
  return `${between}${reason === 'almanac-wrong' ? 'nothing ran' : 'nothing was due then'}`
}

function factText({ fact, ...part }: DeviationBody['facts'][number], zone: Zone, now: string): string {
  switch (fact.kind) {
    case 'by-hand':
      return `moved to ${[...new Set(fact.moves.map((one) => `${one.image === null ? '' : `${one.image} `}${one.to ?? ''}`))].join(', ')} by hand`
    case 'pools':
      return [
        ...fact.added.map((name) => `pool ${name} added`),
        ...fact.removed.map((name) => `pool ${name} removed`),
      ].join(', ')
    case 'deleted':
      return 'cluster deleted'
    case 'asked':
      return 'maintenance asked for outside of the window'
    case 'failed':
      return fact.words ?? 'the reconciliation that followed failed'
    default:
      return knowledgeText(part, fact, (at) => dayText(at, zone, { now }))
  }
}

/** `24 Aug – 22 Nov`. */
export function rangeText(from: string, to: string, zone: Zone): string {
  const days = [from, to].map((at) => dayText(at, zone, { now: to }))
  return [...new Set(days)].join(' – ')
}

/** What is said of a week to who hears the chart; `count` null: nothing is known of it. */
export function weekCountText(day: string, count: number | null): string {
  return `week of ${day}: ${count === null ? 'not known' : count}`
}

/** Below a chart: which days nothing is known of, and why. */
export function unknownForecastsText(
  { gaps, unrecorded, at, to }: Pick<AccuracyAnswer, 'gaps' | 'unrecorded' | 'at' | 'to'>,
  { knownFrom, before }: Pick<AccuracyAnswer['ages'][number], 'knownFrom' | 'before'>,
  zone: Zone,
): string {
  const unknown =
    knownFrom === null
      ? ''
      : `Before ${dayText(knownFrom, zone, { now: at })} no forecast of ${ageText(before)} is known, as nothing was recorded then. `
  if (gaps.length === 0) return unknown
  const days = gaps.map((gap) => rangeText(gap.from, gap.until ?? to, zone)).join(', ')
  return `${unknown}${days}: not recorded. ${countOf(unrecorded, 'maintenance')} of these days can be compared with nothing and are left out.`
}
