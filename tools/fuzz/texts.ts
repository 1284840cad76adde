import fc from 'fast-check'
import { z } from 'zod'
import { policyProblem } from '@/lib/contract/common'
import { EXAMPLE, readPolicyText } from '@/lib/landscape/policy-text'
import { readCalendar } from '@/lib/questions/policy/browser/release-calendar'
import { release } from '@/lib/questions/policy/contract'
import { textChange, withChanges } from './odd'
import type { Target } from './target'

const LINES =
  '2027-01-12 1.36.0 preview\n# a comment\n2027-02-01, gardenlinux 2150.2.0 supported\n\nKubernetes 1.37 comes 2027-04-20\n'
const EVENTS = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270112\r\nSUMMARY:Kubernetes v1.36.0 is\r\n  added\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nDTSTART:20270201T090000Z\r\nSUMMARY:gardenlinux 2150.2.0\\, supported\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

/** Texts that nearly are a calendar: every row that says something is a release that may be asked about, or has a problem. */
export const calendars: Target<string> = {
  inputs: fc
    .tuple(fc.constantFrom(LINES, EVENTS), fc.array(textChange, { minLength: 1, maxLength: 5 }))
    .map(([text, changes]) => withChanges(text, changes)),
  check(text: string) {
    const { releases, problems } = readCalendar(text, ['gardenlinux', 'suse'])
    z.array(release).max(500).parse(releases)
    const long = problems.find((problem) => problem.length > 200)
    if (long !== undefined) throw new Error(`A problem has ${long.length} characters.`)
    if (/^BEGIN:VCALENDAR/im.test(text)) return
    const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '' && !row.trim().startsWith('#'))
    if (releases.length + problems.length < rows.length) throw new Error('A row is neither a release nor a problem.')
  },
}

/** Texts that nearly are a policy: they are one, or have problems, few and in few words. */
export const policies: Target<string> = {
  inputs: fc.array(textChange, { minLength: 1, maxLength: 4 }).map((changes) => withChanges(EXAMPLE, changes)),
  check(text: string) {
    const reading = readPolicyText(text)
    if (reading.kind === 'ok') return
    const problems = z.array(policyProblem).min(1).max(51).parse(reading.problems)
    for (const { path, reason } of problems) {
      if (path.length + reason.length > 3000)
        throw new Error(`A problem has ${path.length + reason.length} characters.`)
    }
  },
}
