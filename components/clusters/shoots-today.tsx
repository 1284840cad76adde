'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { ListedShoot, ShootsAnswer } from '@/lib/questions/clusters/contract/list'
import { clustersQueries, type ShootsParams } from '@/lib/questions/clusters/queries'
import { eventsOfDiffer } from '../outlook/shoot-differences'
import { clustersDiffer, type Difference, inOrder, textsDiffer } from '../ui/differences'
import { Today, useOfToday } from '../ui/today'

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
