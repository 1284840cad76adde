'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shootPage, workbenchPage } from '@/lib/browser/paths'
import { statusQueries } from '@/lib/browser/query'
import type { ApplyAnswer, ShootApplyAnswer } from '@/lib/contract/apply'
import { type InUse, type NamespacedObject, refusalWords } from '@/lib/words/refusal-words'
import { countOf } from '@/lib/words/time-text'
import { Button } from './button'
import styles from './controls.module.css'
import { DiffLines } from './diff-lines'
import { Link } from './link'
import { Fold } from './section'

interface OutcomeProps {
  readonly name: string
  readonly result: Exclude<ApplyAnswer | ShootApplyAnswer, { outcome: 'unconfirmed' | 'unexplained' }>
  /** What the buttons say that lead back; `gone`: what is told when there is nothing to go back to. */
  readonly words: { readonly back: string; readonly rebase: string; readonly gone: string }
  /** How each edit is called. */
  readonly names: () => readonly string[]
  /** Beside the button that closes the dialog, once it is applied. */
  readonly next?: ReactNode
  readonly onClose: () => void
}

/** What became of edits that were sent, and what to do next. */
export function ApplyOutcome({ name, result, words, names, next, onClose }: OutcomeProps): ReactNode {
  const kind = useQuery(statusQueries.status()).data?.garden.kind
  const { isBad = true, fact, text = 'Nothing was written.', more, back = words.back } = outcomeWords()
  function outcomeWords(): OutcomeWords {
    switch (result.outcome) {
      case 'accepted':
        return { isBad: false, fact: 'The garden would accept it.' }
      case 'applied':
        return {
          isBad: false,
          fact: 'Applied.',
          text: `${name} is now at resourceVersion ${result.resourceVersion}.`,
          more: result.unwritten !== null && <p className="bad">{result.unwritten}</p>,
          back: 'Done',
        }
      case 'unchanged':
        return { isBad: false, fact: `${name} is like that already.` }
      case 'conflict': {
        // What else is in the file, or only how it is written, may have changed.
        if (result.base === result.resourceVersion)
          return {
            fact: `Its file has changed, ${name} has not.`,
            text: 'It was read again. Nothing was written.',
          }
        return {
          fact: `${name} has changed.`,
          text: `Based on ${result.base}, now ${result.resourceVersion}. Nothing was written.`,
          more:
            result.difference === null ? (
              <p className="muted">What it was is no longer known.</p>
            ) : (
              <DiffLines label="What others changed" lines={result.difference} />
            ),
          back: words.rebase,
        }
      }
      case 'impossible': {
        const called = names()
        return {
          fact: 'It cannot be made.',
          more: (
            <ul>
              {result.problems.map(
                (problem, i) =>
                  problem && <li key={problem.text}>{`${called[i] ?? `Edit ${i + 1}`}: ${problem.text}`}</li>,
              )}
            </ul>
          ),
        }
      }
      case 'gone':
        return { fact: `${name} was deleted.`, text: words.gone, back: 'Close' }
      case 'forbidden':
      case 'refused':
        return { more: <RefusalPart result={result} /> }
      case 'unavailable':
        return {
          fact: kind === 'manifests' ? 'It cannot be written.' : 'The garden does not answer.',
          text: result.uncertain
            ? 'It was sent and may have been applied: apply it again to see, it is a conflict then.'
            : 'Nothing was written.',
          more: <code className="code">{result.message}</code>,
        }
    }
  }
  return (
    <div role={isBad ? 'alert' : 'status'}>
      {fact !== undefined && (
        <p>
          <b className={isBad ? 'bad' : undefined}>{fact}</b> {text}
        </p>
      )}
      {more}
      <div className="bar">
        <Button look="primary" onClick={onClose}>
          {back}
        </Button>
        {result.outcome === 'applied' && next}
      </div>
    </div>
  )
}

interface OutcomeWords {
  readonly isBad?: boolean
  /** What became of it; absent: `more` says it. */
  readonly fact?: string
  readonly text?: string
  readonly more?: ReactNode
  /** What the button says. */
  readonly back?: string
}

interface RefusalPartProps {
  readonly result: Extract<ApplyAnswer, { outcome: 'forbidden' | 'refused' }>
}

/** Why the garden refuses a draft: the fact, the clusters that stand in the way, and the garden's own words. */
function RefusalPart({ result }: RefusalPartProps): ReactNode {
  const { isMissingRight, inUse, others, quote, isCut } = refusalWords(result)
  if (inUse.length === 0) {
    return (
      <>
        <p>
          <b className="bad">{isMissingRight ? 'You may not do this.' : 'The garden refuses it.'}</b> Nothing was
          written.
        </p>
        <code className="code">{others.length > 1 ? others.join('\n') : quote}</code>
      </>
    )
  }
  return (
    <>
      {inUse.map((one) => (
        <Users key={one.name} {...one} isCut={isCut} />
      ))}
      {others.length > 0 && <code className="code">{others.join('\n')}</code>}
      <p className="muted">Nothing was written.</p>
      <Fold summary="In the garden's own words">
        <code className="code">{quote}</code>
      </Fold>
    </>
  )
}

function Users({ name, clusters, profiles, isCut }: InUse & { readonly isCut: boolean }): ReactNode {
  const parts = [
    ...(clusters.length > 0 ? [countOf(clusters.length, 'cluster')] : []),
    ...(profiles.length > 0 ? [countOf(profiles.length, 'namespaced profile')] : []),
  ]
  return (
    <>
      <p>
        <b className="bad">
          Refused: {name} is in use by {isCut && 'at least '}
          {parts.join(' and ')}.
        </b>
      </p>
      <ul className={styles.users} aria-label={`In use by: ${name}`}>
        {clusters.map((one) => (
          <UserLink key={`${one.namespace}/${one.name}`} user={one} href={shootPage(one)} />
        ))}
        {profiles.map((one) => (
          <UserLink
            key={`profile ${one.namespace}/${one.name}`}
            user={one}
            href={workbenchPage({ kind: 'NamespacedCloudProfile', ...one })}
          />
        ))}
      </ul>
    </>
  )
}

function UserLink({
  user: { namespace, name },
  href,
}: {
  readonly user: NamespacedObject
  readonly href: string
}): ReactNode {
  return (
    <li>
      <Link className="link" href={href}>
        <span className="muted">{namespace.replace(/^garden-/, '')} / </span>
        {name}
      </Link>
    </li>
  )
}
