'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useMemo, useState } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { profilePage, WORKBENCH } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { useMedia } from '@/lib/browser/use-media'
import type { ProfileEntry } from '@/lib/contract/apply'
import type { ProfileRefBody } from '@/lib/contract/common'
import { itemsOf } from '@/lib/contract/edit-items'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { OpenedDraft } from '@/lib/questions/draft/browser/draft-store'
import { editedProfile } from '@/lib/questions/draft/browser/edited'
import { isOvertaken } from '@/lib/questions/draft/browser/rebase'
import { readSource } from '@/lib/questions/draft/browser/source'
import { draftQueries, type WhatIfParams } from '@/lib/questions/draft/queries'
import { draftProblemText } from '@/lib/words/new-edits'
import { profileName } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { BringBack } from '../ui/bring-back'
import { Button, ButtonLink } from '../ui/button'
import parts from '../ui/change.module.css'
import { CopyLink } from '../ui/copy'
import { ErrorPart } from '../ui/error-part'
import { CountUnreadable } from '../ui/fields'
import { PageHead } from '../ui/page-head'
import { EditsPanel, type Focus } from './edits-panel'
import { EffectPanel } from './effect-panel'
import { PatchDock } from './patch-dock'
import { tableParams } from './table-params'
import { useAlone } from './use-alone'
import { useDraft, useFindings, useSuggestion, useWarnings, useWhatIf } from './use-draft'
import styles from './workbench.module.css'

const DraftStanding = dynamic(() => import('./draft-standing').then((part) => part.DraftStanding))

interface WorkbenchPageProps {
  readonly profile: ProfileRefBody
  readonly opened: OpenedDraft
}

/** A draft of edits of one profile, and what it would do. */
export function WorkbenchPage({ profile, opened }: WorkbenchPageProps): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const name = profileName(profile)
  const sourceQuery = useQuery(draftQueries.source(profile, moment))
  const source = useMemo(() => sourceQuery.data && readSource(sourceQuery.data, zone), [sourceQuery.data, zone])
  const draft = useDraft(name, opened, source)
  const { list, act } = draft
  const { edits } = list
  const [focus, setFocus] = useState<Focus>({ version: null, open: null, own: [] })

  const { params } = useUrlState()
  // By value: the draft in the address changes with every edit as well, and is no new question.
  const table = JSON.stringify(tableParams(params))
  const asked = useMemo<WhatIfParams>(
    () => ({ profile: name, edits, zone, ...moment, ...JSON.parse(table) }),
    [name, edits, zone, moment, table],
  )
  const { query, answer, isOld, ofDraft } = useWhatIf(asked, source !== undefined)
  const edited = useMemo(() => source && editedProfile(source, edits), [source, edits])
  const findings = useFindings(ofDraft, edited, edits, source)
  const suggestion = useSuggestion(findings, source, asked)
  const warnings = useWarnings(ofDraft, suggestion, edits, source)
  const alone = useAlone(focus, asked, source)
  // Below, what the edits do stands before them; the keyboard goes the way of the eyes.
  const isNarrow = useMedia('(max-width: 1180px)')
  const isChanged = edits.length > 0 && source !== undefined && isOvertaken(draft.base, source)
  /** What was applied here, newest first. */
  const [own, setOwn] = useState<readonly ProfileEntry[]>([])
  const [isApplied, setApplied] = useState(false)
  useKeys({
    u: () => act({ kind: 'undo' }),
    r: () => act({ kind: 'redo' }),
  })

  const editsPanel = source && edited && (
    <EditsPanel
      key="edits"
      source={source}
      edited={edited}
      list={list}
      answer={ofDraft}
      findings={findings}
      suggestion={suggestion}
      focus={focus}
      onFocus={setFocus}
      onAct={act}
    />
  )
  const effectPanel = source && edited && (
    <EffectPanel
      key="effect"
      source={source}
      edited={edited}
      edits={edits}
      query={query}
      answer={answer}
      asked={asked}
      isOld={isOld}
      warnings={warnings}
      suggestion={suggestion}
      {...alone.shown}
      scope={alone.scope}
      onAct={act}
      onPick={(version) => setFocus({ ...focus, version })}
      onPickEdit={(open) => setFocus({ ...focus, version: null, open: open + alone.first })}
    />
  )

  return (
    <div className={styles.page}>
      <Head
        name={name}
        profile={profile}
        edits={itemsOf(edits).length}
        answer={answer}
        onDiscard={() => act({ kind: 'set', edits: [] })}
      />
      {draft.problem !== null && (
        <p className={`callout ${styles.standing}`} role="alert">
          {draftProblemText(draft.problem)} The profile is shown without edits.
        </p>
      )}
      {source && (isChanged || (edits.length === 0 && own.length > 0)) && (
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
      {sourceQuery.isError && !source ? (
        <ErrorPart
          error={sourceQuery.error}
          at={sourceQuery.errorUpdatedAt}
          onRetry={() => void sourceQuery.refetch()}
        />
      ) : source && edited ? (
        <CountUnreadable>
          <div className={`${parts.columns} ${styles.columns}`}>
            {isNarrow ? [effectPanel, editsPanel] : [editsPanel, effectPanel]}
          </div>
          {edits.length > 0 && (
            <PatchDock
              source={source}
              edited={edited}
              edits={edits}
              base={draft.base}
              answer={ofDraft}
              hasFailed={query.isError}
              findings={findings}
              warnings={warnings}
              asked={asked}
              onApplied={draft.rebase}
              onSent={(sent) => setOwn([sent, ...own])}
              isApplied={isChanged && isApplied}
              readAt={sourceQuery.dataUpdatedAt}
              isRebaseNeeded={isChanged}
            />
          )}
        </CountUnreadable>
      ) : null}
    </div>
  )
}

function Head(props: {
  readonly name: string
  readonly profile: ProfileRefBody
  readonly edits: number
  readonly answer: WhatIfAnswer | undefined
  readonly onDiscard: () => void
}): ReactNode {
  const { name, profile, edits } = props
  return (
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
      <TakeAway at={props.answer?.at} />
      <CopyLink of={props.answer} />
      <ButtonLink href={profilePage(profile)}>Profile</ButtonLink>
      {edits > 0 && (
        <Button look="quiet" onClick={props.onDiscard}>
          Discard draft
        </Button>
      )}
    </PageHead>
  )
}
