'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { GUIDES, scenarioPage, WORKBENCH } from '@/lib/browser/paths'
import { statusQueries } from '@/lib/browser/query'
import type { ScenarioAnswer, ScenarioCheck } from '@/lib/questions/guides/contract'
import { CHECK_WORDS, stepState } from '@/lib/words/guides'
import { clockText } from '@/lib/words/time-text'
import { EvidenceFigures } from '../evidence/evidence-figures'
import { TakeAway } from '../take-away/take-away'
import { Button } from '../ui/button'
import { CopyLink } from '../ui/copy-link'
import { Icon, type IconName } from '../ui/icon'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { DraftPart, type DraftPartProps, EffectFigures } from './draft-part'
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
          <div className={styles.guide} data-cases={cases.length > 0 || undefined}>
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
            <section aria-label="Draft" className={styles.draft}>
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
        <span className={styles.changed}>
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
    <p className={styles.nothing}>
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
          <span className={styles.verdict}>{CHECK_WORDS[state]}</span>
        </li>
      ))}
    </ul>
  )
}
