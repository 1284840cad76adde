import { type ReactNode, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import type { MoreTimeAnswer } from '@/lib/contract/more-time'
import { endOfDay, type MoreTimeDraftInput } from '@/lib/questions/exceptions/queries'
import {
  clusterText,
  madeTexts,
  moreTimeChecks,
  moreTimeEndText,
  moreTimeVerdict,
  othersText,
} from '@/lib/words/more-time'
import { nameOf } from '@/lib/words/phrases'
import { countOf, countText, isoDay, monthText, ms } from '@/lib/words/time-text'
import { Button, Checkbox, Segmented, withTicked } from '../ui/button'
import parts from '../ui/change.module.css'
import { DateField, SelectField } from '../ui/fields'
import { StageChip } from '../ui/glyph'
import { Icon } from '../ui/icon'
import styles from './exceptions.module.css'

interface PartProps {
  readonly answer: MoreTimeAnswer
  readonly onAsk: (change: Partial<MoreTimeDraftInput>) => void
}

interface MoreTimeFormProps extends PartProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

/** What is asked, what is made of it, and whether the garden would take it. */
export function MoreTimeForm({ answer, onAsk, reason, onReason }: MoreTimeFormProps): ReactNode {
  return (
    <section className={`${parts.edits} ${styles.asked}`} aria-label="What is asked">
      <Which answer={answer} onAsk={onAsk} />
      <Until answer={answer} onAsk={onAsk} />
      <Moving answer={answer} onAsk={onAsk} />
      <div>
        <h2>What is made</h2>
        <ul className={styles.checks}>
          {madeTexts(answer).map((text, i) => (
            <li key={text} className="signed">
              <Icon name={i === 0 && answer.target.isNew ? 'plus' : 'right'} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <label className={`below ${styles.why}`}>
        <b>Why</b> <span className="faint small">kept in the journal, and shown in the list of exceptions</span>
        <textarea rows={2} maxLength={1000} value={reason} onChange={(event) => onReason(event.target.value)} />
      </label>
      <Checks answer={answer} />
    </section>
  )
}

function Which({ answer, onAsk }: PartProps): ReactNode {
  const { versions, image, version, stage, project } = answer
  const value = `${image ?? ''}/${version}`
  const listed = versions.some((one) => `${one.image ?? ''}/${one.version}` === value)
  const options = [
    ...(listed ? [] : [{ value, text: `${nameOf(image, version)}, none of ${project} is on it` }]),
    ...versions.map((one) => ({
      value: `${one.image ?? ''}/${one.version}`,
      text: `${nameOf(one.image, one.version)}, ${countText(one.clusters)} of ${project} on it`,
    })),
  ]
  return (
    <div>
      <SelectField
        label="Which version"
        value={value}
        options={options}
        onChange={(chosen) => {
          const at = chosen.indexOf('/')
          onAsk({
            image: chosen.slice(0, at) || null,
            version: chosen.slice(at + 1),
            until: undefined,
            clusters: undefined,
          })
        }}
      />
      {stage !== null && <StageChip stage={stage} />}
    </div>
  )
}

/** The ends of the month in which it ends now, and of the two after that. */
function monthEnds(from: string): readonly { readonly day: string; readonly text: string }[] {
  const at = new Date(ms(from))
  return [1, 2, 3].map((by) => {
    const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 0)).toISOString().slice(0, 10)
    const month = monthText(endOfDay(day))
    return { day, text: by === 1 ? `end of ${month}` : month }
  })
}

function Until({ answer, onAsk }: PartProps): ReactNode {
  const zone = useZone()
  const { until, target, parentEnd, at } = answer
  const day = isoDay(until, 'UTC')
  const end = target.own ?? parentEnd
  const ends = monthEnds(end === null || ms(end) < ms(at) ? at : end)
  return (
    <div>
      <h2 id="until">Until</h2>
      <div className="bar">
        <DateField label="Until" value={day} required onChange={(next) => onAsk({ until: endOfDay(next) })} />
        <Segmented
          label="Until when"
          value={day}
          options={ends.map((one) => ({ value: one.day, text: one.text }))}
          onChange={(next) => onAsk({ until: endOfDay(next) })}
        />
      </div>
      <p className="muted small">{moreTimeEndText(answer, zone)}</p>
    </div>
  )
}

/** How many clusters that do not run the version are offered. */
const MOST_OTHERS = 5

/** How many are shown before all are asked for. */
const MOST_OFFERED = 10

function Moving({ answer, onAsk }: PartProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { clusters, project, root, version } = answer
  const moving = clusters.filter(({ moves }) => moves).map(({ name }) => name)
  const offered = [
    ...clusters.filter(({ runs, isThere }) => runs && !isThere),
    ...clusters.filter(({ runs, isThere, moves }) => !runs && !isThere && moves),
    ...clusters
      .filter(({ runs, isThere, moves, comes }) => !runs && !isThere && !moves && comes !== null)
      .slice(0, MOST_OTHERS),
  ]
  const there = clusters.filter(({ isThere }) => isThere)
  const left = clusters.length - offered.length - there.length
  const [isWhole, setWhole] = useState(false)
  const most = isWhole ? offered.length : MOST_OFFERED
  return (
    <fieldset className={styles.moving}>
      <legend>
        <b>What moves to it</b>{' '}
        <span className="faint small">
          {countText(moving.length)} of the {countOf(clusters.length, 'cluster')} of {project} on {root}
        </span>
      </legend>
      <ul className="lines">
        {offered.slice(0, most).map((one) => (
          <li key={one.name}>
            <Checkbox isOn={one.moves} onChange={(isOn) => onAsk({ clusters: withTicked(moving, one.name, isOn) })}>
              <b>{one.name}</b>
            </Checkbox>{' '}
            <span className={one.refusals.length > 0 ? 'bad small' : 'muted small'}>
              {clusterText(one, answer, zone, now)}
            </span>
          </li>
        ))}
        {there.slice(0, most).map((one) => (
          <li key={one.name}>
            <b>{one.name}</b> <span className="muted small">{clusterText(one, answer, zone, now)}</span>
          </li>
        ))}
      </ul>
      {Math.max(offered.length, there.length) > most && (
        <Button small onClick={() => setWhole(true)}>
          All {countText(offered.length + there.length)}
        </Button>
      )}
      {left > 0 && <p className="muted small">{othersText(left, version)}</p>}
    </fieldset>
  )
}

function Checks({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const { refusals } = answer
  return (
    <div>
      <h2>{moreTimeVerdict(answer)}</h2>
      {refusals.map(({ rule, text }) => (
        <p key={`${rule} ${text}`} className="bad">
          {text}
        </p>
      ))}
      <ul className={styles.checks}>
        {moreTimeChecks(answer).map(({ ok, text }) => (
          <li key={text} className="signed">
            <span className={ok === false ? 'bad' : 'muted'}>
              <Icon name={ok === false ? 'stop' : ok === null ? 'warning' : 'check'} />
              <span className="visually-hidden">{ok === false ? 'No: ' : ok === null ? 'Unknown: ' : 'Yes: '}</span>
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
