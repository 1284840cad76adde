'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { GUIDES, scenarioPage, WORKBENCH, workbenchPage } from '@/lib/browser/paths'
import { statusQueries } from '@/lib/browser/query'
import type { DiffLine } from '@/lib/contract/apply'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { ScenarioAnswer, ScenarioCheck } from '@/lib/questions/guides/contract'
import { draftHeadline } from '@/lib/words/confirmation'
import { CHECK_WORDS, signedText, stepState } from '@/lib/words/guides'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { clockText, countOf, countText } from '@/lib/words/time-text'
import { EvidenceFigures } from '../evidence/evidence-figures'
import { SentenceText } from '../outlook/texts'
import { TakeAway } from '../take-away/take-away'
import { Button, ButtonLink } from '../ui/button'
import { CopyButton, CopyLink } from '../ui/copy'
import { DiffLines } from '../ui/diff-lines'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { Icon, type IconName } from '../ui/icon'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { GuideForm } from './guide-form'
import { HoldersPart } from './holders-part'
import styles from './scenarios.module.css'

/** A guide: which case it is, its steps with what they need, and what the draft does. It applies nothing. */
export function GuidePage({ answer, draft, texts, effect }: DraftPartProps): ReactNode {
  const zone = useZone()
  const { title, cases, steps, profile, version, at, scenario } = answer
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Changes', href: WORKBENCH },
          { text: 'Guides', href: `${GUIDES}&profile=${encodeURIComponent(profile.name)}` },
        ]}
        title={title}
      >
        <TakeAway at={at} />
        <CopyLink of={answer} />
      </PageHead>
      <GuideForm answer={answer} />
      {version === null ? (
        <Nothing answer={answer} />
      ) : (
        <>
          {cases.length > 0 && <Cases cases={cases} />}
          <div className={styles.guide}>
            <section aria-label="Steps">
              <div className="section-head">
                <h2>Steps</h2>
                <span className="faint">checked on this garden at {clockText(at, zone)}</span>
                <Changed revision={answer.revision} />
              </div>
              {scenario === 'promote' && <EvidenceFigures profile={profile} image={answer.image} version={version} />}
              <ol className={styles.steps}>
                {steps.map((step, i) => (
                  <li key={step.title} data-state={stepState(step)}>
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
            <section aria-label="Draft">
              {scenario === 'remove' && <HoldersPart answer={answer} />}
              <EffectFigures effect={effect} />
              <DraftPart answer={answer} draft={draft} texts={texts} effect={effect} />
            </section>
          </div>
        </>
      )}
    </>
  )
}

/** What was checked does not move by itself: whoever reads it says when. */
function Changed({ revision }: Pick<ScenarioAnswer, 'revision'>): ReactNode {
  const router = useRouter()
  const { data } = useQuery(statusQueries.status())
  return (
    <span role="status">
      {data !== undefined && data.revision !== revision && (
        <span className="bar callout">
          The garden has changed since.
          <Button small onClick={() => router.refresh()}>
            Check again
          </Button>
        </span>
      )}
    </span>
  )
}

function Nothing({ answer: { profile, scenario, image } }: Pick<DraftPartProps, 'answer'>): ReactNode {
  const list = image ?? 'Kubernetes'
  const missing = {
    patch: `lists no version of ${list}`,
    minor: `lists no version of ${list}`,
    promote: `has no preview of ${list}`,
    deprecate: `has no supported version of ${list}`,
    replace: `has no supported version of ${list}`,
    remove: `lists no expired version of ${list}`,
  }[scenario]
  return (
    <p className="note">
      {profile.name} {missing}: there is nothing to do here.{' '}
      {image !== null && <Link href={scenarioPage(scenario, { profile: profile.name })}>Look at Kubernetes</Link>}
    </p>
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
          <span className="muted">{CHECK_WORDS[state]}</span>
        </li>
      ))}
    </ul>
  )
}

interface DraftPartProps {
  readonly answer: ScenarioAnswer
  /** The draft as `encodeDraft` makes it; null: there are no edits. */
  readonly draft: string | null
  /** What the draft changes in the manifest, and the same as a patch; null where that cannot be told. */
  readonly texts: { readonly difference: readonly DiffLine[]; readonly patch: string } | null
  /** What the draft does to clusters; null: there are no edits. */
  readonly effect: WhatIfAnswer | null
}

/** What the guide's edits change, and the one button that takes them over. */
function DraftPart({ answer, draft, texts, effect }: DraftPartProps): ReactNode {
  const { edits, profile } = answer
  const canBeMade = isMade(effect)
  const fails = answer.steps.some(({ checks }) => checks.some(({ state }) => state === 'fails'))
  return (
    <>
      <div className="section-head">
        <h2>The draft</h2>
        <span className="faint">nothing changes until you apply it</span>
      </div>
      {canBeMade &&
        effect.refusals.slice(0, 3).map(({ field, text }) => (
          <p key={`${field} ${text}`} className="bad small">
            <Icon name="stop" /> Gardener refuses it: <span className="mono">{text}</span>
          </p>
        ))}
      {texts !== null && texts.difference.length > 0 && (
        <DiffLines label="What the draft changes" lines={texts.difference} />
      )}
      {edits.length > 0 && !canBeMade && (
        <p className="bad small">
          <Icon name="stop" /> It cannot be made: the steps say what does not hold.
        </p>
      )}
      <div className={`bar ${styles.actions}`}>
        {draft !== null && canBeMade && (
          <ButtonLink look="primary" href={workbenchPage(profile, draft)}>
            Fill a draft with {edits.length === 1 ? 'this edit' : `these ${countOf(edits.length, 'edit')}`}
          </ButtonLink>
        )}
        {texts !== null && texts.patch !== '' && <CopyButton text={texts.patch} label="Copy YAML patch" />}
      </div>
      {fails && canBeMade && (
        <p className="small muted">A step cannot be done now: the draft shows what would be refused or missed.</p>
      )}
    </>
  )
}

/** Whether there are edits, each of which can be made. */
function isMade(effect: WhatIfAnswer | null): effect is WhatIfAnswer {
  return effect?.edits.every(({ problem }) => problem === null) === true
}

/** What the draft means for clusters, as its own page says it. */
function EffectFigures({ effect }: Pick<DraftPartProps, 'effect'>): ReactNode {
  const told = { zone: useZone(), now: useNow() }
  if (!isMade(effect)) return null
  const { figures } = effect
  const { clusters, forced, fails, nodes, others } = figures
  return (
    <>
      <div className="section-head">
        <h2>Effect of the draft</h2>
        <span className="faint">computed for {countOf(clusters, 'cluster')}</span>
      </div>
      <p className="lead">
        <SentenceText sentence={draftHeadline(figures, told, others)} />
      </p>
      <Figures className={styles.figures}>
        <Change label={`Clusters forced ${WITHIN_HORIZON}`} change={forced} />
        <Change label="Stuck" change={fails} isBadWhenMore />
        <Change label="Nodes that roll, at most" change={{ before: nodes.before.max, after: nodes.after.max }} />
      </Figures>
    </>
  )
}

interface ChangeProps {
  readonly label: string
  readonly change: { readonly before: number; readonly after: number }
  readonly isBadWhenMore?: boolean
}

function Change({ label, change: { before, after }, isBadWhenMore = false }: ChangeProps): ReactNode {
  const by = after - before
  return (
    <Figure label={label}>
      <FigureValue
        look={by === 0 ? 'zero' : isBadWhenMore && by > 0 ? 'bad' : undefined}
        value={signedText(by)}
        note={by === 0 ? `${countText(after)} as before` : `${countText(before)} → ${countText(after)}`}
      />
    </Figure>
  )
}
