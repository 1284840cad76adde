'use client'

import { useRef } from 'react'
import type { ShootAnswer } from '@/lib/contract/shoot'
import { Axis, chartClass, fittedTicks, Grid, layerClass, NowLine, useChartBox } from '../timeline'
import { LaneLine } from './lane-line'
import { laneRange, mergedLanes, offsetAtOf, ticksBeside } from './lanes'
import styles from './lanes.module.css'

const GUESSED_WIDTH = 790

/** The forecast in a few lines, for an expanded row: lanes that look the same are one. */
export function LaneStrip({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const plot = useRef<HTMLDivElement>(null)
  const range = laneRange(answer, now)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = ticksBeside(fittedTicks(range, box.width, box.measure, offsetAtOf(zone)), box)
  const layer = { left: 'var(--labels)', right: 0 }
  return (
    <div className={`${chartClass} ${styles.small}`}>
      <div className={styles.axis}>
        <div className={styles.plot} ref={plot}>
          <Axis ticks={ticks} initials />
        </div>
      </div>
      <div className={styles.lanes}>
        <div className={`${layerClass} ${styles.layer}`} style={layer}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        {mergedLanes(answer.lanes).map(({ id, title, lane }) => (
          <div key={id} className={styles.lane}>
            <span className={styles.pool} title={title}>
              {title}
            </span>
            <div className={styles.plot}>
              <LaneLine lane={lane} steps={answer.steps} box={box} zone={zone} withImage />
            </div>
          </div>
        ))}
        <div className={`${layerClass} ${styles.layer}`} style={layer}>
          <NowLine range={range} now={now} rise={4} />
        </div>
      </div>
    </div>
  )
}
