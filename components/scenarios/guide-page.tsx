'use client'

import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon, type IconName } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { DiffLines } from '@/components/workbench/diff-lines'
import { useNow, useZone } from '@/lib/client/clock'
import { SCENARIOS, WORKBENCH, workbenchPage } from '@/lib/client/paths'
import { clockText, countOf, momentText } from '@/lib/client/time-text'
import type { DiffLine, ScenarioAnswer, ScenarioCheck } from '@/lib/contract'
import { GuideForm } from './guide-form'
import { HoldersTable } from './holders-table'
import styles from './scenarios.module.css'
import { CHECK_WORDS } from './words'

export interface GuidePageProps {
  readonly answer: ScenarioAnswer
  /** The draft as `encodeDraft` makes it; null: there are no edits. */
  readonly draft: string | null
  /** What the draft changes in the manifest, and the same as a patch; null where that cannot be told. */
  readonly texts: { readonly difference: readonly DiffLine[]; readonly patch: string } | null
}

/** A guide: which case it is, its steps with what they need, and what the draft does. It applies nothing. */
export function GuidePage({ answer, draft, texts }: GuidePageProps): ReactNode {
  const zone = useZone()
  const { title, cases, steps, profile, version, at } = answer
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={WORKBENCH}>Workbench</Link> / <Link href={workbenchPage(profile)}>{profile.name}</Link> /{' '}
        <Link href={SCENARIOS}>Guides</Link>
      </nav>
      <h1>{title}</h1>
      <GuideForm answer={answer} />
      {version === null ? (
        <p className="m">{profile.name} has no version that this could be about.</p>
      ) : (
        <>
          {cases.length > 0 && <Cases cases={cases} />}
          <div className={styles.guide}>
            <section aria-label="Steps">
              <div className="sec">
                <h2>Steps</h2>
                <span className="q">checked on this garden at {clockText(at, zone)}</span>
              </div>
              <ol className={styles.steps}>
                {steps.map((step, i) => (
                  <li key={step.title} data-edits={step.edits > 0 || undefined}>
                    <span className={styles.number} aria-hidden>
                      {i + 1}
                    </span>
                    <h3>{step.title}</h3>
                    <p>{step.text}</p>
                    <Checks checks={step.checks} />
                  </li>
                ))}
              </ol>
            </section>
            <section aria-label="Draft" className={styles.draft}>
              <DraftPart answer={answer} draft={draft} texts={texts} />
            </section>
          </div>
        </>
      )}
    </>
  )
}

function Cases({ cases }: Pick<ScenarioAnswer, 'cases'>): ReactNode {
  return (
    <ul className={styles.cases} aria-label="Cases">
      {cases.map(({ id, title, applies, found }) => (
        <li key={id} aria-current={applies || undefined}>
          <b>
            {id}. {title}
          </b>
          <span>
            {applies ? 'This one' : 'Does not hold'}: {found}
          </span>
        </li>
      ))}
    </ul>
  )
}

const ICONS: Readonly<Record<ScenarioCheck['state'], IconName>> = { holds: 'check', beware: 'warning', fails: 'stop' }

function Checks({ checks }: { readonly checks: readonly ScenarioCheck[] }): ReactNode {
  if (checks.length === 0) return null
  return (
    <ul className={styles.checks}>
      {checks.map(({ state, what, found }) => (
        <li key={`${what} ${found}`} data-state={state}>
          <Icon name={ICONS[state]} />
          <span>
            <b>{what}:</b> {found}
          </span>
          <span className={styles.verdict}>{CHECK_WORDS[state]}</span>
        </li>
      ))}
    </ul>
  )
}

function DraftPart({ answer, draft, texts }: GuidePageProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { edits, effect, profile, holders, scenario, lastLeaves } = answer
  const fails = answer.steps.some(({ checks }) => checks.some(({ state }) => state === 'fails'))
  return (
    <>
      {scenario === 'remove' && (
        <>
          <div className="sec">
            <h2>Who still holds it</h2>
            <span className="q">
              {holders.length === 0
                ? 'nobody'
                : lastLeaves === null
                  ? 'the last one does not leave by itself'
                  : `the last one leaves by ${momentText(lastLeaves, zone, now)}`}
            </span>
          </div>
          <HoldersTable holders={holders} />
        </>
      )}
      <div className="sec">
        <h2>The draft</h2>
        <span className="q">nothing changes until you apply it</span>
      </div>
      {effect !== null && <p className={styles.sentence}>{effect.sentence}</p>}
      {effect?.refusals.slice(0, 3).map((refusal) => (
        <p key={refusal} className={styles.refusal}>
          <Icon name="stop" /> Gardener refuses it: <span className="mono">{refusal}</span>
        </p>
      ))}
      {texts !== null && texts.difference.length > 0 && (
        <DiffLines label="What the draft changes" lines={texts.difference} />
      )}
      <div className={styles.actions}>
        {draft !== null && (
          <ButtonLink look="primary" href={workbenchPage(profile, draft)}>
            Fill a draft with {edits.length === 1 ? 'this edit' : `these ${countOf(edits.length, 'edit')}`}
          </ButtonLink>
        )}
        {texts !== null && texts.patch !== '' && <CopyButton text={texts.patch} label="Copy YAML patch" />}
      </div>
      {fails && <p className="s m">A step cannot be done now: the draft shows what would be refused or missed.</p>}
    </>
  )
}
