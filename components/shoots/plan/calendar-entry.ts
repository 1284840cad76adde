import { linkAt } from '@/lib/client/at'
import { ms } from '@/lib/client/time-text'
import type { PlanAnswer } from '@/lib/contract'
import { calendarText } from '@/lib/contract/icalendar'
import { patchCommand } from './words'

/** The plan as one entry of a calendar: when it is rolled out, what is to be sent, and where it stands. */
export function planEntry(answer: PlanAnswer, link: string): string {
  const { shoot, rollOut, sentAt, parts } = answer
  const begin = ms(rollOut?.begin ?? sentAt)
  const until = Math.max(begin + HOUR, ...parts.flatMap((part) => (part.until === null ? [] : [ms(part.until)])))
  const entry = {
    uid: `plan-${shoot.namespace}-${shoot.name}-${sentAt}@almanac`,
    sequence: 0,
    changedAt: ms(answer.at),
    begin,
    end: until,
    summary: `Plan for ${shoot.project} / ${shoot.name}`,
    description: `Send this ${rollOut === null ? 'then' : 'before'}:\n\n${patchCommand(answer)}\n\n${link}`,
    url: link,
  }
  return calendarText([entry], { name: `Plan for ${shoot.name}`, alarm: 'PT1H' })
}

const HOUR = 3_600_000

/** Gives the browser a file to keep. */
export function saveCalendarEntry(answer: PlanAnswer): void {
  const { pathname, search, origin } = window.location
  const text = planEntry(answer, linkAt(`${pathname}${search}`, answer.at, origin))
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `plan-${answer.shoot.name}.ics`
  anchor.click()
  URL.revokeObjectURL(address)
}
