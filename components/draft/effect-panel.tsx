'use client'

import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { patchSearch, useUrlState } from '@/lib/browser/url-state'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { listedOf } from '@/lib/engine/rules'
import type { NamedVersion } from '@/lib/engine/types'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-store'
import {
  byNewest,
  type EffectRow,
  effectRow,
  sameRow,
  versionChangesBetween,
} from '@/lib/questions/draft/browser/effect-rows'
import type { EditedProfile } from '@/lib/questions/draft/browser/source'
import { draftHeadline } from '@/lib/words/confirmation'
import { draftFigures } from '@/lib/words/draft'
import { asIfText, REFUSED_AS_IF } from '@/lib/words/findings'
import { countOf } from '@/lib/words/time-text'
import { SentenceText } from '../outlook/texts'
import { Segmented, useIsTable, ViewSwitch } from '../ui/button'
import parts from '../ui/change.module.css'
import { chartMark } from '../ui/chart-mark'
import { QueryError } from '../ui/error-part'
import { optionsOf, Select } from '../ui/fields'
import { Figure, Figures } from '../ui/figures'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { Section, SectionHead } from '../ui/section'
import styles from './draft.module.css'
import type { DraftWarning, DraftWork } from './use-work'

const AffectedClusters = dynamic(() => import('./affected-clusters').then((part) => part.AffectedClusters))
const VersionsOverTime = dynamic(() => import('./versions-over-time').then((part) => part.VersionsOverTime))
const LoadCurve = dynamic(() => import('./load-curve').then((part) => part.LoadCurve))
const EffectTable = dynamic(() => import('./versions-over-time').then((part) => part.EffectTable))

interface EffectPanelProps {
  /** The work on all edits, or on those in hand. */
  readonly work: DraftWork
  /** Chooses between the two, where there is a choice. */
  readonly scope: ReactNode
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: NamedVersion) => void
  /** An edit, by its place in the list. */
  readonly onPickEdit: (place: number) => void
}

/** What the draft would do: figures, the versions over time, nodes per day, clusters. */
export function EffectPanel({ work, scope, onAct, onPick, onPickEdit }: EffectPanelProps): ReactNode {
  const { edits, query, asked, isOld, suggestion } = work
  const answer = suggestion?.answer ?? work.answer
  return (
    <section className={parts.effect} aria-label="Effect">
      <SectionHead title="Effect" note={<span role="status">{headText(work, answer)}</span>} actions={scope} />
      <div className={styles.answer} data-old={isOld || undefined}>
        <QueryError query={query} {...(answer && { rest: 'What is shown is the answer to an earlier draft.' })} />
        {edits.length > 0 && (answer !== undefined || !query.isError) && <EffectFigures answer={answer} />}
        <Warnings warnings={work.warnings} onPick={onPickEdit} />
      </div>
      <EffectTimeline work={work} onAct={onAct} onPick={onPick} />
      {answer && edits.length > 0 && (
        <div className={styles.answer} data-old={isOld || undefined}>
          <AffectedClusters
            answer={answer}
            asked={suggestion?.asked ?? asked}
            edits={suggestion?.edits ?? edits}
            onPick={onPickEdit}
          />
          <LoadCurve answer={answer} />
        </div>
      )}
    </section>
  )
}

function headText({ edits, isOld, query, suggestion, source }: DraftWork, answer: WhatIfAnswer | undefined): string {
  const { isFetching, isError } = query
  if (edits.length === 0) return 'shown as soon as there is an edit'
  if (answer === undefined) return isFetching ? 'being computed' : ''
  // Of which draft the effect is, when not simply of this one.
  const condition =
    suggestion === null ? (answer.accepted ? '' : `, ${REFUSED_AS_IF}`) : asIfText(suggestion.remedies, source.zone)
  const what = `next year, computed for ${countOf(answer.figures.clusters, 'cluster')}${condition}`
  if (isError && !isFetching) return `${what}; not for the last change`
  return isOld ? `${what}; being computed anew for the last change` : what
}

/** The sentence that is confirmed before the draft is applied, and what changes in figures, each of which opens the clusters that it counts. */
function EffectFigures({ answer }: { readonly answer: WhatIfAnswer | undefined }): ReactNode {
  const { params } = useUrlState()
  const path = usePathname()
  const zone = useZone()
  const now = useNow()
  if (answer === undefined) return <SkeletonBar width="60%" height="2rem" />
  const { figures } = answer
  const told = draftFigures(answer)
  const hrefOf = (counted: string) =>
    `${path}?${patchSearch(new URLSearchParams(params), { counted, change: undefined, page: undefined })}#clusters`
  return (
    <>
      <p className="headline">
        <SentenceText sentence={draftHeadline(figures, { zone, now }, figures.others)} />
      </p>
      {told.length > 0 && (
        <Figures className={parts.figures}>
          {told.map(({ label, value, note, isBad, counted }) => (
            <Figure
              key={label}
              label={counted === null ? label : <Link href={hrefOf(counted)}>{label}</Link>}
              className={value.length > LONG ? parts.long : undefined}
              look={isBad ? 'bad' : undefined}
              value={value}
              note={note}
            />
          ))}
        </Figures>
      )}
    </>
  )
}

/** Longer ones are names of versions rather than figures. */
const LONG = 12

interface WarningsProps {
  readonly warnings: readonly DraftWarning[]
  /** Leads to the edit; absent: it is only named. */
  readonly onPick?: (place: number) => void
}

/** What speaks against the edits, and which of them causes it. */
export function Warnings({ warnings, onPick }: WarningsProps): ReactNode {
  if (warnings.length === 0) return null
  return (
    <ul className="lines" aria-label="Warnings">
      {warnings.map(({ text, place }) => (
        <li key={`${place} ${text}`} className="signed">
          <Icon name="warning" className="warn" />
          <span>{text}</span>
          <span className="muted">
            {onPick === undefined ? (
              `edit ${place + 1}`
            ) : (
              <>
                from{' '}
                <button type="button" className="link nowrap" onClick={() => onPick(place)}>
                  edit {place + 1}
                </button>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

type ShownRows = 'changed' | 'all'

/** The versions over time with the edits made, above each what it was. A version can be picked, its expiry flag dragged. */
function EffectTimeline({ work, onAct, onPick }: Pick<EffectPanelProps, 'work' | 'onAct' | 'onPick'>): ReactNode {
  const { source, edited, edits } = work
  const suggested = work.suggestion?.edited ?? null
  const now = useNow()
  const changes = useMemo(() => {
    const rows = (to: EditedProfile) =>
      versionChangesBetween(source.profile, to.profile).map((change) => effectRow(change, source.at, source.zone))
    const own = rows(edited)
    const known = new Set(own.map(({ name }) => name))
    const more = suggested === null ? [] : rows(suggested).filter(({ name }) => !known.has(name))
    return [...own, ...more.map((row): EffectRow => ({ ...row, kind: 'suggested' }))]
  }, [source, edited, suggested])
  const [wanted, setShown] = useState<ShownRows>()
  const [chosen, setList] = useState<string | null>()
  // An edit may be of an image and yet change none of its versions.
  const list = chosen === undefined ? (edits.at(-1)?.image ?? null) : chosen
  const isTable = useIsTable()
  const shown = wanted ?? (changes.length === 0 ? 'all' : 'changed')
  const rows = useMemo(() => {
    if (shown === 'changed') return changes.toSorted(byNewest)
    const changed = new Map(changes.map((row) => [`${row.image}/${row.version}`, row]))
    const own = changes.filter(({ image }) => image === list)
    const same = listedOf(source.profile, list)
      .filter(({ version }) => !changed.has(`${list}/${version}`))
      .map((listed) => sameRow(list, listed, source.at, source.zone))
    return [...own, ...same].sort(byNewest)
  }, [shown, list, changes, source])

  return (
    <Section
      className={styles.timeline}
      {...(isTable ? {} : chartMark('Versions'))}
      title="Versions"
      actions={
        <>
          {shown === 'all' && source.profile.machineImages.length > 0 && (
            <Select
              label="Versions of"
              value={list ?? ''}
              options={[{ value: '', text: 'Kubernetes' }, ...source.profile.machineImages.map(({ name }) => name)]}
              onChange={(name) => setList(name || null)}
            />
          )}
          <ViewSwitch />
          <Segmented<ShownRows>
            label="Which versions"
            value={shown}
            options={optionsOf({ changed: 'Changed', all: 'All versions' })}
            onChange={setShown}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="note">{edits.length === 0 ? 'No version is listed.' : 'No version changes.'}</p>
      ) : isTable ? (
        <EffectTable rows={rows} />
      ) : (
        <VersionsOverTime rows={rows} at={source.at} now={now} onAct={onAct} onPick={onPick} />
      )}
    </Section>
  )
}
