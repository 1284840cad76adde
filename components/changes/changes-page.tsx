'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { DRAFTS, GUIDES, JOURNAL, POLICY, policyPage, WORKBENCH, workbenchPage } from '@/lib/browser/paths'
import { journalQueries } from '@/lib/questions/journal/queries'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { countText } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { BringBack } from '../ui/bring-back'
import { ButtonLink } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { Empty, SkeletonRows } from '../ui/parts'
import { Tabs } from '../ui/tabs'
import styles from './changes.module.css'
import { JournalPart } from './journal-part'

/** What of the changes is shown: a section of each, or all of one. */
export type ChangesView = 'all' | 'drafts' | 'guides' | 'journal'

interface ChangesPageProps {
  readonly view: ChangesView
  /** The list of guides. */
  readonly guides: ReactNode
  readonly guideCount: number
}

/** So many entries of the journal stand beside drafts and guides. */
const LAST = 10

/** What is being changed and what was: drafts, guides, journal. */
export function ChangesPage({ view, guides, guideCount }: ChangesPageProps): ReactNode {
  const { data } = useQuery(journalQueries.journal())
  const entries = data && data.entries.length + data.begun.length
  return (
    <>
      <PageHead title="Changes">
        <BringBack />
        <ButtonLink href={POLICY}>Policy</ButtonLink>
        <TakeAway at={undefined} />
        {view === 'drafts' ? null : (
          <ButtonLink look="primary" icon="plus" href={DRAFTS}>
            New draft
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="Views of the changes"
        tabs={[
          { text: 'All', href: WORKBENCH, current: view === 'all' },
          { text: 'Drafts', href: DRAFTS, current: view === 'drafts' },
          { text: 'Guides', href: GUIDES, count: countText(guideCount), current: view === 'guides' },
          {
            text: 'Journal',
            href: JOURNAL,
            current: view === 'journal',
            ...(entries !== undefined && { count: countText(entries) }),
          },
        ]}
      />
      <div className={styles.parts} data-all={view === 'all' || undefined}>
        {view === 'all' || view === 'drafts' ? <DraftsPart /> : null}
        {view === 'all' || view === 'guides' ? guides : null}
        {view === 'all' || view === 'journal' ? <JournalPart most={view === 'all' ? LAST : undefined} /> : null}
      </div>
    </>
  )
}

/** Where edits of profiles begin: which profile, or what a policy would make of it. */
function DraftsPart(): ReactNode {
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
