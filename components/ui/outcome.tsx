'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shootPage, workbenchPage } from '@/lib/browser/paths'
import { statusQueries } from '@/lib/browser/query'
import type { ApplyAnswer } from '@/lib/contract/apply'
import type { NamespacedName } from '@/lib/engine/types'
import { impossibleEditTexts, outcomeWords, type SentOutcome } from '@/lib/words/apply'
import { usualProject } from '@/lib/words/phrases'
import { type InUse, inUseText, refusalWords } from '@/lib/words/refusal-words'
import { Button } from './button'
import styles from './controls.module.css'
import { DiffLines } from './diff-lines'
import { Link } from './link'
import { Fold } from './section'

interface OutcomeProps {
  readonly name: string
  readonly result: SentOutcome
  /** What the buttons say that lead back; `gone`: what is told when there is nothing to go back to. */
  readonly words?: { readonly back: string; readonly rebase: string; readonly gone: string }
  /** How each edit is called. */
  readonly names: () => readonly string[]
  /** Beside the button that closes the dialog, once it is applied. */
  readonly next?: ReactNode
  readonly onClose: () => void
}

/** What became of edits that were sent, and what to do next. */
export function ApplyOutcome({ name, result, words = WORDS, names, next, onClose }: OutcomeProps): ReactNode {
  const kind = useQuery(statusQueries.status()).data?.garden.kind
  const { fact, text } = outcomeWords({ name, result, isOfFiles: kind === 'manifests', gone: words.gone })
  const isBad = !GOOD.includes(result.outcome)
  return (
    <div role={isBad ? 'alert' : 'status'}>
      {fact !== null && (
        <p>
          <b className={isBad ? 'bad' : undefined}>{fact}</b> {text}
        </p>
      )}
      <OutcomeDetail result={result} names={names} />
      <div className="bar">
        <Button look="primary" onClick={onClose}>
          {backText(result, words)}
        </Button>
        {result.outcome === 'applied' && next}
      </div>
    </div>
  )
}

const WORDS = { back: 'Back', rebase: 'Look at it as it is now', gone: '' } as const

const GOOD: readonly OutcomeProps['result']['outcome'][] = ['accepted', 'applied', 'unchanged']

/** What the button says that closes the dialog. */
function backText(result: OutcomeProps['result'], { back, rebase }: NonNullable<OutcomeProps['words']>): string {
  switch (result.outcome) {
    case 'applied':
      return 'Done'
    case 'gone':
      return 'Close'
    case 'conflict':
      return result.base === result.resourceVersion ? back : rebase
    default:
      return back
  }
}

/** What there is to read of it. */
function OutcomeDetail({ result, names }: Pick<OutcomeProps, 'result' | 'names'>): ReactNode {
  switch (result.outcome) {
    case 'applied':
      return result.unwritten !== null && <p className="bad">{result.unwritten}</p>
    case 'conflict':
      if (result.base === result.resourceVersion) return null
      return result.difference === null ? (
        <p className="muted">What it was is no longer known.</p>
      ) : (
        <DiffLines label="What others changed" lines={result.difference} />
      )
    case 'impossible':
      return (
        <ul>
          {impossibleEditTexts(result.problems, names()).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )
    case 'forbidden':
    case 'refused':
      return <RefusalPart result={result} />
    case 'unavailable':
      return <code className="code">{result.message}</code>
    default:
      return null
  }
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
  return (
    <>
      <p>
        <b className="bad">{inUseText({ name, clusters, profiles }, isCut)}</b>
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
  readonly user: NamespacedName
  readonly href: string
}): ReactNode {
  return (
    <li>
      <Link className="link" href={href}>
        <span className="muted">{usualProject(namespace)} / </span>
        {name}
      </Link>
    </li>
  )
}
