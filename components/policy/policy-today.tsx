'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { PolicyAnswer, PolicyOutcomeBody, PolicyQuery } from '@/lib/questions/policy/contract'
import { policyQueries } from '@/lib/questions/policy/queries'
import { dayText } from '@/lib/words/time-text'
import { countsDiffer, type Difference, datesDiffer, inOrder, textsDiffer } from '../ui/differences'
import { Today, useOfToday } from '../ui/today'

interface PolicyTodayProps {
  readonly answer: PolicyAnswer
  readonly question: PolicyQuery
}

/** What the policy does with the profile of today, beside what it did with that of then. */
export function PolicyToday({ answer, question }: PolicyTodayProps): ReactNode {
  const query = useQuery(policyQueries.policy(useOfToday(question)))
  return <Today who="it" past={answer} query={query} differences={policyDifferences} />
}

type Life = PolicyOutcomeBody['proposals'][number]['after']
type Proposal = Pick<PolicyOutcomeBody['proposals'][number], 'image' | 'version' | 'after'>
type Version = Pick<PolicyOutcomeBody['year']['lists'][number]['versions'][number], 'version' | 'added' | 'expires'>

interface Outcome {
  readonly kind: 'ok'
  readonly proposals: readonly Proposal[]
  readonly year: { readonly lists: readonly { readonly image: string | null; readonly versions: readonly Version[] }[] }
}

type Said = { readonly outcome: Outcome | Exclude<PolicyAnswer['outcome'], { kind: 'ok' }> }

/** What the policy would have done with the profile of then and would do otherwise today. */
export function policyDifferences(
  { outcome: then }: Said,
  { outcome: today }: Said,
  zone: Zone,
): readonly Difference[] {
  if (then.kind !== 'ok' || today.kind !== 'ok') {
    const told = { what: 'Policy', clause: (value: string) => `the policy ${value}`, rank: 0 }
    return inOrder([textsDiffer(OUTCOMES[then.kind], OUTCOMES[today.kind], told)])
  }
  const [was, is] = [proposalsOf(then, zone), proposalsOf(today, zone)]
  return inOrder([
    countsDiffer(then.proposals.length, today.proposals.length, {
      what: 'Versions to edit',
      clause: (count) => `it proposes to edit ${count}`,
      of: 'version',
      rank: 3,
    }),
    ...[...new Set([...was.keys(), ...is.keys()])].map((name) =>
      textsDiffer(was.get(name) ?? UNCHANGED, is.get(name) ?? UNCHANGED, {
        what: name,
        clause: (value) => (value === UNCHANGED ? `${name} stays as it is` : `${name} ${value}`),
        rank: 2,
      }),
    ),
    ...expiriesDiffer(then, today, zone),
  ])
}

const UNCHANGED = 'no change'

const OUTCOMES = {
  ok: 'can be carried out',
  problems: 'has problems',
  unreadable: 'is stopped by a version that cannot be read',
} as const

function proposalsOf({ proposals }: Outcome, zone: Zone): ReadonlyMap<string, string> {
  return new Map(
    proposals.map(({ image, version, after }) => [shortName(image, version), `becomes ${lifeText(after, zone)}`]),
  )
}

function lifeText({ classification, expirationDate }: Life, zone: Zone): string {
  const stage = classification ?? 'unclassified'
  return expirationDate === null ? `${stage}, no expiry` : `${stage} until ${dayText(expirationDate, zone)}`
}

/** When versions that are there on both days expire, with what the policy does in the course of the year. */
function expiriesDiffer(then: Outcome, today: Outcome, zone: Zone): (Difference | null)[] {
  const named = ({ year }: Outcome) =>
    year.lists.flatMap(({ image, versions }) =>
      versions.flatMap(({ version, added, expires }) =>
        added === null ? [[shortName(image, version), expires] as const] : [],
      ),
    )
  const is = new Map(named(today))
  return named(then).map(([name, expires]) => {
    const after = is.get(name)
    if (after === undefined) return null
    const what = `${name} expires`
    return datesDiffer(expires, after, {
      what,
      clause: (day) => (day === null ? `${name} has no expiry date` : `${what} on ${day}`),
      rank: 1,
      zone,
      none: 'no expiry',
    })
  })
}
