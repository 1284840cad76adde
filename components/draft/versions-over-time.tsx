'use client'

import { type ReactNode, useMemo } from 'react'
import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import { offsetMinutes } from '@/lib/contract/zone'
import type { NamedVersion } from '@/lib/engine/types'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-store'
import { type EffectRow, effectRange } from '@/lib/questions/draft/browser/effect-rows'
import { draftWithLife } from '@/lib/questions/draft/browser/source'
import { DAY, dayText, MINUTE } from '@/lib/words/time-text'
import type { LaneRow } from '../timeline/lane'
import { Lanes } from '../timeline/lanes'
import { movedExpiryText } from '../timeline/layout'
import { MovableFlag } from '../timeline/movable-flag'
import { versionLife } from '../timeline/rows'
import { rangeMark } from '../ui/chart-mark'
import { RowTable } from '../ui/data-table'
import styles from './draft.module.css'

interface VersionsOverTimeProps {
  readonly rows: readonly EffectRow[]
  /** The instant that the profile was read for. */
  readonly at: number
  readonly now: number
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: NamedVersion) => void
}

interface EffectLaneRow extends LaneRow {
  readonly row: EffectRow
}

/** Versions over time, a row each: as they will be with the draft, above each what it was. Each can be picked, and its expiry flag moved. */
export function VersionsOverTime({ rows, at, now, onAct, onPick }: VersionsOverTimeProps): ReactNode {
  const zone = useZone()
  const move = ({ image, version, name }: EffectRow, from: number, to: number) => {
    // The flag goes by whole days; the clock on the wall stays, also over the beginning of summer time.
    const day = from + Math.round((to - from) / DAY) * DAY
    const expiry = day + (offsetMinutes(zone, from) - offsetMinutes(zone, day)) * MINUTE
    onAct({
      kind: 'change',
      change: (edits) => draftWithLife(edits, image, version, { expirationDate: onWire(expiry) }),
      about: `flag ${name}`,
    })
  }
  const range = useMemo(() => effectRange(rows, at, zone), [rows, at, zone])
  const lanes = rows.map((row): EffectLaneRow => {
    const { image, version, name, kind, spans, expires, was } = row
    const difference = was === null || kind === 'removed' ? null : movedExpiryText(was.to, expires)
    const wasName = [`${name} was ${was?.text}`, difference].filter(Boolean).join(', ')
    const stages = spans.map(({ stage, from, to }) => ({ look: stage, from, to }))
    const { segments, flag } = versionLife(name, { spans: stages, expires }, zone, at)
    return {
      id: `${image}/${version}`,
      isFirst: true,
      segments,
      // All that it was to be where there is room for it, else what it was to be first.
      ghosts:
        was === null
          ? []
          : [{ ...was, label: `was ${was.text}`, short: `was ${was.shortText}`, name: wasName, difference }],
      flag: flag && { ...flag, text: dayText(flag.at, zone, { now: at }) },
      row,
    }
  })
  return (
    <Lanes<EffectLaneRow>
      name="Versions over time"
      rows={lanes}
      left={[
        {
          key: 'version',
          head: 'Version',
          width: 132,
          isName: true,
          phone: 'wide',
          cell: ({ row }) => <Label row={row} onPick={onPick} />,
        },
      ]}
      range={range}
      now={now}
      mark={rangeMark(range)}
      flag={({ row }, flag) =>
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

function Label({ row, onPick }: { readonly row: EffectRow } & Pick<VersionsOverTimeProps, 'onPick'>): ReactNode {
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
        <span className="below faint tiny cut">
          {image !== null && `${image} `}
          <span className={LOOKS[kind]}>{kind}</span>
        </span>
      )}
    </>
  )
}

/** How a version changes, below its name. */
const LOOKS: Partial<Record<EffectRow['kind'], string | undefined>> = {
  new: 'good',
  suggested: styles.suggested,
  removed: 'bad',
}

/** The timeline as a table. */
export function EffectTable({ rows }: { readonly rows: readonly EffectRow[] }): ReactNode {
  const zone = useZone()
  return (
    <RowTable
      scroll="Versions before and after, as a table"
      className="dense"
      caption="Versions before and after"
      heads={['Version', 'Was', 'Will be', 'Expires', 'Difference']}
    >
      {rows.map((row) => (
        <tr key={`${row.image}/${row.version}`}>
          <th scope="row">{row.name}</th>
          <td className="muted">{row.kind === 'new' ? 'not listed' : (row.was?.text ?? 'the same')}</td>
          <td>{row.will ?? 'not listed'}</td>
          <td>{row.expires === null ? <span className="faint">no expiry set</span> : dayText(row.expires, zone)}</td>
          <td>
            {row.was === null || row.kind === 'removed'
              ? row.kind
              : (movedExpiryText(row.was.to, row.expires) ?? 'same date')}
          </td>
        </tr>
      ))}
    </RowTable>
  )
}
