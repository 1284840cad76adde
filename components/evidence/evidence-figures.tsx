'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { evidencePage } from '@/lib/browser/paths'
import type { OtherLandscapeEvidence } from '@/lib/contract/apply'
import type { ProfileRefBody } from '@/lib/contract/common'
import { shortName } from '@/lib/contract/version-name'
import type { RulePart } from '@/lib/engine/promotion-rule'
import { versionQueries } from '@/lib/questions/version/queries'
import { evidenceHeadline, limitText, rulePartText, unmetText } from '@/lib/words/evidence'
import { profileNamed } from '@/lib/words/phrases'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './evidence.module.css'
import { countedRule, OtherLandscapeLines, RuleCounts, soakedElsewhere, useOtherLandscapes } from './other-landscapes'

/** The few figures of what is recorded of a preview, beside what promotes it; they come when they are there. */
export function EvidenceFigures({ profile, image, version }: EvidenceLinkProps): ReactNode {
  const of = { profile, what: image ?? 'Kubernetes', version }
  const { data } = useQuery(versionQueries.evidence(of, {}))
  const elsewhere = useOtherLandscapes(of)
  const rule = data && countedRule(data.rule, elsewhere)
  const said = data && evidenceHeadline(data)
  const name = shortName(image, version)
  return (
    <section aria-label={`Evidence for ${name}`} className={`stack ${styles.beside}`}>
      {said && (
        <p>
          <b>{said.strong}</b> {said.rest}
        </p>
      )}
      <OtherLandscapeLines elsewhere={elsewhere} of={of} />
      {rule && (
        <>
          <p className="small muted">
            The team’s rule. <RuleCounts rule={rule} />
          </p>
          <RuleParts parts={rule.parts} />
        </>
      )}
      <EvidenceLink profile={profile} image={image} version={version} />
    </section>
  )
}

interface EvidenceLinkProps {
  readonly profile: ProfileRefBody
  /** Null: of Kubernetes. */
  readonly image: string | null
  readonly version: string
}

/** To what is recorded of a version, beside what would promote it. */
function EvidenceLink({ profile, image, version }: EvidenceLinkProps): ReactNode {
  return (
    <Link className="link" href={evidencePage(profile, image ?? 'Kubernetes', version)}>
      Evidence for {shortName(image, version)}
    </Link>
  )
}

interface RulePartsProps {
  readonly parts: readonly RulePart[]
  /** What is told below the updates that failed. */
  readonly updates?: ReactNode
}

/** Each part of a rule with its value and its limit, and whether it is met. There is no sum. */
export function RuleParts({ parts, updates }: RulePartsProps): ReactNode {
  return (
    <ul className={`lines ${styles.parts}`}>
      {parts.map((part) => (
        <li key={part.part} className="signed">
          <Icon name={part.isMet ? 'check' : 'close'} />
          <div>
            <b>{rulePartText(part)}</b>
            <span className="muted small">{limitText(part)}</span>
            {part.part === 'failures' && updates}
          </div>
          <span className={`small bold ${part.isMet ? 'good' : 'bad'}`}>{part.isMet ? 'met' : 'not met'}</span>
        </li>
      ))}
    </ul>
  )
}

interface UnmetRuleProps {
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  readonly profile: string
  /** Null: of Kubernetes. */
  readonly image: string | null
  readonly version: string
  readonly onUnmet: (isUnmet: boolean) => void
  /** What other landscapes tell of it that the rule counts: it is sent along. */
  readonly onBeside: (beside: readonly OtherLandscapeEvidence[]) => void
}

/** That a preview is about to be promoted though the rule of the policy is not met; nothing where it is, or where there is none. */
export function UnmetRule({ profile, image, version, onUnmet, onBeside }: UnmetRuleProps): ReactNode {
  const ref = profileNamed(profile)
  const of = { profile: ref, what: image ?? 'Kubernetes', version }
  const { data } = useQuery(versionQueries.evidence(of, {}))
  const isAsked = data?.stage === 'preview' && data.rule !== null && data.rule.landscapes.length > 0
  const elsewhere = useOtherLandscapes(of, isAsked)
  // A reason is asked for once nothing more can come that counts.
  const isHeard = data !== undefined && elsewhere.every(({ heard }) => heard !== undefined)
  const unmet = data?.stage === 'preview' && isHeard ? unmetText({ rule: countedRule(data.rule, elsewhere) }) : null
  const beside = JSON.stringify(soakedElsewhere(elsewhere))
  useEffect(() => {
    if (unmet !== null) onUnmet(true)
  }, [unmet, onUnmet])
  useEffect(() => {
    const told: ReturnType<typeof soakedElsewhere> = JSON.parse(beside)
    onBeside(told.map((one) => ({ ...one, image, version })))
  }, [beside, image, version, onBeside])
  if (unmet === null) return null
  return (
    <p className="callout">
      {unmet} <EvidenceLink profile={ref} image={image} version={version} />
    </p>
  )
}
