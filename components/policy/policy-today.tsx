'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PolicyAnswer, PolicyQuery } from '@/lib/questions/policy/contract'
import { policyQueries } from '@/lib/questions/policy/queries'
import { Today, useOfToday } from '../ui/today'
import { policyDifferences } from './policy-differences'

interface PolicyTodayProps {
  readonly answer: PolicyAnswer
  readonly question: PolicyQuery
}

/** What the policy does with the profile of today, beside what it did with that of then. */
export function PolicyToday({ answer, question }: PolicyTodayProps): ReactNode {
  const query = useQuery(policyQueries.policy(useOfToday(question)))
  return <Today who="it" past={answer} query={query} differences={policyDifferences} />
}
