'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DRAFTS, GUIDES, JOURNAL, POLICY, WORKBENCH } from '@/lib/browser/paths'
import { journalQueries } from '@/lib/questions/journal/queries'
import { countText } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { BringBack } from '../ui/bring-back'
import { ButtonLink } from '../ui/button'
import { PageHead } from '../ui/page-head'
import { Tabs } from '../ui/tabs'
import styles from './changes.module.css'
import { DraftsPart } from './drafts-part'
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
