import { linkTo } from '@/lib/browser/at'
import { calendarText } from '@/lib/contract/icalendar'
import type { Zone } from '@/lib/contract/zone'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { patchCommand } from '@/lib/words/plan'
import { HOUR, isoDay, ms, SECOND } from '@/lib/words/time-text'

/**
 * The plan as one entry of a calendar: when it is rolled out, what is to be sent, and where it stands. There is one entry for
 * each night of a cluster: one that is saved later stands for what was saved before.
 */
export function planEntry(answer: PlanAnswer, link: string, savedAt: number): string {
  const { shoot, rollOut, sentAt, parts } = answer
  const begin = ms(rollOut?.begin ?? sentAt)
  const until = Math.max(begin + HOUR, ...parts.flatMap((part) => (part.until === null ? [] : [ms(part.until)])))
  const entry = {
    uid: `plan-${shoot.namespace}-${shoot.name}-${nightOf(begin, shoot.nextWindow.offset)}@almanac`,
    sequence: Math.floor(savedAt / SECOND),
    changedAt: savedAt,
    begin,
    end: until,
    summary: `Plan for ${shoot.project} / ${shoot.name}`,
    description: `Send this ${rollOut === null ? 'then' : 'before'}:\n\n${patchCommand(answer, answer.patch.later)}\n\n${link}`,
    url: link,
  }
  return calendarText([entry], { name: `Plan for ${shoot.name}`, alarm: 'PT1H' })
}

/** From noon to noon on the clock of the cluster, by the day on which it begins. */
function nightOf(at: number, zone: Zone): string {
  return isoDay(at - 12 * HOUR, zone)
}

/** Gives the browser a file to keep. */
export function saveCalendarEntry(answer: PlanAnswer): void {
  const { pathname, search, origin } = window.location
  const text = planEntry(answer, linkTo(`${pathname}${search}`, { at: answer.at }, origin), Date.now())
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `plan-${answer.shoot.name}.ics`
  anchor.click()
  URL.revokeObjectURL(address)
}
