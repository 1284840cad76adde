'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { ProfileRefBody } from '@/lib/contract/common'
import { versionQueries } from '@/lib/questions/version/queries'
import { unmetText } from '@/lib/words/evidence'
import styles from './evidence.module.css'
import { EvidenceLink } from './evidence-link'

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
    <p className={styles.unmet}>
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
