'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import {
  Axis,
  asTail,
  chartClass,
  differenceText,
  Flag,
  fittedTicks,
  Ghost,
  Grid,
  ghostRowClass,
  layerClass,
  MovableFlag,
  markStretch,
  NowLabel,
  NowLine,
  nowLabelAt,
  pixelAt,
  placedFlag,
  placedGhost,
  placedSegments,
  Segment,
  type TimeRange,
  useChartBox,
} from '@/components/timeline'
import { Segmented } from '@/components/ui/button'
import { instantText } from '@/lib/client/at'
import { useNow, useZone } from '@/lib/client/clock'
import { useKeys } from '@/lib/client/keys'
import { dayText } from '@/lib/client/time-text'
import { changesBetween } from '@/lib/client/workbench/changes'
import type { DraftAction } from '@/lib/client/workbench/draft-list'
import type { EditedProfile } from '@/lib/client/workbench/edited'
import { effectRange } from '@/lib/client/workbench/effect-range'
import { byNewest, type EffectRow, effectRow, sameRow } from '@/lib/client/workbench/effect-rows'
import { type Source, versionsOf } from '@/lib/client/workbench/source'
import { withLife } from '@/lib/client/workbench/with-life'
import type { EditBody } from '@/lib/contract'
import styles from './effect.module.css'

// Loaded when it is asked for.
const EffectTable = dynamic(() => import('./effect-table').then((part) => part.EffectTable), { ssr: false })

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

const GUESSED_WIDTH = 800

/** The versions over time with the edits made, above each what it was. A version can be picked, its expiry flag dragged. */
export function EffectTimeline(props: EffectTimelineProps): ReactNode {
  const { source, edited, suggested, edits } = props
  const zone = useZone()
  const now = useNow()
  const changes = useMemo(() => {
    const rows = (to: EditedProfile) =>
      changesBetween(source.profile, to.profile).versions.map((change) => effectRow(change, source.at))
    const own = rows(edited)
    const known = new Set(own.map(({ name }) => name))
    const more = suggested === null ? [] : rows(suggested).filter(({ name }) => !known.has(name))
    return [...own, ...more.map((row): EffectRow => ({ ...row, kind: 'suggested' }))]
  }, [source, edited, suggested])
  const [wanted, setShown] = useState<Shown>()
  const [list, setList] = useState<string | null>(null)
  const [isTable, setTable] = useState(false)
  const shown = wanted ?? (changes.length === 0 ? 'all' : 'changed')
  const rows = useMemo(() => {
    if (shown === 'changed') return changes.toSorted(byNewest)
    const changed = new Map(changes.map((row) => [`${row.image}/${row.version}`, row]))
    const own = changes.filter(({ image }) => image === list)
    const same = versionsOf(source.profile, list)
      .filter(({ version }) => !changed.has(`${list}/${version}`))
      .map((listed) => sameRow(list, listed, source.at))
    return [...own, ...same].sort(byNewest)
  }, [shown, list, changes, source])
  const range = useMemo(() => effectRange(rows, source.at), [rows, source.at])
  useKeys({ t: () => setTable((before) => !before) })

  return (
    <div className={styles.timeline}>
      <div className="sec">
        <h2>Versions</h2>
        <span className="grow" />
        {shown === 'all' && source.profile.machineImages.length > 0 && (
          <select
            className={styles.list}
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
        <Segmented<'timeline' | 'table'>
          label="View"
          value={isTable ? 'table' : 'timeline'}
          options={[
            { value: 'timeline', text: 'Timeline' },
            { value: 'table', text: 'Table', title: 'Key t' },
          ]}
          onChange={(value) => setTable(value === 'table')}
        />
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
        <p className={styles.empty}>{edits.length === 0 ? 'No version is listed.' : 'No version changes.'}</p>
      ) : isTable ? (
        <EffectTable rows={rows} />
      ) : (
        <Chart {...props} rows={rows} range={range} now={now} zone={zone} />
      )}
    </div>
  )
}

interface ChartProps extends EffectTimelineProps {
  readonly rows: readonly EffectRow[]
  readonly range: TimeRange
  readonly now: number
  readonly zone: string
}

function Chart(props: ChartProps): ReactNode {
  const { rows, range, now, zone } = props
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(() => fittedTicks(range, box.width, box.measure), [range, box.width, box.measure])
  return (
    <div className={`${chartClass} ${styles.chart}`}>
      <div className={styles.axis} aria-hidden>
        <div ref={plot} className={styles.plot}>
          <Axis ticks={ticks} initials />
          <NowLabel x={nowLabelAt(box, 'now')} text="now" />
        </div>
      </div>
      <div className={styles.rows}>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        <ul>
          {rows.map((row) => (
            <Row key={`${row.image}/${row.version}`} {...props} row={row} box={box} zone={zone} />
          ))}
        </ul>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <NowLine range={range} now={now} rise={20} />
        </div>
      </div>
    </div>
  )
}

const KIND_WORDS = { new: 'new', changed: 'changed', removed: 'removed', suggested: 'suggested', same: '' } as const

type RowProps = ChartProps & { readonly row: EffectRow; readonly box: ReturnType<typeof useChartBox> }

function Row({ row, box, range, edits, source, onAct, onPick }: RowProps): ReactNode {
  const { image, version, name, was, expires } = row
  const spans = row.spans.map(({ stage, from, to }) => ({ look: stage, from, to, label: stage }))
  const flag = expires === null ? null : placedFlag(expires, dayText(expires, 'UTC', { now: source.at }), box)
  const taken = flag === null || expires === null ? [] : [markStretch(pixelAt(box, expires), 4)]
  const segments = placedSegments(spans, box, taken).map(asTail)
  const difference = was === null || row.kind === 'removed' ? null : differenceText(was.to, expires)
  const ghost = was === null ? null : placedGhost({ ...was, label: was.text, difference }, box)
  const isMovable = expires !== null && expires > source.at && row.kind !== 'removed'
  const move = (at: number) =>
    onAct({
      kind: 'put',
      from: 0,
      count: edits.length,
      edits: withLife(edits, image, version, { expirationDate: instantText(at) }),
      about: `flag ${name}`,
    })
  return (
    <li className={styles.row} data-kind={row.kind}>
      <div className={styles.label}>
        <button type="button" title={`Edit ${name}`} onClick={() => onPick({ image, version })}>
          <b className="cut">{name}</b>
        </button>
        {row.kind !== 'same' && <span data-kind={row.kind}>{KIND_WORDS[row.kind]}</span>}
      </div>
      <div className={row.kind === 'same' ? styles.sameRow : ghostRowClass}>
        {ghost && was && <Ghost ghost={ghost} name={[`${name} ${was.text}`, difference].filter(Boolean).join(', ')} />}
        {segments.map((segment) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanText(name, segment.span)}
          />
        ))}
        {flag &&
          (isMovable ? (
            <MovableFlag
              flag={flag}
              range={range}
              limits={{ from: source.at, to: range.to }}
              name={`Expiry of ${name}`}
              dayText={(at) => dayText(at, 'UTC')}
              onFlagMove={move}
            />
          ) : (
            <Flag flag={flag} title={`${name} expired ${dayText(flag.at, 'UTC')}`} />
          ))}
      </div>
    </li>
  )
}

function spanText(name: string, { look, from, to }: { look: string; from: number | null; to: number | null }): string {
  const since = from === null ? '' : `, from ${dayText(from, 'UTC')}`
  return `${name} ${look}${since}${to === null ? '' : ` to ${dayText(to, 'UTC')}`}`
}
