'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { profilePage, WORKBENCH } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { useMedia } from '@/lib/browser/use-media'
import type { ProfileJournalEntry } from '@/lib/contract/apply'
import type { ProfileRefBody } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import { itemsOf } from '@/lib/contract/edit-items'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { type DraftState, DraftStore, type OpenedDraft } from '@/lib/questions/draft/browser/draft-store'
import { keepDraft } from '@/lib/questions/draft/browser/kept-drafts'
import { isOvertaken } from '@/lib/questions/draft/browser/rebase'
import { type DraftSource, readSource } from '@/lib/questions/draft/browser/source'
import { draftQueries, type WhatIfParams } from '@/lib/questions/draft/queries'
import { draftProblemText } from '@/lib/words/new-edits'
import { profileName } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { BringBack } from '../ui/bring-back'
import { Button, ButtonLink } from '../ui/button'
import parts from '../ui/change.module.css'
import { QueryError } from '../ui/error-part'
import { CountUnreadable } from '../ui/fields'
import { PageHead } from '../ui/page-head'
import styles from './draft.module.css'
import { EditsPanel } from './edits-panel'
import { EffectPanel } from './effect-panel'
import { PatchDock } from './patch-dock'
import { tableParams } from './table-params'
import { type EditFocus, useShown, useWork } from './use-work'

const DraftStanding = dynamic(() => import('./draft-standing').then((part) => part.DraftStanding))

interface WorkbenchPageProps {
  readonly profile: ProfileRefBody
  readonly opened: OpenedDraft
}

/** A draft of edits of one profile, and what it would do. */
export function WorkbenchPage({ profile, opened }: WorkbenchPageProps): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const query = useQuery(draftQueries.source(profile, moment))
  const source = useMemo(() => query.data && readSource(query.data, zone), [query.data, zone])
  const draft = useDraft(profileName(profile), opened, source)
  return (
    <div className={styles.page}>
      {source ? (
        <Workbench profile={profile} source={source} draft={draft} readAt={query.dataUpdatedAt} />
      ) : (
        <>
          <Head profile={profile} draft={draft} answer={undefined} />
          <QueryError query={query} />
        </>
      )}
    </div>
  )
}

interface WorkbenchProps {
  readonly profile: ProfileRefBody
  readonly source: DraftSource
  readonly draft: ReturnType<typeof useDraft>
  /** When the profile was read, in milliseconds. */
  readonly readAt: number
}

function Workbench({ profile, source, draft, readAt }: WorkbenchProps): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const name = profileName(profile)
  const { list, act } = draft
  const { edits } = list
  const [focus, setFocus] = useState<EditFocus>({ version: null, open: null, own: [] })
  const { params } = useUrlState()
  // By value: the draft in the address changes with every edit as well, and is no new question.
  const table = JSON.stringify(tableParams(params))
  const asked = useMemo<WhatIfParams>(
    () => ({ profile: name, edits, zone, ...moment, ...JSON.parse(table) }),
    [name, edits, zone, moment, table],
  )
  const work = useWork(asked, source)
  const { shown, scope, first } = useShown(focus, work)
  // Below, what the edits do stands before them, but not where one is to be made first; the keyboard goes the way of the eyes.
  const isNarrow = useMedia('(max-width: 1180px)')
  const [isBegun] = useState(edits.length > 0)
  const isChanged = edits.length > 0 && isOvertaken(draft.base, source)
  /** What was applied here, newest first. */
  const [own, setOwn] = useState<readonly ProfileJournalEntry[]>([])
  const [isApplied, setApplied] = useState(false)
  useKeys({
    u: () => act({ kind: 'undo' }),
    r: () => act({ kind: 'redo' }),
  })
  const editsPanel = <EditsPanel key="edits" work={work} list={list} focus={focus} onFocus={setFocus} onAct={act} />
  const effectPanel = (
    <EffectPanel
      key="effect"
      work={shown}
      scope={scope}
      onAct={act}
      onPick={(version) => setFocus({ ...focus, version })}
      onPickEdit={(open) => setFocus({ ...focus, version: null, open: open + first })}
    />
  )
  return (
    <>
      <Head profile={profile} draft={draft} answer={work.answer} />
      {(isChanged || (edits.length === 0 && own.length > 0)) && (
        <DraftStanding
          name={name}
          isOvertaken={isChanged}
          base={draft.base}
          source={source}
          edits={edits}
          own={own}
          onRebase={draft.rebase}
          onKnown={setApplied}
        />
      )}
      <CountUnreadable>
        <div className={`columns ruled ${parts.columns} ${styles.columns}`}>
          {isNarrow && isBegun ? [effectPanel, editsPanel] : [editsPanel, effectPanel]}
        </div>
        {edits.length > 0 && (
          <PatchDock
            work={work}
            base={draft.base}
            onApplied={draft.rebase}
            onSent={(sent) => setOwn([sent, ...own])}
            isApplied={isChanged && isApplied}
            readAt={readAt}
            isRebaseNeeded={isChanged}
          />
        )}
      </CountUnreadable>
    </>
  )
}

interface HeadProps extends Pick<WorkbenchProps, 'profile' | 'draft'> {
  readonly answer: WhatIfAnswer | undefined
}

function Head({ profile, draft, answer }: HeadProps): ReactNode {
  const name = profileName(profile)
  const edits = itemsOf(draft.list.edits).length
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Changes', href: WORKBENCH }]}
        here={name}
        title={`Draft for ${name}`}
        facts={
          <span className="muted">
            {edits === 0
              ? 'No edits yet. Nothing changes until you apply.'
              : `${countOf(edits, 'edit')}, nothing changes until you apply.`}
          </span>
        }
      >
        <BringBack />
        <TakeAway of={answer} />
        <ButtonLink href={profilePage(profile)}>Profile</ButtonLink>
        {edits > 0 && (
          <Button look="quiet" onClick={() => draft.act({ kind: 'set', edits: [] })}>
            Discard draft
          </Button>
        )}
      </PageHead>
      {draft.problem !== null && (
        <p className={`callout ${styles.standing}`} role="alert">
          {draftProblemText(draft.problem)} The profile is shown without edits.
        </p>
      )}
    </>
  )
}

/** The draft lives in the address: what is done here is written there, and going back in the browser is followed. */
function useDraft(
  profile: string,
  opened: OpenedDraft,
  source: DraftSource | undefined,
): DraftState & Pick<DraftStore, 'act' | 'rebase'> {
  const { params, set } = useUrlState()
  const text = params.get('draft')
  const [store] = useState(() => {
    const made: DraftStore = new DraftStore(profile, opened, source, (draft) => {
      const before = new URLSearchParams(window.location.search).get('draft')
      const edits = itemsOf(made.current().list.edits).length
      keepDraft(
        draft === null ? null : { kind: 'profile', profile, text: draft, edits, at: onWire(Date.now()) },
        before,
      )
      set({ draft: draft ?? undefined, deprecate: undefined, edit: undefined })
    })
    return made
  })
  const state = useSyncExternalStore(store.subscribe, store.current, store.current)
  useEffect(() => {
    if (source !== undefined) store.meet(source)
  }, [store, source])
  useEffect(() => {
    window.addEventListener('popstate', store.travel)
    return () => window.removeEventListener('popstate', store.travel)
  }, [store])
  useEffect(() => {
    // What is rendered lags behind an address that was just written.
    const isLagging = text !== new URLSearchParams(window.location.search).get('draft')
    if (!isLagging) void store.show(text)
  }, [store, text])
  return { ...state, act: store.act, rebase: store.rebase }
}
