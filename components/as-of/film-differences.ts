import { type Course, countsOn, dateOf, dayOf, type Flow, stuckCount } from '@/components/film/days'
import { profileName } from '@/lib/client/queries'
import { dateText } from '@/lib/client/time-text'
import type { FilmAnswer } from '@/lib/contract'
import type { Zone } from '@/lib/contract/zone'
import { clustersDiffer, type Difference, datesDiffer, inOrder } from './differences'

/** What the film said then and says otherwise today of the day that is shown, or of the first one that both have. */
export function filmDifferences(then: FilmAnswer, today: FilmAnswer, zone: Zone, shown: string): readonly Difference[] {
  const date = [shown, then.first, today.first].toSorted().at(-1) ?? shown
  const day = `on ${dateText(date)}`
  const [was, is] = [minorsOn(then, date), minorsOn(today, date)]
  const minors = [...new Set([...was.keys(), ...is.keys()])]
  const stuck = (film: FilmAnswer) => stuckCount(film, dayOf(film, date)).drafted
  return inOrder([
    ...minors.map((minor) =>
      clustersDiffer(`${minor} ${day}`, `on ${minor} ${day}`, [was.get(minor) ?? 0, is.get(minor) ?? 0], 2),
    ),
    clustersDiffer(`Stuck ${day}`, `stuck ${day}`, [stuck(then), stuck(today)], 2),
    clustersDiffer('Clusters', 'in all', [then.clusters, today.clusters], 0),
    ...flowsDiffer(then, today, zone),
  ])
}

function minorsOn(film: FilmAnswer, date: string): ReadonlyMap<string, number> {
  return new Map(countsOn(film, dayOf(film, date)).map(({ minor, drafted }) => [minor, drafted.count]))
}

/** When the first clusters go from a version to the next minor, where both have that ahead. */
function flowsDiffer(then: FilmAnswer, today: FilmAnswer, zone: Zone): (Difference | null)[] {
  const [was, is] = [firstDays(then), firstDays(today)]
  return [...was].map(([what, before]) => {
    const after = is.get(what)
    if (after === undefined) return null
    const clause = (day: string | null) => `the first clusters go from ${what} on ${day}`
    // A day of the film is one of the reader's.
    const noon = (day: string) => `${day}T12:00:00Z`
    return datesDiffer(noon(before), noon(after), { what, clause, rank: 1, zone, none: '' })
  })
}

/** By `aws 1.32.13 to 1.33`. */
function firstDays(film: FilmAnswer): ReadonlyMap<string, string> {
  const course: Course = film.draft ?? film
  const days = new Map<string, string>()
  const nameOf = ({ profile, version, to }: Flow) => `${profileName(profile)} ${version} to ${to}`
  for (const { day, flows } of course.steps)
    for (const flow of flows) if (!days.has(nameOf(flow))) days.set(nameOf(flow), dateOf(film, day))
  return days
}
