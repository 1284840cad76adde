'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { DRAFTS, GUIDES, JOURNAL, MORE_TIME, POLICY, scenarioPage, WORKBENCH, workbenchPage } from '@/lib/browser/paths'
import { decodeDraft } from '@/lib/questions/draft/browser/draft'
import { type KeptDraft, keepDraft, useKeptDrafts } from '@/lib/questions/draft/browser/kept-drafts'
import { whatIfQueryOf } from '@/lib/questions/draft/queries'
import { exceptionsQueries, moreTimeIn } from '@/lib/questions/exceptions/queries'
import type { JournalAnswer } from '@/lib/questions/journal/contract'
import { journalQueries, profilesQueries } from '@/lib/questions/queries'
import { draftHeadline } from '@/lib/words/confirmation'
import { GUIDE_TEXTS } from '@/lib/words/guides'
import { moreTimeHeadline, moreTimeVerdict } from '@/lib/words/more-time'
import { draftProblemText } from '@/lib/words/new-edits'
import { profileNamed } from '@/lib/words/phrases'
import { countOf, countText, DAY, momentText, ms } from '@/lib/words/time-text'
import { SentenceText } from '../outlook/texts'
import { TakeAway } from '../take-away/take-away'
import { BringBack } from '../ui/bring-back'
import { Button, ButtonLink } from '../ui/button'
import { Answered } from '../ui/error-part'
import { Link } from '../ui/link'
import { NoProfile } from '../ui/not-found'
import { PageHead, Tabs } from '../ui/page-head'
import { Empty, SkeletonBars } from '../ui/parts'
import { ProfileList } from '../ui/profile-list'
import { Fact, Section } from '../ui/section'
import styles from './changes.module.css'
import { JournalPart } from './journal-part'

/** What of the changes is shown: a section of each, or all of one. */
export type ChangesView = 'all' | 'drafts' | 'guides' | 'journal'

interface ChangesPageProps {
  readonly view: ChangesView
  /** The one that guides are about; undefined: that which most clusters use. */
  readonly profile: string | undefined
}

/** How many entries of the journal are shown beside drafts and guides. */
const LAST = 10

/** What is being changed and what was: drafts, guides, journal. */
export function ChangesPage({ view, profile }: ChangesPageProps): ReactNode {
  const { data } = useQuery(journalQueries.journal())
  const kept = useKeptDrafts().length
  const entries = data && data.entries.length + data.begun.length
  return (
    <>
      <PageHead title="Changes" facts={data && <Facts journal={data} />}>
        <BringBack />
        <ButtonLink href={POLICY}>Policy</ButtonLink>
        <TakeAway of={undefined} isUnlinked />
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
          { text: 'Drafts', href: DRAFTS, count: kept || undefined, current: view === 'drafts' },
          { text: 'Guides', href: GUIDES, count: GUIDE_TEXTS.length, current: view === 'guides' },
          { text: 'Journal', href: JOURNAL, count: entries, current: view === 'journal' },
        ]}
      />
      <div className={styles.parts} data-all={view === 'all' || undefined}>
        {view === 'all' || view === 'drafts' ? <KeptPart isAlone={view === 'drafts'} /> : null}
        {view === 'drafts' ? <ProfilesPart /> : null}
        {view === 'all' || view === 'guides' ? <GuidesPart profile={profile} /> : null}
        {view === 'all' || view === 'journal' ? <JournalPart most={view === 'all' ? LAST : undefined} /> : null}
      </div>
    </>
  )
}

/** What was applied lately, and what of it may not be there. */
function Facts({ journal: { entries, begun } }: { readonly journal: JournalAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const [last] = entries
  const lately = entries.filter(({ at }) => ms(at) > ms(now) - 30 * DAY).length
  return (
    <dl className="facts">
      <Fact term="Applied in the last 30 days" look={lately === 0 ? 'faint' : undefined}>
        {countText(lately)}
      </Fact>
      {last && <Fact term="The last">{momentText(last.at, zone, now)}</Fact>}
      {begun.length > 0 && (
        <Fact term="Outcome not known" look="bad">
          {countText(begun.length)}
        </Fact>
      )}
    </dl>
  )
}

function GuidesPart({ profile }: Pick<ChangesPageProps, 'profile'>): ReactNode {
  return (
    <Section title="Guides" note="each checks this garden and ends in a draft; none applies anything">
      <ul className={`lines muted ${styles.guides}`}>
        {GUIDE_TEXTS.map(({ scenario, title, text }) => (
          <li key={scenario}>
            <Link className="link lead below" href={scenarioPage(scenario, { profile })}>
              {title}
            </Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The drafts that this browser keeps, with what each would do now; `isAlone`: the choice of a profile for a new one stands below. */
function KeptPart({ isAlone }: { readonly isAlone: boolean }): ReactNode {
  const drafts = useKeptDrafts()
  return (
    <Section title="My drafts" note={drafts.length > 0 && 'kept in this browser, nothing of them is applied'}>
      {drafts.length === 0 ? (
        <Empty text="No draft is kept in this browser.">
          {!isAlone && (
            <ButtonLink small href={DRAFTS}>
              Choose a profile
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <ul className="lines" aria-label="My drafts">
          {drafts.map((draft) => (
            <Kept key={draft.text} draft={draft} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Kept({ draft }: { readonly draft: KeptDraft }): ReactNode {
  switch (draft.kind) {
    case 'profile':
      return <KeptProfile draft={draft} />
    case 'more-time':
      return <KeptMoreTime draft={draft} />
  }
}

function KeptProfile({ draft: { profile, text, edits, at } }: { readonly draft: KeptDraft }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const read = useQuery({
    queryKey: ['kept draft', profile, text],
    queryFn: () => decodeDraft(text, profile),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const draft = read.data?.kind === 'ok' ? read.data.draft : undefined
  const effect = useQuery({
    ...whatIfQueryOf({ profile, edits: draft?.edits ?? [], zone, limit: 0 }),
    enabled: draft !== undefined,
  })
  const { data } = effect
  const warnings = data?.edits.reduce((sum, one) => sum + one.warnings.length, 0) ?? 0
  const base = draft?.base ?? null
  const isOvertaken = data !== undefined && base !== null && data.resourceVersion !== base
  return (
    <KeptRow
      title={profile}
      note={`${countOf(edits, 'edit')}, ${momentText(at, zone, now)}`}
      what={`the draft for ${profile}`}
      href={workbenchPage(profileNamed(profile), text)}
      text={text}
    >
      {data !== undefined && <SentenceText sentence={draftHeadline(data.figures, { zone, now })} />}
      {read.data?.kind === 'problem' && draftProblemText(read.data.problem)}
      {effect.isError && UNKNOWN}
      {data !== undefined && (
        <p className={isOvertaken || !data.accepted ? 'note bad' : 'note'}>
          {isOvertaken
            ? 'The profile has changed since: it cannot be applied before it is rebased.'
            : `${warningsText(warnings)} The API server would ${data.accepted ? 'accept' : 'refuse'} it.`}
        </p>
      )}
    </KeptRow>
  )
}

/** More time for one project: asked anew, as it is made of the garden as it is. */
function KeptMoreTime({ draft: { profile, text, edits, at } }: { readonly draft: KeptDraft }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const draft = moreTimeIn(text)
  const what = `More time for ${draft?.asked.project ?? profile}`
  const { data, isError } = useQuery({
    ...exceptionsQueries.moreTime(draft?.asked ?? { project: '', profile: '', image: null, version: '' }),
    enabled: draft !== null,
  })
  return (
    <KeptRow
      title={what}
      note={`${profile}, ${countOf(edits, 'object')}, ${momentText(at, zone, now)}`}
      what={`the draft: ${what}`}
      href={`${MORE_TIME}?${text}`}
      text={text}
    >
      {data !== undefined && <SentenceText sentence={moreTimeHeadline(data, zone)} />}
      {(isError || draft === null) && UNKNOWN}
      {data !== undefined && (
        <p className={data.refusals.length > 0 ? 'note bad' : 'note'}>
          {`${warningsText(data.warnings.length)} ${moreTimeVerdict(data)}.`}
        </p>
      )}
    </KeptRow>
  )
}

const UNKNOWN = 'What it does is not known now.'

function warningsText(count: number): string {
  return `${count === 0 ? 'No warning' : countOf(count, 'warning')}.`
}

interface KeptRowProps {
  readonly title: string
  readonly note: string
  /** The draft, for who opens or discards it. */
  readonly what: string
  readonly href: string
  readonly text: string
  readonly children: ReactNode
}

function KeptRow({ title, note, what, href, text, children }: KeptRowProps): ReactNode {
  return (
    <li className={styles.draft}>
      <div>
        <h3>{title}</h3>
        <p className="note">{note}</p>
      </div>
      <div>{children}</div>
      <div className="bar">
        <ButtonLink href={href} aria-label={`Open ${what}`}>
          Open
        </ButtonLink>
        <Button look="quiet" aria-label={`Discard ${what}`} onClick={() => keepDraft(null, text)}>
          Discard
        </Button>
      </div>
    </li>
  )
}

/** The profiles for which a draft can be begun. */
function ProfilesPart(): ReactNode {
  const query = useQuery(profilesQueries.profiles(useMoment()))
  return (
    <Section title="New draft" note="of which profile? Nothing changes until you apply it">
      <Answered query={query} waiting={<SkeletonBars widths={['100%', '98%', '99%', '97%']} height="28px" />}>
        {({ items }) =>
          items.length === 0 ? (
            <NoProfile />
          ) : (
            <ProfileList items={items.toSorted((a, b) => b.clusters - a.clusters)} pageOf={workbenchPage} />
          )
        }
      </Answered>
    </Section>
  )
}
