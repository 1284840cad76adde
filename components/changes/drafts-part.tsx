'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { policyPage, workbenchPage } from '@/lib/browser/paths'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { countText } from '@/lib/words/time-text'
import { DataTable } from '../ui/data-table'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import { Empty, SkeletonRows } from '../ui/parts'
import styles from './changes.module.css'

/** Where edits of profiles begin: which profile, or what a policy would make of it. */
export function DraftsPart(): ReactNode {
  const moment = useMoment()
  const query = useQuery(profilesQueries.profiles(moment))
  const items = query.data?.items.toSorted((a, b) => b.clusters - a.clusters)
  return (
    <section aria-labelledby="drafts">
      <div className="section-head">
        <h2 id="drafts">Drafts</h2>
        <span className="faint">
          choose a profile; a draft is in its address, and nothing changes until you apply it
        </span>
      </div>
      {query.isError && !items ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : items?.length === 0 ? (
        <Empty text="This garden has no CloudProfile." />
      ) : (
        <div className="scrollx">
          <DataTable
            className={styles.profiles}
            caption="Profiles to edit"
            heads={[
              'Profile',
              { number: 'Clusters' },
              { number: 'Kubernetes versions' },
              { number: 'Images' },
              { hidden: 'Policy' },
            ]}
          >
            <tbody>
              {items?.map(({ ref, clusters, kubernetesVersions, images }) => (
                <tr key={profileName(ref)}>
                  <th scope="row">
                    <Link href={workbenchPage(ref)}>
                      <b>{ref.name}</b>
                      {ref.kind === 'NamespacedCloudProfile' && <span className="faint"> {ref.namespace}</span>}
                    </Link>
                  </th>
                  <td className="num">{countText(clusters)}</td>
                  <td className="num">{countText(kubernetesVersions)}</td>
                  <td className="num">{countText(images)}</td>
                  <td>
                    {ref.kind === 'CloudProfile' ? (
                      <Link className="link" href={policyPage(ref)} aria-label={`Policy for ${ref.name}`}>
                        policy
                      </Link>
                    ) : (
                      <span className="faint">follows its parent</span>
                    )}
                  </td>
                </tr>
              )) ?? <SkeletonRows rows={4} columns={['90px', '40px', '40px', '40px', '40px']} />}
            </tbody>
          </DataTable>
        </div>
      )}
    </section>
  )
}
