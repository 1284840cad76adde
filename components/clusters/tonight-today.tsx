'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Moment } from '@/lib/browser/at'
import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { Zone } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { clustersQueries } from '@/lib/questions/clusters/queries'
import { whatText } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { clockText, HOUR, ms } from '@/lib/words/time-text'
import { EVENT_WORDS } from '@/lib/words/wording'
import { countsDiffer, type Difference, inOrder, textsDiffer } from '../ui/differences'
import { Today, useMomentOfToday } from '../ui/today'

/** What the board says of the same night today, beside what it said then. */
export function TonightToday({ answer }: { readonly answer: TonightAnswer }): ReactNode {
  const zone = useZone()
  const moment = useMomentOfToday()
  const [now] = useState(Date.now)
  const query = useQuery(clustersQueries.tonight({ ...momentToCompare(answer, moment, now), zone }))
  return <Today who="it" past={answer} query={query} differences={tonightDifferences} />
}

type Row = Pick<TonightAnswer['rows'][number], 'profile' | 'project' | 'lead' | 'kind' | 'what' | 'to' | 'window'>
type Said = Pick<TonightAnswer, 'figures'> & { readonly rows: readonly Row[] }

/** What the board said of a night and says otherwise today of the same one: what became of it, where it is over. */
export function tonightDifferences(then: Said, today: Said, zone: Zone): readonly Difference[] {
  const count = (what: string, is: string, of: string, value: (said: Said) => number, rank: number) => {
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

function nodesOf({ figures: { open, done, failed, toCome } }: Said): number {
  return [open, done, failed, toCome].reduce((sum, { nodes }) => sum + nodes.max, 0)
}

/** By the cluster that they are named by. */
function rowsDiffer(then: Said, today: Said, zone: Zone): (Difference | null)[] {
  const named = ({ rows }: Said) =>
    new Map(rows.map((row) => [`${profileName(row.profile)}, ${row.project} / ${row.lead.name}`, rowText(row, zone)]))
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
function rowText(row: Row, zone: Zone): string {
  const { kind, what, to, window } = row
  const part = what === 'Kubernetes' ? '' : ` ${whatText(row)}`
  return `${EVENT_WORDS[kind]}${part}${to === null ? '' : ` to ${to}`} at ${clockText(window.begin, zone)}`
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
