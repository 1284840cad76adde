'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { offsetMinutes } from '@/lib/contract/zone'
import { changesBetween } from '@/lib/questions/draft/browser/changes'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-store'
import { byNewest, type EffectRow, effectRow, sameRow } from '@/lib/questions/draft/browser/effect-rows'
import { type EditedProfile, type Source, versionsOf } from '@/lib/questions/draft/browser/source'
import { withLife } from '@/lib/questions/draft/browser/with-life'
import { DAY, dayText, MINUTE } from '@/lib/words/time-text'
import { MovableFlag } from '../timeline'
import { EffectTable } from '../timeline/effect-table'
import { VersionsOverTime } from '../timeline/versions-over-time'
import { Segmented } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { ViewSwitch } from '../ui/view-switch'
import styles from './effect.module.css'

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
export function EffectTimeline(props: EffectTimelineProps): ReactNode {
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
        <p className={styles.empty}>{edits.length === 0 ? 'No version is listed.' : 'No version changes.'}</p>
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
      guessedWidth={800}
      className={styles.chart}
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
        <span className="cut">
          {image !== null && `${image} `}
          <span data-kind={kind}>{kind}</span>
        </span>
      )}
    </>
  )
}
