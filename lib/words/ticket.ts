import type { ShootAnswer } from '@/lib/contract/clusters'
import type { Zone } from '@/lib/contract/zone'
import { orOtherNight } from './event-words'
import { noDateAhead, shootHeadline } from './headline'
import { capitalized, plain, profileName } from './phrases'
import { plainLines } from './plain-text'
import { type ShownStep, shownSteps } from './shown-steps'
import { type StepRow, stepBlocks } from './steps'
import { dayText, fullText, ms } from './time-text'
import { windowClock } from './when'
import { EVENT_WORDS } from './wording'

/**
 * The forecast of a cluster as plain text for a ticket: what happens, every step with its date, what it is computed from, and
 * `link`, which pins the clock and the data to those of the answer. The text itself holds all facts, and days carry their year: tickets
 * grow old, and what was known is not kept for ever.
 */
export function ticketText(answer: ShootAnswer, link: string, zone: Zone): string {
  const { shoot, steps, at } = answer
  const own = shoot.nextWindow.offset
  const { lead, before, after } = shootHeadline(answer, ms(at), own)
  const lines = [
    `${shoot.project} / ${shoot.name} (namespace ${shoot.namespace}, profile ${profileName(shoot.profile)})`,
    plain(lead),
    ...[before, after].flatMap((other) => (other === null ? [] : [`${other.when} ${other.text}`])),
    '',
    ...lastLines(answer),
    ...shownSteps(answer).flatMap((shown) => stepLines(shown, at)),
    ...(steps.length > 0 ? [''] : []),
    ...confinedLines(answer),
    `${limitText(answer)} As of ${fullText(at, zone)}, ${groundText(answer, zone)}:`,
    link,
  ]
  return `${plainLines(lines)}\n`
}

/** What the last maintenance did, in Gardener's words and with its effect: what most tickets are about. */
function lastLines(answer: ShootAnswer): readonly string[] {
  const { lastMaintenance, shoot } = answer
  if (lastMaintenance === null) return ['- no maintenance is recorded']
  const { at, state, description, failureReason, step } = lastMaintenance
  const day = at === null ? 'some day' : fullText(at, shoot.nextWindow.offset)
  const word = lastMaintenance.foreseen ? 'as forecast' : 'last maintenance'
  return [
    `- ${day}, ${word}: ${state}`,
    ...(step === null
      ? []
      : rowLines(stepBlocks(step, true, { since: new Map(), last: null, isDone: true }).flatMap(({ rows }) => rows))),
    `  Gardener says: ${description}`,
    ...(failureReason === null ? [] : [`  because: ${failureReason}`]),
  ]
}

function rowLines(rows: readonly StepRow[]): readonly string[] {
  return rows.map(({ what, from, to, noTarget, note, effect }) => {
    const move = from === null ? (note === undefined ? '' : ` ${note}`) : ` ${from} → ${to ?? noTarget}`
    return `  ${what}:${move}.${effect.text === '' ? '' : ` ${effect.text}.`}`
  })
}

function stepLines(shown: ShownStep, at: string): readonly string[] {
  const { step, kind } = shown
  const day = dayText(step.window.begin, step.window.offset, { weekday: true })
  const rows = stepBlocks(step, true, shown).flatMap((block) => [
    ...rowLines(block.rows),
    ...(block.reason === '' || block.since !== null ? [] : [`  Gardener says: ${block.reason}`]),
  ])
  return [`- ${day} ${windowClock(step.window)}, ${EVENT_WORDS[kind]}${orOtherNight(step, at)}`, ...rows]
}

/** A change of one's own is not rolled out when it is made. */
function confinedLines({ rollOut }: ShootAnswer): readonly string[] {
  if (rollOut === null) return []
  const day = dayText(rollOut.begin, rollOut.offset, { weekday: true })
  return [`Roll-outs are confined to the window: a change made now waits for ${day} ${windowClock(rollOut)}.`]
}

/** The data from which it is computed. */
function groundText({ observedAt, foreseenFrom }: ShootAnswer, zone: Zone): string {
  const read = `from data read ${fullText(observedAt, zone)}`
  return foreseenFrom === undefined
    ? read
    : `${read} and moved on from ${fullText(foreseenFrom, zone)} as if nobody acted`
}

/** How far the forecast reaches. */
function limitText({ knownUntil, shoot, at }: ShootAnswer): string {
  return knownUntil === null
    ? `${capitalized(noDateAhead(shoot, ms(at)))}.`
    : `As far as expiry dates are set, until ${dayText(knownUntil, shoot.nextWindow.offset)}.`
}
