import { plain } from '@/lib/words/phrases'
import type { Report } from './report'
import { failureText, headlineOf } from './words'

/** A report for programs: facts as `POST /api/what-if` has them, with the sentences that were made of them. */
export function jsonOf(report: Report): string {
  const { effect, groups, ...rest } = report
  const failure = failureText(report)
  return `${JSON.stringify(
    {
      ...rest,
      headline: plain(headlineOf(report)),
      failure,
      figures: effect?.figures ?? null,
      defaults: effect?.defaults ?? [],
      groups: groups.map(({ group, ...rest }) => ({ ...group, ...rest })),
    },
    null,
    2,
  )}\n`
}
