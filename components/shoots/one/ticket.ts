import { withAt } from '@/lib/client/at'
import { shootPage } from '@/lib/client/paths'
import { profileName } from '@/lib/client/queries'
import { dayText, fullText, ms } from '@/lib/client/time-text'
import type { Zone } from '@/lib/client/zone'
import type { ShootAnswer } from '@/lib/contract'
import { plain } from '../sentence'
import { windowClock } from '../when'
import { headline } from './headline'
import { type ShownStep, shownSteps } from './shown'
import { stepBlocks } from './steps'

/**
 * The forecast of a cluster as plain text for a ticket: what happens, every step with its date, and a link that shows the
 * same tomorrow because it pins the clock to the instant of the answer. Days carry their year, as tickets grow old.
 */
export function ticketText(answer: ShootAnswer, origin: string, zone: Zone): string {
  const { shoot, steps, at } = answer
  const own = shoot.nextWindow.offset
  const { lead, before, after } = headline(answer, ms(at), own)
  const lines = [
    `${shoot.project} / ${shoot.name} (namespace ${shoot.namespace}, profile ${profileName(shoot.profile)})`,
    plain(lead),
    ...[before, after].flatMap((other) => (other === null ? [] : [`${other.when} ${other.text}`])),
    '',
    ...shownSteps(answer).flatMap(stepLines),
    ...(steps.length > 0 ? [''] : []),
    `${limitText(answer)} As of ${fullText(at, zone)}:`,
    origin + withAt(shootPage(shoot), at),
  ]
  return `${lines.join('\n')}\n`
}

function stepLines(shown: ShownStep): readonly string[] {
  const { step, kind } = shown
  const word = { auto: 'auto-update', forced: 'forced', fails: 'fails', other: 'maintenance' }[kind]
  const day = dayText(step.window.begin, step.window.offset, { weekday: true })
  const rows = stepBlocks(step, true, shown).flatMap((block) => [
    ...block.rows.map((row) => {
      const move = row.from === null ? '' : ` ${row.from} → ${row.to ?? row.noTarget}`
      return `  ${row.what}:${move}. ${row.effect.text}.`
    }),
    ...(block.reason === '' || block.since !== null ? [] : [`  Gardener says: ${block.reason}`]),
  ])
  return [`- ${day} ${windowClock(step.window)}, ${word}`, ...rows]
}

/** How far the forecast reaches. */
export function limitText({ knownUntil, shoot }: ShootAnswer): string {
  return knownUntil === null
    ? 'No expiry date is set for what this cluster runs.'
    : `As far as expiry dates are set, until ${dayText(knownUntil, shoot.nextWindow.offset)}.`
}
