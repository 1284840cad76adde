import type { CSSProperties } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { ageText, REASON_ORDER, REASONS, shareText } from '@/lib/words/accuracy'
import { countText, dayText } from '@/lib/words/time-text'
import styles from './accuracy.module.css'
import type { Question } from './question'

interface AgesProps {
  readonly answer: AccuracyAnswer
  readonly before: Question['before']
  readonly onBefore: (before: Question['before']) => void
}

/** How many were as forecast by how long before that was made, and why the others were not. One of them is what the page is about. */
export function Ages({ answer, before, onBefore }: AgesProps) {
  const zone = useZone()
  return (
    <table className={styles.ages}>
      <caption className="visually-hidden">As forecast, by how long before the forecast was made</caption>
      <thead>
        <tr>
          <th scope="col">The forecast made</th>
          <th scope="col" className="num">
            As forecast
          </th>
          <th scope="col" className="num">
            <span className="visually-hidden">Share</span>
          </th>
          <th scope="col" className={styles.track}>
            <span className="visually-hidden">Shares</span>
          </th>
          {REASON_ORDER.map((reason) => (
            <th key={reason} scope="col" className="num">
              <i className={`${styles.of} ${styles.sign}`} data-reason={reason} /> {REASONS[reason].column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.ages.map(({ before: age, counts, knownFrom, unknown }) => (
          <tr key={age} data-chosen={age === before || undefined}>
            <th scope="row">
              <label>
                <input type="radio" name="before" checked={age === before} onChange={() => onBefore(age)} />
                {ageText(age)}
              </label>
              {knownFrom === null ? null : (
                <span className={styles.since}>
                  known from {dayText(knownFrom, zone, { now: answer.at })}
                  {unknown === 0 ? '' : `, ${countText(unknown)} before that not counted`}
                </span>
              )}
            </th>
            <td className="num" data-label="as forecast">
              <b>{countText(counts.asForecast)}</b>
            </td>
            <td className={`num ${styles.shareText}`}>{shareText(counts.asForecast, counts.total)}</td>
            <td className={styles.track} aria-hidden="true">
              <span className={styles.share}>
                <i
                  className={`${styles.of} ${styles.stretch}`}
                  data-reason="as-forecast"
                  style={{ '--share': counts.asForecast } as CSSProperties}
                />
                {REASON_ORDER.filter((reason) => counts.reasons[reason] > 0).map((reason) => (
                  <i
                    key={reason}
                    className={`${styles.of} ${styles.stretch}`}
                    data-reason={reason}
                    style={{ '--share': counts.reasons[reason] } as CSSProperties}
                  />
                ))}
              </span>
            </td>
            {REASON_ORDER.map((reason) => {
              const count = counts.reasons[reason]
              return (
                <td key={reason} className={count === 0 ? 'num faint' : 'num'} data-label={REASONS[reason].lane}>
                  {countText(count)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
