import type { WindowBody } from '@/lib/contract/common'
import { offsetMinutes, offsetText, type Zone } from '@/lib/contract/zone'
import { windowSpan } from '@/lib/words/next-maintenance'
import { ms } from '@/lib/words/time-text'
import { forYou, isAnyTime } from '@/lib/words/when'
import { css, percentAt } from '../../timeline'
import { type RulerTick, rulerRange, rulerTicks } from './rulers'
import styles from './rulers.module.css'

interface WindowRulersProps {
  readonly window: WindowBody
  readonly now: number
  /** The reader's. */
  readonly zone: Zone
}

/** The window on the cluster's clock and on the reader's; the last quarter of an hour, in which none begins, is hatched. */
export function WindowRulers({ window, now, zone }: WindowRulersProps) {
  if (isAnyTime(window)) return null
  const range = rulerRange(window, now)
  const [begin, end] = [ms(window.begin), ms(window.end)]
  const at = (instant: number) => css(percentAt(range, instant))
  const width = percentAt(range, end) - percentAt(range, begin)
  const isSame = offsetMinutes(zone, begin) === offsetMinutes(window.offset, begin)
  const yours = forYou(window, now, zone)
  const reserved = ((end - ms(window.latestStart)) / (end - begin)) * 100
  return (
    <figure className={styles.rulers} data-single={isSame || undefined} aria-label="The window on the clock">
      <div className={styles.names} aria-hidden="true">
        <span>
          <b>{isSame ? 'Cluster, you' : 'Cluster'}</b>
          {window.offset.replace('-', '−')}
        </span>
        {isSame ? null : (
          <span>
            <b>You</b>
            {offsetText(zone, begin)}
          </span>
        )}
      </div>
      <div className={styles.plot}>
        <Ticks ticks={rulerTicks(range, window.offset)} at={at} />
        <span className={styles.window} style={{ left: at(begin), width: css(width) }}>
          <i style={{ width: css(reserved) }} />
        </span>
        <span className={styles.text} style={{ left: at(end) }}>
          <b>{windowSpan(window)}</b>, daily
          {yours === null ? null : <span className="muted">{yours}</span>}
        </span>
        {isSame ? null : <Ticks ticks={rulerTicks(range, zone)} at={at} isLower />}
        {now >= range.from && now <= range.to ? (
          <span className={styles.now} style={{ left: at(now) }}>
            <span>now</span>
          </span>
        ) : null}
      </div>
    </figure>
  )
}

interface TicksProps {
  readonly ticks: readonly RulerTick[]
  readonly at: (instant: number) => string
  readonly isLower?: boolean
}

function Ticks({ ticks, at, isLower = false }: TicksProps) {
  return (
    <div className={styles.ticks} data-lower={isLower || undefined} aria-hidden="true">
      {ticks.map(({ at: instant, label, isDay }) => (
        <span key={instant} data-day={isDay || undefined} style={{ left: at(instant) }}>
          {label}
        </span>
      ))}
    </div>
  )
}
