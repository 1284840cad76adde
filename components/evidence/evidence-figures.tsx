'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { evidencePage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import { shortName } from '@/lib/contract/version-name'
import type { RulePart } from '@/lib/engine/promotion-rule'
import { versionQueries } from '@/lib/questions/version/queries'
import { evidenceHeadline, limitText, rulePartText, unmetText } from '@/lib/words/evidence'
import { profileNamed } from '@/lib/words/phrases'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './evidence.module.css'
import {
  countedRule,
  OtherLandscapeLines,
  RuleCounts,
  soakedElsewhere,
  useOtherLandscapes,
  useOthersOf,
} from './other-landscapes'

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

/** A link to what is recorded of a version, beside what would promote it. */
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

/** Previews that are about to be promoted: that a rule is not met, and what other landscapes tell that it counts, which is sent along. */
export function usePromoted(name: string, versions: readonly Omit<EvidenceLinkProps, 'profile'>[]) {
  const profile = profileNamed(name)
  const refs = versions.map(({ image, version }) => ({ profile, what: image ?? 'Kubernetes', version }))
  const answers = useQueries({ queries: refs.map((of) => versionQueries.evidence(of, {})) }).map(({ data }) => data)
  const rules = answers.map((answer) => (answer?.stage === 'preview' ? answer.rule : null))
  const told = useOthersOf(refs.map((of, i) => (rules[i]?.landscapes.length ? of : null)))
  return versions.map(({ image, version }, i) => {
    const elsewhere = told[i] ?? []
    // A reason is asked for once nothing more can come that counts.
    const isHeard = elsewhere.every(({ heard }) => heard !== undefined)
    return {
      unmet: isHeard ? unmetText({ rule: countedRule(rules[i] ?? null, elsewhere) }) : null,
      beside: soakedElsewhere(elsewhere).map((one) => ({ ...one, image, version })),
      link: <EvidenceLink key={`${image} ${version}`} profile={profile} image={image} version={version} />,
    }
  })
}
