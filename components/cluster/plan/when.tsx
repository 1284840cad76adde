'use client'

import { type ReactNode, useId } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import { DAY, ms } from '@/lib/words/time-text'
import { isThisEvening, windowClock, windowWords } from '@/lib/words/when'
import { MomentField } from '../../ui/fields'
import { type FormProps, presentOf, wantedOf, withValue } from './edited'
import styles from './form.module.css'

const PLACE = { pool: null, field: 'spec.maintenance.confineSpecUpdateRollout' }

/** When it is rolled out: in the window, at once, or from another day on. */
export function When({ answer, plan, onChange }: FormProps): ReactNode {
  const name = useId()
  const now = useNow()
  const zone = useZone()
  const { nextWindow } = answer.shoot
  const isConfined = wantedOf(answer, plan, PLACE) === true
  const chosen = plan.on !== null ? 'day' : isConfined ? 'window' : 'once'
  const night = isThisEvening(nextWindow, now) ? `tonight ${windowClock(nextWindow)}` : windowWords(nextWindow, now)
  const options = [
    {
      key: 'window',
      text: `In the next window, ${night}`,
      note: 'confineSpecUpdateRollout',
      pick: () => onChange({ ...withValue(answer, plan, PLACE, true), on: null }),
    },
    {
      key: 'once',
      text: 'At once, when the patch is sent',
      note: '',
      pick: () =>
        onChange({ ...withValue(answer, plan, PLACE, presentOf(answer, PLACE) === null ? null : false), on: null }),
    },
    {
      key: 'day',
      text: 'On a day I choose',
      note: 'a calendar entry with the patch',
      pick: () => onChange({ ...plan, on: plan.on ?? onWire(ms(nextWindow.begin) + 7 * DAY) }),
    },
  ]
  return (
    <>
      <h3>When</h3>
      <fieldset className={styles.radios} aria-label="When" data-plain>
        {options.map(({ key, text, note, pick }) => (
          <label key={key}>
            <input type="radio" name={name} checked={chosen === key} onChange={pick} />
            <span>
              {text} <span className="faint">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {plan.on !== null && (
        <MomentField label="Sent on" value={plan.on} zone={zone} onChange={(on) => onChange({ ...plan, on })} />
      )}
    </>
  )
}
