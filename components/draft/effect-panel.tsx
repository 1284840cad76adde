'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import type { RequestError } from '@/lib/browser/fetch-json'
import { patchSearch, useUrlState } from '@/lib/browser/url-state'
import { onWire } from '@/lib/contract/dates'
import { versionsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { offsetMinutes } from '@/lib/contract/zone'
import { changesBetween } from '@/lib/questions/draft/browser/changes'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-store'
import { withLife } from '@/lib/questions/draft/browser/edited'
import { byNewest, type EffectRow, effectRow, sameRow } from '@/lib/questions/draft/browser/effect-rows'
import { loadPaths, mostChangedDay } from '@/lib/questions/draft/browser/load-curve'
import type { EditedProfile, Source } from '@/lib/questions/draft/browser/source'
import type { WhatIfParams } from '@/lib/questions/draft/queries'
import { draftHeadline } from '@/lib/words/confirmation'
import { draftFigures, loadText } from '@/lib/words/draft'
import { countOf, countText, DAY, dayText, MINUTE } from '@/lib/words/time-text'
import { SentenceText } from '../outlook/texts'
import { MovableFlag } from '../timeline/movable-flag'
import { Axis } from '../timeline/parts'
import { fittedTicks } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { Segmented } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { ErrorPart } from '../ui/error-part'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { Legend, SkeletonBar } from '../ui/parts'
import { ViewSwitch } from '../ui/view-switch'
import { AffectedClusters } from './affected-clusters'
import styles from './effect.module.css'
import { daysOf } from './table-params'
import type { DraftWarning, Suggestion } from './use-draft'

const VersionsOverTime = dynamic(() => import('./versions-over-time').then((part) => part.VersionsOverTime))
const EffectTable = dynamic(() => import('./versions-over-time').then((part) => part.EffectTable))

interface EffectPanelProps {
  readonly source: Source
  readonly edited: EditedProfile
  readonly edits: readonly EditBody[]
  readonly query: UseQueryResult<WhatIfAnswer, RequestError>
  /** Also one to an earlier draft, when `isOld`. */
  readonly answer: WhatIfAnswer | undefined
  readonly asked: WhatIfParams
  readonly isOld: boolean
  readonly warnings: readonly DraftWarning[]
  /** What would set right the rules that are broken: the effect is that of the draft with it. */
  readonly suggestion: Suggestion | null
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: { readonly image: string | null; readonly version: string }) => void
  /** An edit, by its place in the list. */
  readonly onPickEdit: (place: number) => void
}

/** What the draft would do: figures, the versions over time, nodes per day, clusters. */
export function EffectPanel(props: EffectPanelProps): ReactNode {
  const { source, edited, edits, query, asked, isOld } = props
  const { params, set } = useUrlState()
  const { suggestion } = props
  const answer = suggestion?.answer ?? props.answer
  const days = daysOf(params)
  return (
    <section className={styles.effect} aria-label="Effect">
      <div className="section-head">
        <h2>Effect</h2>
        <span className="faint" role="status">
          {headText(answer, days, isOld, query, suggestion)}
        </span>
        <span className="grow" />
        <Segmented<'90' | '365'>
          label="Compared over"
          value={days === 90 ? '90' : '365'}
          options={[
            { value: '90', text: '90 days' },
            { value: '365', text: '1 year' },
          ]}
          onChange={(value) => set({ days: value === '90' ? '90' : undefined, page: undefined })}
        />
      </div>
      <div className={styles.answer} data-old={isOld || undefined}>
        {query.isError && (
          <ErrorPart
            error={query.error}
            at={query.errorUpdatedAt}
            onRetry={() => void query.refetch()}
            {...(answer && { rest: 'What is shown is the answer to an earlier draft.' })}
          />
        )}
        {edits.length > 0 && (answer !== undefined || !query.isError) && <EffectFigures answer={answer} />}
        <Warnings warnings={props.warnings} onPick={props.onPickEdit} />
      </div>
      <EffectTimeline
        source={source}
        edited={edited}
        suggested={suggestion?.edited ?? null}
        edits={edits}
        onAct={props.onAct}
        onPick={props.onPick}
      />
      {answer && edits.length > 0 && (
        <div className={styles.answer} data-old={isOld || undefined}>
          <AffectedClusters
            answer={answer}
            asked={suggestion?.asked ?? asked}
            edits={suggestion?.edits ?? edits}
            onPick={props.onPickEdit}
          />
          <LoadCurve answer={answer} />
        </div>
      )}
    </section>
  )
}

function headText(
  answer: WhatIfAnswer | undefined,
  days: number,
  isOld: boolean,
  { isFetching, isError }: EffectPanelProps['query'],
  suggestion: Suggestion | null,
): string {
  if (answer === undefined) return isFetching ? 'being computed' : ''
  // Of which draft the effect is, when not simply of this one.
  const condition = suggestion?.condition ?? (answer.accepted ? '' : ', as if the API server accepted these edits')
  const what = `next ${days === 90 ? '90 days' : 'year'}, computed for ${countOf(answer.figures.clusters, 'cluster')}${condition}`
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
        <Figures className={styles.figures}>
          {told.map(({ label, value, note, isBad, counted }) => (
            <Figure
              key={label}
              label={counted === null ? label : <Link href={hrefOf(counted)}>{label}</Link>}
              className={value.length > LONG ? styles.long : undefined}
            >
              <FigureValue look={isBad ? 'bad' : undefined} value={value} note={note} />
            </Figure>
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
    <ul className={`lines ${styles.warnings}`} aria-label="Warnings">
      {warnings.map(({ text, place }) => (
        <li key={`${place} ${text}`}>
          <Icon name="warning" />
          <span>{text}</span>
          <span className="muted">
            {onPick === undefined ? (
              `edit ${place + 1}`
            ) : (
              <>
                from{' '}
                <button type="button" className={styles.edit} onClick={() => onPick(place)}>
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

interface EffectTimelineProps {
  readonly source: Source
  readonly edited: EditedProfile
  /** With the remedy that is offered. */
  readonly suggested: EditedProfile | null
  readonly edits: readonly EditBody[]
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: { readonly image: string | null; readonly version: string }) => void
}

type Shown = 'changed' | 'all'

/** The versions over time with the edits made, above each what it was. A version can be picked, its expiry flag dragged. */
function EffectTimeline(props: EffectTimelineProps): ReactNode {
  const { source, edited, suggested, edits } = props
  const now = useNow()
  const changes = useMemo(() => {
    const rows = (to: EditedProfile) =>
      changesBetween(source.profile, to.profile).versions.map((change) => effectRow(change, source.at, source.zone))
    const own = rows(edited)
    const known = new Set(own.map(({ name }) => name))
    const more = suggested === null ? [] : rows(suggested).filter(({ name }) => !known.has(name))
    return [...own, ...more.map((row): EffectRow => ({ ...row, kind: 'suggested' }))]
  }, [source, edited, suggested])
  const [wanted, setShown] = useState<Shown>()
  const [chosen, setList] = useState<string | null>()
  // An edit may be of an image and yet change none of its versions.
  const list = chosen === undefined ? (edits.at(-1)?.image ?? null) : chosen
  const [isTable, setTable] = useState(false)
  const shown = wanted ?? (changes.length === 0 ? 'all' : 'changed')
  const rows = useMemo(() => {
    if (shown === 'changed') return changes.toSorted(byNewest)
    const changed = new Map(changes.map((row) => [`${row.image}/${row.version}`, row]))
    const own = changes.filter(({ image }) => image === list)
    const same = versionsOf(source.profile, list)
      .filter(({ version }) => !changed.has(`${list}/${version}`))
      .map((listed) => sameRow(list, listed, source.at, source.zone))
    return [...own, ...same].sort(byNewest)
  }, [shown, list, changes, source])

  return (
    <div className={styles.timeline} {...(isTable ? {} : chartMark('Versions'))}>
      <div className="section-head">
        <h2>Versions</h2>
        <span className="grow" />
        {shown === 'all' && source.profile.machineImages.length > 0 && (
          <select
            className="select"
            aria-label="Versions of"
            value={list ?? ''}
            onChange={(event) => setList(event.target.value === '' ? null : event.target.value)}
          >
            <option value="">Kubernetes</option>
            {source.profile.machineImages.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <ViewSwitch isTable={isTable} onChange={setTable} />
        <Segmented<Shown>
          label="Which versions"
          value={shown}
          options={[
            { value: 'changed', text: 'Changed' },
            { value: 'all', text: 'All versions' },
          ]}
          onChange={setShown}
        />
      </div>
      {rows.length === 0 ? (
        <p className="note">{edits.length === 0 ? 'No version is listed.' : 'No version changes.'}</p>
      ) : isTable ? (
        <EffectTable rows={rows} />
      ) : (
        <EffectChart rows={rows} at={source.at} now={now} edits={edits} onAct={props.onAct} onPick={props.onPick} />
      )}
    </div>
  )
}

interface ChartProps {
  readonly rows: readonly EffectRow[]
  /** The instant that the profile was read for. */
  readonly at: number
  readonly now: number
  readonly edits: readonly EditBody[]
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: { readonly image: string | null; readonly version: string }) => void
}

/** Versions over time: each can be picked, and its expiry flag moved. */
function EffectChart({ rows, at, now, edits, onAct, onPick }: ChartProps): ReactNode {
  const zone = useZone()
  const move = ({ image, version, name }: EffectRow, from: number, to: number) => {
    // The flag goes by whole days; the clock on the wall stays, also over the beginning of summer time.
    const at = from + Math.round((to - from) / DAY) * DAY
    const expiry = at + (offsetMinutes(zone, from) - offsetMinutes(zone, at)) * MINUTE
    onAct({
      kind: 'put',
      from: 0,
      count: edits.length,
      edits: withLife(edits, image, version, { expirationDate: onWire(expiry) }),
      about: `flag ${name}`,
    })
  }
  return (
    <VersionsOverTime
      rows={rows}
      at={at}
      now={now}
      label={(row) => <Label row={row} onPick={onPick} />}
      flag={(row, flag, range) =>
        flag.at <= at || row.kind === 'removed' ? null : (
          <MovableFlag
            flag={flag}
            range={range}
            limits={{ from: at, to: range.to }}
            name={`Expiry of ${row.name}`}
            dayText={(expiry) => dayText(expiry, zone)}
            onFlagMove={(expiry) => move(row, flag.at, expiry)}
          />
        )
      }
    />
  )
}

function Label({ row, onPick }: { readonly row: EffectRow } & Pick<ChartProps, 'onPick'>): ReactNode {
  const { image, version, name, kind } = row
  return (
    <>
      <button
        type="button"
        className={styles.pick}
        data-kind={kind}
        aria-label={name}
        title={`Edit ${name}`}
        onClick={() => onPick({ image, version })}
      >
        <b className="cut">{kind === 'same' ? name : version}</b>
      </button>
      {kind !== 'same' && (
        <span className={`${styles.kind} cut`}>
          {image !== null && `${image} `}
          <span data-kind={kind}>{kind}</span>
        </span>
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, PageDown: 30, PageUp: -30 }

/** How many nodes roll on each day, before and after. One stop for the keyboard: arrows go from day to day. */
function LoadCurve({ answer }: { readonly answer: WhatIfAnswer }): ReactNode {
  const { load } = answer
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 800)
  const measure = useMeasure()
  const paths = useMemo(() => loadPaths(load), [load])
  const from = Date.parse(`${load[0]?.date ?? answer.at.slice(0, 10)}T00:00:00Z`)
  const to = from + Math.max(1, load.length) * DAY
  const ticks = useMemo(() => fittedTicks({ from, to }, width, measure), [from, to, width, measure])
  const [chosen, setChosen] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  const day = Math.min(pointed ?? chosen ?? mostChangedDay(load), load.length - 1)
  const shown = load[day]

  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setChosen(Math.min(Math.max((chosen ?? mostChangedDay(load)) + by, 0), load.length - 1))
  }
  const dayAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    return Math.min(Math.max(Math.floor(((event.clientX - left) / wide) * load.length), 0), load.length - 1)
  }
  return (
    <section aria-labelledby={id} className={styles.load} {...chartMark('Nodes that roll per day', { from, to })}>
      <div className="section-head">
        <h2 id={id}>Nodes that roll per day</h2>
        <Legend
          items={[
            { sign: <i className={styles.keyBefore} />, text: 'before' },
            { sign: <i className={styles.keyAfter} />, text: 'after' },
          ]}
        />
        <p className={`note cut ${styles.readout}`} aria-live="polite">
          {shown && loadText(shown)}
        </p>
      </div>
      {paths.most === 0 ? (
        <p className="note">No node rolls, before or after.</p>
      ) : (
        <>
          <div
            ref={box}
            className={styles.curve}
            role="slider"
            tabIndex={0}
            aria-label="Day"
            aria-valuemin={0}
            aria-valuemax={load.length - 1}
            aria-valuenow={day}
            aria-valuetext={shown && loadText(shown)}
            onKeyDown={onKeyDown}
            onPointerMove={(event) => setPointed(dayAt(event))}
            onPointerLeave={() => setPointed(undefined)}
            onClick={() => setChosen(pointed)}
          >
            <svg viewBox={`0 0 ${load.length} 100`} preserveAspectRatio="none" aria-hidden="true">
              <path className={styles.after} d={`${paths.after}Z`} />
              <path className={styles.before} d={paths.before} />
            </svg>
            <span className={styles.mostNodes}>{countText(paths.most)}</span>
            <span
              className={styles.day}
              style={{ left: `${(day / load.length) * 100}%`, width: `${100 / load.length}%` }}
            />
          </div>
          <div className={styles.loadAxis}>
            <Axis ticks={ticks} initials />
          </div>
        </>
      )}
    </section>
  )
}
