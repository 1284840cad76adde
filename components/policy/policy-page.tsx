'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { addressText, withMoment } from '@/lib/browser/at'
import { useMoment, useNowWord, useZone } from '@/lib/browser/clock'
import { WORKBENCH, workbenchPage } from '@/lib/browser/paths'
import { patchSearch, useUrlState } from '@/lib/browser/url-state'
import { shortName } from '@/lib/contract/version-name'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import { type GivenPolicy, policyQuestion } from '@/lib/questions/policy/browser/policy-address'
import type { PolicyAnswer, PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { policyQueries } from '@/lib/questions/queries'
import {
  adoptText,
  dutyText,
  maintainedMinorsText,
  noProposalText,
  policySentences,
  proposalCountsText,
  proposesText,
  stoppedPolicyText,
  withStagesText,
} from '@/lib/words/policy'
import { TakeAway } from '../take-away/take-away'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { lateIf, QueryError } from '../ui/error-part'
import { Icon } from '../ui/icon'
import { NoProfile } from '../ui/not-found'
import { PageHead, Tabs } from '../ui/page-head'
import { SkeletonBar } from '../ui/parts'
import { Fact, Section, SectionHead } from '../ui/section'
import styles from './policy.module.css'
import { PolicyEditor } from './policy-editor'
import { ProposalsTable } from './proposals-table'
import { usePolicyState } from './use-policy-state'
import { YearFigures, YearSection, type YearSectionProps } from './year-section'

/** What a policy makes of a profile: what it would edit today, and what it would do over the next 12 months. */
export function PolicyPage({ given }: { readonly given: GivenPolicy }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const { params } = useUrlState()
  const state = usePolicyState(given)
  const { asked: text, releases, patches } = state
  const profile = params.get('profile') ?? undefined
  const question = policyQuestion(profile, moment, zone, { text, releases, patches })
  const query = useQuery({ ...policyQueries.policy(question), placeholderData: keepPreviousData })
  const isPolicy = query.data?.outcome.kind === 'ok' && !query.isPlaceholderData
  const effectsQuery = useQuery({ ...policyQueries.policyEffects(question), enabled: isPolicy })
  const effects = effectsQuery.data ?? (effectsQuery.isError ? null : undefined)
  const answer = query.data
  const outcome = answer?.outcome
  const shown = state.text ?? answer?.text ?? ''
  const name = answer?.profile.name ?? profile
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Changes', href: WORKBENCH },
          ...(name === undefined ? [] : [{ text: name, href: workbenchPage({ kind: 'CloudProfile', name }) }]),
        ]}
        here="Policy"
        title={name === undefined ? 'Policy' : `Policy for ${name}`}
        facts={
          <span className="muted">
            Version Management and Maintenance. It runs here as a calculation; nothing is written.
          </span>
        }
      >
        <TakeAway of={answer} />
      </PageHead>
      {answer && answer.profiles.length > 1 && <ProfileTabs answer={answer} />}
      {query.isError && !answer && query.error.code === 'not-found' && profile === undefined ? (
        <NoProfile />
      ) : query.isError && !answer ? (
        <QueryError query={query} />
      ) : (
        <>
          <div className={`columns ruled ${styles.policy}`}>
            <Section
              title="Policy"
              note={answer ? ORIGINS[answer.origin] : 'configuration of the controller manager'}
              actions={
                <>
                  {state.text !== undefined && (
                    <Button small look="quiet" onClick={() => state.setText(undefined)}>
                      Undo all
                    </Button>
                  )}
                  <CopyButton small look="quiet" text={shown} />
                </>
              }
            >
              <PolicyEditor
                text={shown}
                problems={outcome?.kind === 'problems' ? outcome.problems : []}
                whole={answer?.origin === 'file' ? 'file' : 'text'}
                onChange={state.setText}
              />
              {outcome?.kind === 'ok' && <PolicySummary outcome={outcome} />}
            </Section>
            <section aria-labelledby="proposes" {...lateIf(query.isPlaceholderData)}>
              {answer && outcome?.kind === 'ok' ? (
                <Proposals answer={answer} outcome={outcome} state={state} effects={effects} />
              ) : (
                <NoProposals outcome={outcome} />
              )}
              <QueryError
                query={effectsQuery}
                rest="What the policy proposes is complete; its effect on clusters is not known."
              />
              {answer && <QueryError query={query} rest="What was answered before is shown." />}
            </section>
          </div>
          {answer && outcome?.kind === 'ok' && (
            <div {...lateIf(query.isPlaceholderData)}>
              <YearSection answer={answer} outcome={outcome} state={state} effects={effects} />
            </div>
          )}
        </>
      )}
    </>
  )
}

const ORIGINS: Readonly<Record<PolicyAnswer['origin'], string>> = {
  given: 'configuration of the controller manager',
  file: 'as POLICY names it; edits stay here',
  example: 'an example; paste yours',
}

/** The policy stays while profiles are compared; what was said of versions of one profile does not. */
function ProfileTabs({ answer }: { readonly answer: PolicyAnswer }): ReactNode {
  const path = usePathname()
  const { params } = useUrlState()
  const tabs = answer.profiles.map((profile) => ({
    text: profile,
    current: profile === answer.profile.name,
    href: addressText(path, patchSearch(params, { profile, releases: undefined, without: undefined, list: undefined })),
  }))
  return <Tabs label="CloudProfiles" tabs={tabs} />
}

/** The head of proposals. On a page of the past it does not say today. */
function ProposesHead(props: { readonly note?: string; readonly actions?: ReactNode }): ReactNode {
  const word = useNowWord('today', useZone())
  return <SectionHead {...props} id="proposes" title={proposesText(word)} />
}

function Proposals({ answer, outcome, state, effects }: YearSectionProps): ReactNode {
  const router = useRouter()
  const moment = useMoment()
  const { proposals } = outcome
  const taken = proposals.filter(({ image, version }) => !state.left.has(shortName(image, version)))
  const adopt = async () => {
    const { profile, resourceVersion: base } = answer
    const draft = await encodeDraft({ profile: profile.name, base, edits: taken.flatMap(({ edits }) => edits) })
    router.push(withMoment(workbenchPage(profile, draft), moment))
  }
  return (
    <>
      <ProposesHead
        note={proposalCountsText(outcome)}
        actions={
          proposals.length > 0 && (
            <Button look="primary" disabled={taken.length === 0} onClick={() => void adopt()}>
              {adoptText(taken.length, proposals.length)}
            </Button>
          )
        }
      />
      {proposals.length === 0 ? (
        <p className="note">{noProposalText(answer.profile.name)}</p>
      ) : (
        <ProposalsTable outcome={outcome} left={state.left} effects={effects} onTake={state.take} />
      )}
      {effects !== null && <YearFigures outcome={outcome} year={effects?.year ?? undefined} />}
      <Duties duties={outcome.duties} now={answer.at} />
    </>
  )
}

function NoProposals({ outcome }: { readonly outcome: PolicyAnswer['outcome'] | undefined }): ReactNode {
  return (
    <>
      <ProposesHead />
      {outcome === undefined ? (
        <SkeletonBar width="60%" />
      ) : outcome.kind === 'ok' ? null : (
        <p className="note">{stoppedPolicyText(outcome)}</p>
      )}
    </>
  )
}

/** How many minors are drawn; the others are only counted. */
const MOST = 8

/** What the policy says, in a drawing of the minors and in sentences. */
function PolicySummary({ outcome }: { readonly outcome: PolicyOutcomeBody }): ReactNode {
  return (
    <>
      {outcome.minors && outcome.minors.length > 0 && <Minors minors={outcome.minors} />}
      <dl className="terms note">
        {policySentences(outcome).map(([term, sentence]) => (
          <Fact key={term} term={term}>
            {sentence}
          </Fact>
        ))}
        {outcome.withStages > 0 && <Fact term="Left alone">{withStagesText(outcome.withStages)}</Fact>}
      </dl>
    </>
  )
}

function Minors({ minors }: { readonly minors: NonNullable<PolicyOutcomeBody['minors']> }): ReactNode {
  const shown = minors.slice(0, MOST)
  const maintained = minors.filter((one) => one.maintained)
  const more = minors.length - shown.length
  return (
    <>
      <ul className={styles.minors} aria-label="Kubernetes minors">
        {shown.map(({ minor, maintained: isMaintained }) => (
          <li key={minor} data-maintained={isMaintained || undefined}>
            {minor}
            <span className="visually-hidden">{isMaintained ? ', maintained' : ', not maintained'}</span>
          </li>
        ))}
      </ul>
      <p className="bar tiny faint">
        <span>{maintainedMinorsText(maintained)}</span>
        <span className="grow" />
        {maintained.length < minors.length && <span>{more > 0 ? `not, and ${more} more` : 'not'}</span>}
      </p>
    </>
  )
}

/** What the policy will never do. */
function Duties({ duties, now }: { readonly duties: PolicyOutcomeBody['duties']; readonly now: string }): ReactNode {
  const zone = useZone()
  return (
    <>
      <SectionHead
        title="It leaves to you"
        note="promotions, dates of the latest of a minor, additions and removals"
        id="duties"
      />
      {duties.length === 0 ? (
        <p className="note">No preview waits to be promoted, and no minor stays without a date in this year.</p>
      ) : (
        <ul aria-labelledby="duties" className="lines">
          {duties.map((duty) => {
            const [fact, meaning] = dutyText(duty, now, zone)
            return (
              <li key={`${duty.kind}/${duty.image}/${duty.version}`} className="note">
                <Icon name="warning" /> <b>{fact}</b> {meaning}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
