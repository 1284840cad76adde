'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { versionQueries } from '@/lib/questions/version/queries'
import { headline } from '@/lib/words/evidence'
import styles from './evidence.module.css'
import { EvidenceLink, type EvidenceLinkProps } from './evidence-link'
import { RuleParts } from './rule-parts'

/** The few figures of what is recorded of a preview, beside what promotes it; they come when they are there. */
export function EvidenceFigures({ profile, image, version }: EvidenceLinkProps): ReactNode {
  const { data } = useQuery(versionQueries.evidence({ profile, what: image ?? 'Kubernetes', version }, {}))
  const said = data && headline(data)
  const name = image === null ? version : `${image} ${version}`
  return (
    <section aria-label={`Evidence for ${name}`} className={styles.beside}>
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
