'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { JOURNAL, POLICY, policyPage, SCENARIOS, workbenchPage } from '@/lib/browser/paths'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { countText } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { DataTable } from '../ui/data-table'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import { Empty } from '../ui/parts'
import { SkeletonRows } from '../ui/skeleton-rows'
import styles from './profiles-to-edit.module.css'

/** Where edits of profiles begin: which profile, or what a policy would make of it. */
export function ProfilesToEdit(): ReactNode {
  const moment = useMoment()
  const query = useQuery(profilesQueries.profiles(moment))
  const items = query.data?.items.toSorted((a, b) => b.clusters - a.clusters)
  return (
    <>
      <div className={styles.head}>
        <h1>Workbench</h1>
        <span className="grow" />
        <TakeAway at={query.data?.at} />
      </div>
      <p className={styles.lead}>
        Draft edits of a profile and see whom they force, delay or leave stuck, before anything is applied. Or let a{' '}
        <Link className="link" href={POLICY}>
          policy
        </Link>{' '}
        propose them, or follow a{' '}
        <Link className="link" href={SCENARIOS}>
          guide
        </Link>{' '}
        for what operators regularly do. What was applied is in the{' '}
        <Link className="link" href={JOURNAL}>
          journal
        </Link>
        .
      </p>
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
    </>
  )
}
