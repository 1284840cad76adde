'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { scenarioPage, versionPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { Zone } from '@/lib/contract/zone'
import type { RulePart as RulePartBody } from '@/lib/engine/promotion-rule'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { besideText, headline, PROPERTY_WORDS, ruleText, unmetText, untriedOf, valueText } from '@/lib/words/evidence'
import { plural } from '@/lib/words/phrases'
import { countOf, countText, dayText, fullText } from '@/lib/words/time-text'
import { Beside, type Elsewhere, ElsewhereLines, useCountedRule, useElsewhere } from '../evidence/elsewhere'
import styles from '../evidence/evidence.module.css'
import { RuleParts } from '../evidence/evidence-figures'
import { Button, ButtonLink } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { ErrorPart } from '../ui/error-part'
import { Fold } from '../ui/fold'
import { EventGlyph } from '../ui/glyph'
import { Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { RecordingNotice } from '../ui/recording-notice'
import { ViewSwitch } from '../ui/view-switch'
import type { VersionRef } from './address'
import { Errors, HealthPart } from './health'
import { SoakChart, SoakTable } from './soak-chart'

/** What is recorded of the clusters that run a version. */
export function useEvidence({ profile, what, version }: VersionRef): UseQueryResult<PromotionEvidenceAnswer> {
  const moment = useMoment()
  const { params } = useUrlState()
  return useQuery({
    ...versionQueries.evidence({ profile, what, version }, { ...moment, rule: params.get('rule') ?? undefined }),
    placeholderData: (known: PromotionEvidenceAnswer | undefined) =>
      known?.version === version && known.what === what ? known : undefined,
  })
}

/**
 * What other landscapes have recorded of a version, where somebody thinks of promoting it, or looks at all that is recorded: it costs
 * them more than a look.
 */
export function useElsewhereFor(
  version: VersionRef,
  answer: PromotionEvidenceAnswer | undefined,
): readonly Elsewhere[] {
  const isOpen = useIsAllOpen()
  return useElsewhere(version, isOpen || answer?.stage === 'preview' || answer?.stage === 'unavailable')
}

function useIsAllOpen(): boolean {
  const { params } = useUrlState()
  return params.get('evidence') === 'all' || params.has('rule') || params.has('counts')
}

interface EvidenceProps {
  readonly of: UseQueryResult<PromotionEvidenceAnswer>
  readonly elsewhere: readonly Elsewhere[]
  readonly zone: Zone
}

/** For whoever thinks of promoting it: how long, where, what failed, what nobody tried, and whether a rule of one's own is met. */
export function Evidence({ of, elsewhere, zone }: EvidenceProps): ReactNode {
  const { data } = of
  return (
    <section aria-labelledby="evidence">
      <div className="section-head">
        <h2 id="evidence">Evidence</h2>
        {data && <Facts answer={data} zone={zone} />}
      </div>
      <RecordingNotice />
      {data !== undefined ? (
        <Lead answer={data} elsewhere={elsewhere} />
      ) : of.isError ? (
        <ErrorPart error={of.error} at={of.errorUpdatedAt} onRetry={() => void of.refetch()} />
      ) : (
        <SkeletonBar width="60%" height="20px" />
      )}
    </section>
  )
}

interface PartProps {
  readonly answer: PromotionEvidenceAnswer
  readonly zone: Zone
}

function Facts({ answer, zone }: PartProps): ReactNode {
  const { stage, predecessor, among, isCut, since, what, profile } = answer
  return (
    <dl className="facts">
      {predecessor && (
        <div>
          <dt>{stage === 'preview' || stage === 'unavailable' ? 'It would replace' : 'It replaces'}</dt>
          <dd>
            <Link className="link" href={versionPage(profile, what, predecessor.version)}>
              {predecessor.version}
            </Link>
          </dd>
        </div>
      )}
      <div>
        <dt>Of</dt>
        <dd>
          {isCut
            ? `the ${countText(among)} clusters that you may see`
            : `all ${countText(among)} clusters of the profile`}
        </dd>
      </div>
      <div>
        <dt>Recorded</dt>
        <dd>{since === null ? 'nothing' : `since ${dayText(since, zone)}`}</dd>
      </div>
    </dl>
  )
}

interface LeadProps {
  readonly answer: PromotionEvidenceAnswer
  readonly elsewhere: readonly Elsewhere[]
}

function Lead({ answer, elsewhere }: LeadProps): ReactNode {
  const { strong, rest } = headline(answer)
  const { profile, what, version, stage } = answer
  const unmet = unmetText({ rule: useCountedRule(answer.rule, elsewhere) })
  return (
    <>
      <p>
        <b>{strong}</b> {rest}
      </p>
      <ElsewhereLines elsewhere={elsewhere} of={answer} />
      {unmet !== null && <p className="callout">{unmet}</p>}
      {profile.kind === 'CloudProfile' && stage === 'preview' && (
        <ButtonLink
          href={scenarioPage('promote', {
            profile: profile.name,
            version,
            ...(what !== 'Kubernetes' && { image: what }),
          })}
        >
          Promote it
        </ButtonLink>
      )}
    </>
  )
}

/** All of it, part by part: it is long, and folded unless an address asks for it. */
export function AllEvidence({ answer, elsewhere, zone }: PartProps & LeadProps): ReactNode {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const isOpen = useIsAllOpen()
  const onRule = (rule: string | undefined) => set({ rule }, 'push')
  return (
    <Fold
      key={`${isOpen}`}
      summary="All of it: the rule part by part, its soak, what nobody tried, health, errors"
      isOpen={isOpen}
    >
      <Beside answer={answer} elsewhere={elsewhere} />
      <div className={styles.columns}>
        <RulePart answer={answer} elsewhere={elsewhere} onRule={onRule} />
        <section aria-labelledby="soak" {...(isTable || answer.firstAt === null ? {} : chartMark('Cluster-days'))}>
          <div className="section-head">
            <h2 id="soak">Soak</h2>
            <span className="faint">cluster-days since the first cluster; below, clusters on it</span>
            <span className="grow" />
            <ViewSwitch
              isTable={isTable}
              drawn="Chart"
              onChange={(table) => set({ view: table ? 'table' : undefined })}
            />
          </div>
          {answer.firstAt === null ? (
            <p className="note">Nobody was seen to run it.</p>
          ) : isTable ? (
            <SoakTable answer={answer} zone={zone} />
          ) : (
            <SoakChart answer={answer} zone={zone} />
          )}
          {!answer.isWhole && (
            <p className="note">
              Some ran it already when recording began: what they went through before is not known.
            </p>
          )}
          <p className="note">
            Known up to {fullText(answer.known, zone)}. Time in which a cluster is hibernated is left out.
          </p>
        </section>
      </div>
      <Untried answer={answer} />
      <HealthPart answer={answer} zone={zone} />
      <Errors answer={answer} zone={zone} />
    </Fold>
  )
}

interface RulePartProps extends LeadProps {
  /** `3,14,0`: another rule is looked at; undefined: that of the policy. */
  readonly onRule: (rule: string | undefined) => void
}

const EXAMPLE = { clusters: 3, days: 14, failures: 0 }

/** A rule of one's own, part by part, with the updates in their order. There is no sum. */
function RulePart({ answer, elsewhere, onRule }: RulePartProps): ReactNode {
  const rule = useCountedRule(answer.rule, elsewhere)
  const limits = rule === null ? EXAMPLE : limitsOf(rule.parts)
  return (
    <section aria-labelledby="rule">
      <div className="section-head">
        <h2 id="rule">The team’s rule</h2>
        <span className="faint">
          {rule === null ? 'none is set' : ruleText(limits.clusters, limits.days, limits.failures)}
        </span>
      </div>
      {rule === null ? (
        <Updates answer={answer} />
      ) : (
        <RuleParts parts={rule.parts} updates={<Updates answer={answer} />} />
      )}
      <p className="note">
        {rule?.origin === 'policy' && 'Set in the policy. '}
        {rule?.origin === 'asked' && 'It is in the address of this page only. '}
        It says where to look, not what to do: there is no score.
      </p>
      <RuleForm limits={limits} isAsked={rule?.origin === 'asked'} onRule={onRule} />
    </section>
  )
}

type Limits = typeof EXAMPLE

function limitsOf(parts: readonly RulePartBody[]): Limits {
  const limitOf = (part: keyof Limits) => parts.find((one) => one.part === part)?.limit ?? EXAMPLE[part]
  return { clusters: limitOf('clusters'), days: limitOf('days'), failures: limitOf('failures') }
}

function Updates({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const { updates, failed, order, predecessor } = answer
  return (
    <div className="note">
      {order.length > 0 && (
        <p>
          <span className="visually-hidden">
            In their order: {order.map((one) => (one.failed ? 'failed' : 'succeeded')).join(', ')}
          </span>
          <span aria-hidden className={styles.order}>
            {order.slice(-40).map((one) => (
              <EventGlyph key={`${one.at}${one.namespace}/${one.name}`} kind={one.failed ? 'fails' : 'done'} />
            ))}
          </span>
        </p>
      )}
      <p>
        Updates to it: {besideText(updates, failed)}.
        {predecessor &&
          ` To ${predecessor.version} on the same days: ${besideText(predecessor.updates, predecessor.failed)}.`}
      </p>
    </div>
  )
}

const FIELDS = [
  ['clusters', 'Clusters', 999_999],
  ['days', 'Days', 9999],
  ['failures', 'Failed updates', 999_999],
] as const

interface RuleFormProps {
  readonly limits: Limits
  readonly isAsked: boolean
  readonly onRule: RulePartProps['onRule']
}

function RuleForm({ limits, isAsked, onRule }: RuleFormProps): ReactNode {
  const id = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const whole = (name: string) => Math.max(0, Math.trunc(Number(data.get(name)) || 0))
    onRule(FIELDS.map(([name]) => whole(name)).join(','))
  }
  return (
    <form key={Object.values(limits).join()} className={styles.form} data-control onSubmit={send}>
      {FIELDS.map(([name, label, max]) => (
        <label key={name} htmlFor={`${id}${name}`}>
          {label}
          <input id={`${id}${name}`} name={name} type="number" min={0} max={max} defaultValue={limits[name]} required />
        </label>
      ))}
      <Button type="submit">Look at this rule</Button>
      {isAsked && <Button onClick={() => onRule(undefined)}>Leave it out</Button>}
    </form>
  )
}

/** By what clusters are told apart, and how many of each have tried the version. */
function Untried({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const { kinds, among, untried, version } = answer
  const properties = [...new Set(kinds.map(({ property }) => property))]
  return (
    <section aria-labelledby="untried">
      <div className="section-head">
        <h2 id="untried">What nobody has tried</h2>
        <span className="faint">clusters that have run {version}, of all clusters with that property</span>
        <span className="grow" />
        <span className="small">
          <b>
            {countText(untriedOf(answer).length)} of {countText(kinds.length)}
          </b>{' '}
          properties are untried; {countText(untried)} of {countOf(among, 'cluster')} {plural(untried, 'has', 'have')}{' '}
          one or more of them
        </span>
      </div>
      <dl className={styles.kinds}>
        {properties.map((property) => (
          <div key={property}>
            <dt>{PROPERTY_WORDS[property]}</dt>
            <dd>
              <ul>
                {kinds
                  .filter((kind) => kind.property === property)
                  .map((kind) => (
                    <li key={kind.value} data-untried={kind.tried === 0 || undefined}>
                      <span className="cut">{valueText(kind, kinds)}</span>
                      <span className="small">
                        <b>{kind.tried === 0 ? 'nobody' : countText(kind.tried)}</b> of {countText(kind.clusters)}
                      </span>
                    </li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
