import type { ReactNode } from 'react'
import { css, percentAt, type TimeRange } from '@/components/timeline'
import type { PolicyEffectsAnswer } from '@/lib/questions/policy/contract'
import { countText, monthText } from '@/lib/words/time-text'
import styles from './year.module.css'

type Month = NonNullable<PolicyEffectsAnswer['year']>['months'][number]

export interface MonthBarsProps {
  /** Undefined while it is computed. */
  readonly months: readonly Month[] | undefined
  readonly range: TimeRange
  /** Width of the column before the bars. */
  readonly labels: number
}

/** In pixels: the highest bar, and what a label over it needs. */
const HIGHEST = 92
const LABEL = 13

/** Forced updates per month, with the policy and as the profile is; under the chart, on the same scale of time. */
export function MonthBars({ months = [], range, labels }: MonthBarsProps): ReactNode {
  const most = Math.max(1, ...months.flatMap(({ forced }) => [forced.before, forced.after]))
  const height = (count: number) => Math.round((count / most) * HIGHEST)
  return (
    <div className={styles.bars} style={{ gridTemplateColumns: `${labels}px minmax(0, 1fr)` }}>
      <span className={styles.barsHead}>
        Forced
        <br />
        per month
      </span>
      <ul aria-label="Forced updates per month">
        {months.map(({ month, forced: { before, after } }) => {
          const [left, right] = bounds(month, range)
          const name = `${monthText(`${month}-01T00:00:00Z`, 'UTC', true)}: ${countText(after)} with the policy, ${countText(before)} as the profile is`
          const isApart = Math.abs(height(after) - height(before)) >= LABEL
          return (
            <li key={month} title={name} style={{ left: css(left), width: css(right - left) }}>
              <span className="visually-hidden">{name}</span>
              <i aria-hidden style={{ height: height(after) }} />
              {before > 0 && before !== after && <u aria-hidden style={{ height: height(before) }} />}
              <b
                aria-hidden
                data-zero={after === 0 || undefined}
                style={{ bottom: Math.max(0, height(after) - LABEL) }}
              >
                {countText(after)}
              </b>
              {before !== after && isApart && (
                <s aria-hidden style={{ bottom: Math.max(0, height(before) - LABEL) }}>
                  was {countText(before)}
                </s>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Where a month lies, in percent; the first may begin before the chart does. */
function bounds(month: string, range: TimeRange): readonly [number, number] {
  const begin = new Date(`${month}-01T00:00:00Z`)
  const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1)
  return [Math.max(0, percentAt(range, begin.getTime())), Math.min(100, percentAt(range, end))]
}
