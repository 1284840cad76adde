'use client'

import { type ReactNode, useState } from 'react'
import type { EffectRow } from '@/lib/questions/draft/browser/effect-rows'
import { EffectTable } from '../timeline/effect-table'
import { VersionsOverTime } from '../timeline/versions-over-time'
import { chartMark } from '../ui/chart-mark'
import { ViewSwitch } from '../ui/view-switch'
import styles from './timeline.module.css'

/** A version over time, and which part it plays in the guide. */
export interface GuideRow extends EffectRow {
  readonly part: string
}

interface GuideTimelineProps {
  readonly rows: readonly GuideRow[]
  /** The instant that the guide is computed for. */
  readonly at: number
}

/** The versions that play a part over time. */
export function GuideTimeline({ rows, at }: GuideTimelineProps): ReactNode {
  const [isTable, setTable] = useState(false)
  return (
    <div className={styles.timeline} {...(isTable ? {} : chartMark('Versions'))}>
      <div className="section-head">
        <h2>Versions</h2>
        <span className="faint">with the draft; dashed: what it was</span>
        <span className="grow" />
        <ViewSwitch isTable={isTable} onChange={setTable} />
      </div>
      {isTable ? (
        <EffectTable rows={rows} />
      ) : (
        <VersionsOverTime
          rows={rows}
          at={at}
          now={at}
          guessedWidth={420}
          className={styles.chart}
          label={({ name, version, part, kind }) => (
            <>
              <b className="cut" title={name}>
                {version}
              </b>
              <span className="cut" data-kind={kind} title={part}>
                {part}
              </span>
            </>
          )}
        />
      )}
    </div>
  )
}
