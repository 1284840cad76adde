'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import type { NextEvent } from '@/lib/contract/steps'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { clusterQueries } from '@/lib/questions/queries'
import { whatText } from '@/lib/words/event-words'
import { lowered } from '@/lib/words/phrases'
import { dayText, isoDay, ms } from '@/lib/words/time-text'
import { EVENT_WORDS } from '@/lib/words/wording'
import { type AnswerDifference, apartText, datesDiffer, largestFirst, textsDiffer } from '../ui/differences'
import { Today, useMomentOfToday } from '../ui/today'

type ShootAnswerRow = { readonly shoot: Omit<ShootRow, 'nextWindow'> }

/** What the page of a cluster said then and says otherwise today: what is ahead of it, what it runs, what its owner wants. */
export function shootDifferences(
  { shoot: then }: ShootAnswerRow,
  { shoot: today }: ShootAnswerRow,
  zone: Zone,
): readonly AnswerDifference[] {
  const [was, is] = [partsOf(then), partsOf(today)]
  const onOff = (on: boolean) => (on ? 'on' : 'off')
  const setting = (what: string, before: string, after: string) =>
    textsDiffer(before, after, { what, clause: (value) => `${lowered(what)} ${value}`, rank: 1 })
  const isOne = then.next?.window.begin === then.nextForced?.window.begin
  return largestFirst([
    eventsDiffer('Next forced or failing', then.nextForced, today.nextForced, 4, zone),
    isOne ? null : eventsDiffer('Next', then.next, today.next, 3, zone),
    ...[...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
      const [before, after] = [was.get(name), is.get(name)]
      const told = { what: name, clause: (value: string) => `${name} is ${value}`, rank: 2 }
      const differ = textsDiffer(before?.version ?? 'not there', after?.version ?? 'not there', told)
      if (differ !== null || before === undefined || after === undefined) return [differ]
      const text = `${name} ${before.version} expires`
      return [
        datesDiffer(before.expires, after.expires, {
          what: text,
          clause: (day) => (day === null ? `${name} ${before.version} has no expiry date` : `${text} on ${day}`),
          rank: 3,
          zone,
          none: 'no expiry set',
        }),
      ]
    }),
    setting('Auto-update of Kubernetes', onOff(then.autoUpdate.kubernetes), onOff(today.autoUpdate.kubernetes)),
    setting('Auto-update of images', onOff(then.autoUpdate.machineImage), onOff(today.autoUpdate.machineImage)),
    setting('Window', then.windowText ?? 'none', today.windowText ?? 'none'),
    setting('Hibernated', then.flags.hibernated ? 'yes' : 'no', today.flags.hibernated ? 'yes' : 'no'),
    setting(
      'Last operation',
      then.flags.failed ? 'failed' : 'no failure',
      today.flags.failed ? 'failed' : 'no failure',
    ),
  ])
}

interface VersionAndExpiry {
  readonly version: string
  readonly expires: string | null
}

/** What it runs: the control plane, the pools with a version of their own, the images. */
function partsOf({ kubernetes, pools }: ShootAnswerRow['shoot']): ReadonlyMap<string, VersionAndExpiry> {
  return new Map<string, VersionAndExpiry>([
    ['Kubernetes', kubernetes],
    ...pools.flatMap(({ name, kubernetes: own, image }): (readonly [string, VersionAndExpiry])[] => [
      ...(own === null ? [] : [[`Kubernetes of ${name}`, own] as const]),
      ...(image === null
        ? []
        : [[`Image of ${name}`, { version: shortName(image.name, image.version), expires: image.expires }] as const]),
    ]),
  ])
}

function eventsDiffer(
  what: string,
  then: NextEvent | null,
  today: NextEvent | null,
  rank: number,
  zone: Zone,
): AnswerDifference | null {
  const [was, is] = [eventText(then, zone), eventText(today, zone)]
  if (was === is) return null
  const apart = then === null || today === null ? 0 : ms(today.window.begin) - ms(then.window.begin)
  const isMoved =
    then !== null && today !== null && isoDay(then.window.begin, zone) !== isoDay(today.window.begin, zone)
  return {
    what,
    clause: then === null ? 'nothing is forced or fails' : was,
    past: was,
    today: is,
    apart: isMoved ? apartText(apart) : '',
    rank,
    size: Math.abs(apart),
  }
}

/** `forced to 1.33.11 on 12 Dec 2026` */
function eventText(event: NextEvent | null, zone: Zone): string {
  if (event === null) return 'nothing'
  const what = event.what === 'Kubernetes' ? '' : ` ${whatText(event)}`
  const to = event.to === null ? '' : ` to ${event.to}`
  return `${EVENT_WORDS[event.kind]}${what}${to} on ${dayText(event.window.begin, zone)}`
}

/** What the page of a cluster says today, beside what it said then. */
export function ShootToday({ answer }: { readonly answer: ShootAnswer }): ReactNode {
  const { namespace, name } = answer.shoot
  const query = useQuery(clusterQueries.shoot({ namespace, name }, useMomentOfToday()))
  return <Today who="it" past={answer} query={query} differences={shootDifferences} />
}
