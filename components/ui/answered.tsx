import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPart } from './error-part'

interface AnsweredProps<A> {
  readonly query: Pick<UseQueryResult<A>, 'data' | 'error' | 'isError' | 'errorUpdatedAt' | 'refetch'>
  /** Stands in its place until it is there. */
  readonly waiting?: ReactNode
  readonly children: (answer: A) => ReactNode
}

/** What is made of an answer; before it is there what stands for it, and where it cannot be had why, with the way to ask again. */
export function Answered<A>({ query, waiting = null, children }: AnsweredProps<A>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return waiting
  return <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
}
