'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Moment } from '@/lib/browser/at'
import { onWire } from '@/lib/contract/dates'
import type { Zone } from '@/lib/contract/zone'
import type { ListedShoot, ShootsAnswer, TonightAnswer } from '@/lib/questions/clusters/contract'
import { clustersQueries, type ShootsParams, type TonightParams } from '@/lib/questions/clusters/queries'
import { whatText } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { clockText, HOUR, ms } from '@/lib/words/time-text'
import { EVENT_WORDS } from '@/lib/words/wording'
import { eventsOfDiffer } from '../outlook/shoot-differences'
import { clustersDiffer, countsDiffer, type Difference, inOrder, textsDiffer } from '../ui/differences'
import { Today, useMomentOfToday, useOfToday } from '../ui/today'

interface ShootsTodayProps {
  /** The first page, and what was asked for it. */
  readonly answer: ShootsAnswer
  readonly params: ShootsParams
}

/** What the list of clusters says today, beside what it said then. */
export function ShootsToday({ answer, params }: ShootsTodayProps): ReactNode {
  const query = useQuery(clustersQueries.shoots(useOfToday(params)))
  return <Today who="it" past={answer} query={query} differences={shootsDifferences} />
}

interface Said extends Pick<ShootsAnswer, 'total' | 'rolling'> {
  readonly facets: Pick<ShootsAnswer['facets'], 'event' | 'minor'>
  readonly items: readonly Pick<ListedShoot, 'namespace' | 'name' | 'project' | 'next'>[]
}

/** What the list of clusters said then and says otherwise today: how many, and of those of its first page what is next. */
export function shootsDifferences(then: Said, today: Said, zone: Zone): readonly Difference[] {
  const [was, is] = [byName(then), byName(today)]
  const isWhole = then.items.length === then.total && today.items.length === today.total
  const counts = (facet: keyof Said['facets'], value: string) =>
    [countIn(then, facet, value), countIn(today, facet, value)] as const
  const minors = new Set([...then.facets.minor, ...today.facets.minor].map(({ value }) => value))
  return inOrder([
    clustersDiffer('Forced', 'with a forced update', counts('event', 'forced'), 4),
    clustersDiffer('Stuck', 'that are stuck', counts('event', 'fails'), 4),
    clustersDiffer('Listed', 'listed', [then.total, today.total], 3),
    clustersDiffer('With nodes that roll', 'with nodes that roll', [then.rolling, today.rolling], 2),
    ...[...new Set([...was.keys(), ...is.keys()])].map((key) => {
      const [before, after] = [was.get(key), is.get(key)]
      const one = before ?? after
      if (one === undefined) return null
      if (before !== undefined && after !== undefined) return eventsOfDiffer(one, [before.next, after.next], 1, zone)
      // What is not on the first page may be on another one.
      if (!isWhole) return null
      const what = `${one.project} / ${one.name}`
      const listed = (there: unknown) => (there === undefined ? 'not listed' : 'listed')
      return textsDiffer(listed(before), listed(after), { what, clause: (value) => `${what} is ${value}`, rank: 1 })
    }),
    ...[...minors].map((minor) => clustersDiffer(`On ${minor}`, `on ${minor}`, counts('minor', minor), 0)),
  ])
}

function byName({ items }: Said) {
  return new Map(items.map((one) => [`${one.namespace}/${one.name}`, one] as const))
}

function countIn({ facets }: Said, facet: keyof Said['facets'], value: string): number {
  return facets[facet].find((one) => one.value === value)?.count ?? 0
}

interface TonightTodayProps {
  /** The night of then, and what was asked for it. */
  readonly answer: TonightAnswer
  readonly params: TonightParams
}

/** What the board says of the same night today, beside what it said then. */
export function TonightToday({ answer, params }: TonightTodayProps): ReactNode {
  const moment = useMomentOfToday()
  const [now] = useState(Date.now)
  const query = useQuery(clustersQueries.tonight({ ...params, ...momentToCompare(answer, moment, now) }))
  return <Today who="it" past={answer} query={query} differences={tonightDifferences} />
}

type TonightRow = TonightAnswer['rows'][number]
interface Row extends Pick<TonightRow, 'profile' | 'kind' | 'what' | 'to'> {
  readonly members: readonly Pick<TonightRow['members'][number], 'project' | 'name' | 'window'>[]
}
type SaidOfNight = Pick<TonightAnswer, 'figures'> & { readonly rows: readonly Row[] }

/** What the board said of a night and says otherwise today of the same one: what became of it, where it is over. */
export function tonightDifferences(then: SaidOfNight, today: SaidOfNight, zone: Zone): readonly Difference[] {
  const count = (what: string, is: string, of: string, value: (said: SaidOfNight) => number, rank: number) => {
    const clause = (counted: string) => `${counted} ${is}`.trim()
    return countsDiffer(value(then), value(today), { what, clause, of, rank })
  }
  return inOrder([
    // What was to fail and did is no difference.
    count('Failing', 'failing that night', 'cluster', ({ figures }) => figures.willFail + figures.failed.clusters, 3),
    count('Clusters', 'maintained that night', 'cluster', ({ figures }) => figures.clusters, 2),
    count('Nodes', 'to roll at most that night', 'node', nodesOf, 1),
    count('Windows', 'that night', 'window', ({ figures }) => figures.windows, 0),
    ...rowsDiffer(then, today, zone),
  ])
}

function nodesOf({ figures: { open, done, failed, toCome } }: SaidOfNight): number {
  return [open, done, failed, toCome].reduce((sum, { nodes }) => sum + nodes.max, 0)
}

/** By cluster. */
function rowsDiffer(then: SaidOfNight, today: SaidOfNight, zone: Zone): (Difference | null)[] {
  const named = ({ rows }: SaidOfNight) =>
    new Map(
      rows.flatMap((row) =>
        row.members.map(({ project, name, window }) => [
          `${profileName(row.profile)}, ${project} / ${name}`,
          rowText(row, window.begin, zone),
        ]),
      ),
    )
  const [was, is] = [named(then), named(today)]
  return [...new Set([...was.keys(), ...is.keys()])].map((what) =>
    textsDiffer(was.get(what) ?? 'nothing', is.get(what) ?? 'nothing', {
      what,
      clause: (value) => `${what}: ${value}`,
      rank: 0,
    }),
  )
}

/** `forced to 1.33.11 at 22:00` */
function rowText(row: Row, begin: string, zone: Zone): string {
  const { kind, what, to } = row
  const part = what === 'Kubernetes' ? '' : ` ${whatText(row)}`
  return `${EVENT_WORDS[kind]}${part}${to === null ? '' : ` to ${to}`} at ${clockText(begin, zone)}`
}

/** The board is of a night until noon, six hours after its end; by then windows that were still open are over too. */
const AFTER = 5 * HOUR

/**
 * As of which moment a board of the past is asked what it says of the same night today: of a night that is over as of the morning
 * after it, which has what happened in its windows as it was recorded. `moment`: that of other pages, now or pinned ahead.
 */
export function momentToCompare({ end }: Pick<TonightAnswer, 'end'>, moment: Moment, now: number): Moment {
  const morning = ms(end) + AFTER
  if (moment.at !== undefined || morning > now) return moment
  return { at: onWire(morning), seen: onWire(morning) }
}
