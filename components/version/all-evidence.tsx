'use client'

import { type FormEvent, type ReactNode, useId } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useUrlState } from '@/lib/browser/url-state'
import type { RulePart } from '@/lib/engine/promotion-rule'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import {
  PROPERTY_WORDS,
  predecessorText,
  promotionRuleText,
  propertyValueText,
  resultsText,
  untriedOf,
} from '@/lib/words/evidence'
import { plural } from '@/lib/words/phrases'
import { countOf, countText, fullText } from '@/lib/words/time-text'
import styles from '../evidence/evidence.module.css'
import { RuleParts } from '../evidence/evidence-figures'
import { LandscapesTable } from '../evidence/landscapes-table'
import { type HeardEvidence, RuleCounts, useCountedRule } from '../evidence/other-landscapes'
import { Button, useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { EventGlyph } from '../ui/glyph'
import { Fact, Section } from '../ui/section'
import { Errors, HealthPart } from './health'
import { SoakChart, SoakTable } from './soak-chart'

/** Part by part: the rule, its soak, what was not tried, health, errors; with other landscapes beside this one. */
export function EvidenceParts({ answer, elsewhere }: HeardEvidence): ReactNode {
  const zone = useZone()
  const { set } = useUrlState()
  const isTable = useIsTable()
  const onRule = (rule: string | undefined) => set({ rule }, 'push')
  return (
    <>
      <LandscapesTable answer={answer} elsewhere={elsewhere} />
      <div className={`columns ruled ${styles.columns}`}>
        <TeamRule answer={answer} elsewhere={elsewhere} onRule={onRule} />
        <Section
          title="Soak"
          note="cluster-days since the first cluster; below, clusters on it"
          actions={<ViewSwitch drawn="Chart" />}
          {...(isTable || answer.firstAt === null ? {} : chartMark('Cluster-days'))}
        >
          {answer.firstAt === null ? (
            <p className="note">Nobody was seen to run it.</p>
          ) : isTable ? (
            <SoakTable answer={answer} />
          ) : (
            <SoakChart answer={answer} />
          )}
          {!answer.isWhole && (
            <p className="note">
              Some ran it already when recording began: what they went through before is not known.
            </p>
          )}
          <p className="note">
            Known up to {fullText(answer.known, zone)}. Time in which a cluster is hibernated is left out.
          </p>
        </Section>
      </div>
      <Untried answer={answer} />
      <HealthPart answer={answer} />
      <Errors answer={answer} />
    </>
  )
}

interface TeamRuleProps extends HeardEvidence {
  /** `3,14,0`: another rule is looked at; undefined: that of the policy. */
  readonly onRule: (rule: string | undefined) => void
}

const EXAMPLE = { clusters: 3, days: 14, failures: 0 }

/** A rule of one's own, part by part, with the updates in their order. There is no sum. */
function TeamRule({ answer, elsewhere, onRule }: TeamRuleProps): ReactNode {
  const rule = useCountedRule(answer.rule, elsewhere)
  const limits = rule === null ? EXAMPLE : limitsOf(rule.parts)
  return (
    <Section
      title="The team’s rule"
      note={rule === null ? 'none is set' : promotionRuleText(limits.clusters, limits.days, limits.failures)}
    >
      {rule === null ? (
        <Updates answer={answer} />
      ) : (
        <RuleParts parts={rule.parts} updates={<Updates answer={answer} />} />
      )}
      <p className="note">
        {rule?.origin === 'policy' && 'Set in the policy. '}
        {rule?.origin === 'asked' && 'It is in the address of this page only. '}
        {rule !== null && <RuleCounts rule={rule} />} It says where to look, not what to do: there is no score.
      </p>
      <RuleForm limits={limits} isAsked={rule?.origin === 'asked'} onRule={onRule} />
    </Section>
  )
}

type RuleLimits = typeof EXAMPLE

function limitsOf(parts: readonly RulePart[]): RuleLimits {
  const limitOf = (part: keyof RuleLimits) => parts.find((one) => one.part === part)?.limit ?? EXAMPLE[part]
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
          <span aria-hidden className="bar">
            {order.slice(-40).map((one) => (
              <EventGlyph key={`${one.at}${one.namespace}/${one.name}`} kind={one.failed ? 'fails' : 'done'} />
            ))}
          </span>
        </p>
      )}
      <p>
        Updates to it: {resultsText(updates, failed)}.{predecessor && ` ${predecessorText(predecessor)}`}
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
  readonly limits: RuleLimits
  readonly isAsked: boolean
  readonly onRule: TeamRuleProps['onRule']
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

/** The properties by which clusters are told apart, and how many of each have tried the version. */
function Untried({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const { kinds, among, untried, version } = answer
  const properties = [...new Set(kinds.map(({ property }) => property))]
  return (
    <Section
      title="What nobody has tried"
      note={<>clusters that have run {version}, of all clusters with that property</>}
      actions={
        <span className="small">
          <b>
            {countText(untriedOf(answer).length)} of {countText(kinds.length)}
          </b>{' '}
          properties are untried; {countText(untried)} of {countOf(among, 'cluster')} {plural(untried, 'has', 'have')}{' '}
          one or more of them
        </span>
      }
    >
      <dl className={styles.kinds}>
        {properties.map((property) => (
          <Fact key={property} term={PROPERTY_WORDS[property]}>
            <ul>
              {kinds
                .filter((kind) => kind.property === property)
                .map((kind) => (
                  <li key={kind.value} data-untried={kind.tried === 0 || undefined}>
                    <span className="cut">{propertyValueText(kind, kinds)}</span>
                    <span className="small">
                      <b>{kind.tried === 0 ? 'nobody' : countText(kind.tried)}</b> of {countText(kind.clusters)}
                    </span>
                  </li>
                ))}
            </ul>
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
