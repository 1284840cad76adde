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
import { draftFigures } from '@/lib/words/draft'
import { CHECK_WORDS, GUIDE_TEXTS, stepState } from '@/lib/words/guides'
import { clockText, countOf } from '@/lib/words/time-text'
import { EvidenceFigures } from '../evidence/evidence-figures'
import { SentenceText } from '../outlook/texts'
import { TakeAway } from '../take-away/take-away'
import { Button, ButtonLink } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { DiffLines } from '../ui/diff-lines'
import { Figure, Figures } from '../ui/figures'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { NoProfile } from '../ui/not-found'
import { PageHead } from '../ui/page-head'
import { SectionHead } from '../ui/section'
import { GuideForm } from './guide-form'
import styles from './guides.module.css'
import { HoldersPart } from './holders-part'

function titleOf(scenario: string): string {
  return GUIDE_TEXTS.find((one) => one.scenario === scenario)?.title ?? 'Guide'
}

/** A guide of a garden that has nothing to check. */
export function GuideWithoutProfile({ scenario }: { readonly scenario: string }): ReactNode {
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Changes', href: WORKBENCH },
          { text: 'Guides', href: GUIDES },
        ]}
        title={titleOf(scenario)}
      />
      <NoProfile />
    </>
  )
}

/** A guide: which case it is, its steps with what they need, and what the draft does. It applies nothing. */
export function GuidePage({ answer, draft, texts, effect }: DraftPartProps): ReactNode {
  const zone = useZone()
  const { cases, steps, profile, version, at, scenario } = answer
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Changes', href: WORKBENCH },
          { text: 'Guides', href: `${GUIDES}&profile=${encodeURIComponent(profile.name)}` },
        ]}
        title={titleOf(scenario)}
      >
        <TakeAway of={answer} />
      </PageHead>
      <GuideForm answer={answer} />
      {version === null ? (
        <Nothing answer={answer} />
      ) : (
        <>
          {cases.length > 0 && <Cases cases={cases} />}
          <div className={`columns ruled ${styles.guide}`}>
            <section aria-label="Steps">
              <SectionHead
                title="Steps"
                note={`checked on this garden at ${clockText(at, zone)}`}
                actions={<Changed revision={answer.revision} />}
              />
              {scenario === 'promote' && <EvidenceFigures profile={profile} image={answer.image} version={version} />}
              <ol className={styles.steps}>
                {steps.map((step, i) => (
                  <li key={step.title} data-state={stepState(step)}>
                    <span className={styles.number} aria-hidden>
                      {i + 1}
                    </span>
                    <h3 className="lead">{step.title}</h3>
                    <p className="muted">{step.text}</p>
                    <Checks checks={step.checks} />
                  </li>
                ))}
              </ol>
            </section>
            <section aria-label="Draft">
              {scenario === 'remove' && <HoldersPart answer={answer} />}
              <Effect effect={effect} />
              <DraftPart answer={answer} draft={draft} texts={texts} effect={effect} />
            </section>
          </div>
        </>
      )}
    </>
  )
}

/** What was checked does not move by itself: the user says when. */
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
          <span className={applies ? 'bold' : undefined}>
            {id}. {title}
          </span>
          <span>
            {applies ? 'This one' : 'Does not hold'}: {found}
          </span>
        </li>
      ))}
    </ul>
  )
}

const SIGNS: Readonly<Record<ScenarioCheck['state'], ReactNode>> = {
  holds: <Icon name="check" className="good" />,
  beware: <Icon name="warning" className="warn" />,
  fails: <Icon name="stop" className="bad" />,
}

function Checks({ checks }: { readonly checks: readonly ScenarioCheck[] }): ReactNode {
  if (checks.length === 0) return null
  return (
    <ul className={`lines small ${styles.checks}`}>
      {checks.map(({ state, what, found }) => (
        <li key={`${what} ${found}`} className="signed">
          {SIGNS[state]}
          <span>
            <b>{what}:</b> {found}
          </span>
          <span className={state === 'fails' ? 'bad' : 'muted'}>{CHECK_WORDS[state]}</span>
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
  readonly effect: GuideEffect | null
}

/** The parts of the answer that a guide shows. */
export type GuideEffect = Pick<WhatIfAnswer, 'figures' | 'edits' | 'refusals' | 'defaults' | 'days'>

/** What the guide's edits change, and the one button that takes them over. */
function DraftPart({ answer, draft, texts, effect }: DraftPartProps): ReactNode {
  const { edits, profile } = answer
  const problems = problemsOf(effect)
  const canBeMade = edits.length > 0 && problems.length === 0
  return (
    <>
      <SectionHead title="The draft" note="nothing changes until you apply it" />
      {problems.length > 0 && <Said state="fails" texts={problems} before="It cannot be made:" />}
      {canBeMade && effect !== null && (
        <Said state="fails" texts={effect.refusals.slice(0, 3).map(({ text }) => text)} before="Gardener refuses it:" />
      )}
      {texts !== null && texts.difference.length > 0 && (
        <DiffLines label="What the draft changes" lines={texts.difference} />
      )}
      <div className={`bar ${styles.actions}`}>
        {draft !== null && canBeMade && (
          <ButtonLink look="primary" href={workbenchPage(profile, draft)}>
            Fill a draft with {edits.length === 1 ? 'this edit' : `these ${countOf(edits.length, 'edit')}`}
          </ButtonLink>
        )}
        {texts !== null && texts.patch !== '' && <CopyButton text={texts.patch} label="Copy YAML patch" />}
      </div>
    </>
  )
}

interface SaidProps {
  readonly state: ScenarioCheck['state']
  readonly texts: readonly string[]
  readonly before?: string
}

/** Sentences of the draft's own answer. */
function Said({ state, texts, before }: SaidProps): ReactNode {
  if (texts.length === 0) return null
  return (
    <ul className={`lines small ${styles.checks}`}>
      {[...new Set(texts)].map((text) => (
        <li key={text} className="signed">
          {SIGNS[state]}
          <span>
            {before !== undefined && <b>{before}</b>} {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Why edits cannot be made. */
function problemsOf(effect: GuideEffect | null): readonly string[] {
  return effect?.edits.flatMap(({ problem }) => problem?.text ?? []) ?? []
}

/** What the draft means for clusters, as its own page says it. */
function Effect({ effect }: Pick<DraftPartProps, 'effect'>): ReactNode {
  const told = { zone: useZone(), now: useNow() }
  if (effect === null || problemsOf(effect).length > 0) return null
  const { figures, edits } = effect
  const changed = draftFigures(effect)
  return (
    <>
      <SectionHead title="Effect of the draft" note={<>computed for {countOf(figures.clusters, 'cluster')}</>} />
      <p className="lead">
        <SentenceText sentence={draftHeadline(figures, told, figures.others)} />
      </p>
      {changed.length > 0 && (
        <Figures className={styles.figures}>
          {changed.map(({ label, value, note, isBad }) => (
            <Figure key={label} label={label} look={isBad ? 'bad' : undefined} value={value} note={note} />
          ))}
        </Figures>
      )}
      <Said state="beware" texts={edits.flatMap(({ warnings }) => warnings.map(({ text }) => text))} />
    </>
  )
}
