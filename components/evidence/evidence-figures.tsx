'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { evidencePage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { headline, limitText, partText, unmetText } from '@/lib/words/evidence'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './evidence.module.css'

/** The few figures of what is recorded of a preview, beside what promotes it; they come when they are there. */
export function EvidenceFigures({ profile, image, version }: EvidenceLinkProps): ReactNode {
  const { data } = useQuery(versionQueries.evidence({ profile, what: image ?? 'Kubernetes', version }, {}))
  const said = data && headline(data)
  const name = image === null ? version : `${image} ${version}`
  return (
    <section aria-label={`Evidence for ${name}`} className={`stack ${styles.beside}`}>
      {said && (
        <p>
          <b>{said.strong}</b> {said.rest}
        </p>
      )}
      {data?.rule && (
        <>
          <p className="small muted">The team’s rule</p>
          <RuleParts parts={data.rule.parts} />
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
      Evidence for {image === null ? version : `${image} ${version}`}
    </Link>
  )
}

type Part = NonNullable<PromotionEvidenceAnswer['rule']>['parts'][number]

interface RulePartsProps {
  readonly parts: readonly Part[]
  /** What is told below the updates that failed. */
  readonly updates?: ReactNode
}

/** Each part of a rule with its value and its limit, and whether it is met. There is no sum. */
export function RuleParts({ parts, updates }: RulePartsProps): ReactNode {
  return (
    <ul className={styles.parts}>
      {parts.map((part) => (
        <li key={part.part}>
          <Icon name={part.isMet ? 'check' : 'close'} />
          <div>
            <b>{partText(part)}</b>
            <span className="muted small">{limitText(part)}</span>
            {part.part === 'failures' && updates}
          </div>
          <span className={`small bold ${part.isMet ? styles.met : 'bad'}`}>{part.isMet ? 'met' : 'not met'}</span>
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
}

/** That a preview is about to be promoted though the rule of the policy is not met; nothing where it is, or where there is none. */
export function UnmetRule({ profile, image, version, onUnmet }: UnmetRuleProps): ReactNode {
  const ref = refOf(profile)
  const { data } = useQuery(versionQueries.evidence({ profile: ref, what: image ?? 'Kubernetes', version }, {}))
  const unmet = data?.stage === 'preview' ? unmetText(data) : null
  useEffect(() => {
    if (unmet !== null) onUnmet(true)
  }, [unmet, onUnmet])
  if (unmet === null) return null
  return (
    <p className="callout">
      {unmet} <EvidenceLink profile={ref} image={image} version={version} />
    </p>
  )
}

function refOf(profile: string): ProfileRefBody {
  const [first = '', name] = profile.split('/')
  return name === undefined
    ? { kind: 'CloudProfile', name: first }
    : { kind: 'NamespacedCloudProfile', namespace: first, name }
}
