'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { offsetMinutes } from '@/lib/contract/zone'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-list'
import type { EffectRow } from '@/lib/questions/draft/browser/effect-rows'
import { withLife } from '@/lib/questions/draft/browser/with-life'
import { DAY, dayText, MINUTE } from '@/lib/words/time-text'
import { MovableFlag } from '../timeline'
import { VersionsOverTime } from '../timeline/versions-over-time'
import styles from './effect.module.css'

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
export function EffectChart({ rows, at, now, edits, onAct, onPick }: ChartProps): ReactNode {
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
