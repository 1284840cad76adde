'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { RequestError } from '@/lib/browser/fetch-json'
import { offsetText } from '@/lib/contract/zone'
import { clockText } from '@/lib/words/time-text'
import { Button } from './button'
import { Icon } from './icon'
import styles from './parts.module.css'

export interface ErrorPartProps {
  readonly error: unknown
  /** When it failed, in milliseconds (a query's `errorUpdatedAt`); 0: not known. */
  readonly at?: number
  readonly onRetry?: () => void
  /** What still holds, e.g. `The other parts of this page are complete.` */
  readonly rest?: string | undefined
}

/** Stands in the place of the part that failed: the server's own message, when, and the way to try again. */
export function ErrorPart({ error, at = 0, onRetry, rest }: ErrorPartProps) {
  const zone = useZone()
  // The frame of the page says so once, and since when there are records.
  if (error instanceof RequestError && error.code === 'not-recorded') return null
  const when = at > 0 ? `, ${clockText(at, zone)} ${offsetText(zone, at)}` : ''
  const known = error instanceof RequestError ? error : undefined
  const fields = known?.fields.map((field) => `${field.field}: ${field.reason}`).join('\n')
  return (
    <div className={`callout ${styles.error}`} data-bad role="alert">
      <h3>
        <Icon name="stop" />
        This part could not be read{when}
      </h3>
      <code>{[error instanceof Error ? error.message : String(error), fields].filter(Boolean).join('\n')}</code>
      {known?.hint ? <p className="note">{known.hint}</p> : null}
      <div className="bar">
        {onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
        {rest ? <span className="small muted">{rest}</span> : null}
      </div>
    </div>
  )
}

/** What is asked, as far as it tells of a failure. */
export type FailedQuery = Pick<UseQueryResult, 'error' | 'errorUpdatedAt'> & { readonly refetch: () => unknown }

interface QueryErrorProps extends Pick<ErrorPartProps, 'rest'> {
  readonly query: FailedQuery
}

/** Why a question was not answered, with the way to ask again; nothing where it was, or is awaited. */
export function QueryError({ query: { error, errorUpdatedAt, refetch }, rest }: QueryErrorProps): ReactNode {
  return error && <ErrorPart error={error} at={errorUpdatedAt} onRetry={() => void refetch()} rest={rest} />
}

interface AnsweredProps<A> {
  readonly query: FailedQuery & Pick<UseQueryResult<A>, 'data'>
  /** Stands in its place until it is there. */
  readonly waiting?: ReactNode
  readonly children: (answer: A) => ReactNode
}

/** What is made of an answer; before it is there what stands for it, and where it cannot be had why, with the way to ask again. */
export function Answered<A>({ query, waiting = null, children }: AnsweredProps<A>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  return query.error === null ? waiting : <QueryError query={query} />
}

/** Attributes of what is shown while another question is asked: it pales when that takes longer than a moment. */
export function lateIf(isLate: boolean): { 'aria-busy'?: true; 'data-late'?: true } {
  return isLate ? { 'aria-busy': true, 'data-late': true } : {}
}
