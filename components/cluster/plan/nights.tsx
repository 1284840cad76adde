'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { ShownMoment } from '@/lib/browser/at'
import type { NamespacedName } from '@/lib/engine/types'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
import { clusterQueries } from '@/lib/questions/queries'
import { isGoodNight, nightName, nightsUntilText, nightWords, suggestedNights } from '@/lib/words/plan'
import { monthName, ms, partsIn } from '@/lib/words/time-text'
import { Button } from '../../ui/button'
import { chartMark } from '../../ui/chart-mark'
import { Scroll } from '../../ui/data-table'
import { EventGlyph } from '../../ui/glyph'
import { SectionHead } from '../../ui/section'
import styles from './plan.module.css'

interface NightsProps {
  readonly shoot: NamespacedName
  readonly moment: ShownMoment
  readonly plan: ClusterPlan
  readonly onChange: (plan: ClusterPlan) => void
  /**
   * For a thing to do: the nights before which it helps, below its words; null: it is due already. Left out: all nights, as a part of the
   * page.
   */
  readonly before?: string | null
}

/** The coming nights on one strip: what happens in them anyway, and which would be good ones. */
export function Nights({ shoot, moment, plan, onChange, before }: NightsProps): ReactNode {
  const name = useId()
  const { data } = useQuery(clusterQueries.nights(shoot, moment))
  if (data === undefined) return null
  const nights = data.nights.filter(({ window }) => before == null || ms(window.begin) < ms(before))
  const picked = nights.find(({ window }) => window.begin === plan.on)
  const pick = (on: string) => onChange({ ...plan, on })
  const offset = nights[0]?.window.offset ?? '+00:00'
  const range = { from: ms(nights[0]?.window.begin ?? data.at), to: ms(nights.at(-1)?.window.end ?? data.at) }
  return (
    <section aria-label="Nights" {...chartMark('Nights', range, offset)}>
      {before === undefined && <SectionHead title="When would be a good night?" note={nightsUntilText(data)} />}
      <Scroll label="Coming nights" className={styles.nights}>
        <fieldset aria-label="Night">
          {nights.map((night) => {
            const { day, month } = partsIn(night.window.begin, offset)
            const weekday = nightName(night).slice(0, 2)
            return (
              <label
                key={night.window.begin}
                className={styles.night}
                data-weekend={night.isWeekend || undefined}
                data-frozen={night.isFrozen || undefined}
                data-good={isGoodNight(night) || undefined}
                title={nightWords(night)}
              >
                <input
                  type="radio"
                  name={name}
                  className="visually-hidden"
                  checked={night === picked}
                  aria-label={`${nightName(night)}: ${nightWords(night)}`}
                  onChange={() => pick(night.window.begin)}
                />
                <span className="faint" aria-hidden="true">
                  {day === 1 || night === nights[0] ? monthName(night.window.begin, offset) : weekday}
                </span>
                <b aria-hidden="true" data-month={month}>
                  {day}
                </b>
                <span aria-hidden="true">
                  {night === picked ? 'here' : night.own === null ? null : <EventGlyph kind={night.own.kind} />}
                </span>
                <span className="faint" aria-hidden="true">
                  {night.others.clusters === 0 ? '' : `+${night.others.clusters}`}
                </span>
              </label>
            )
          })}
        </fieldset>
      </Scroll>
      <div className="bar" data-control>
        <span className="small muted">Quiet:</span>
        {suggestedNights(nights).map((night) => (
          <Button key={night.window.begin} small onClick={() => pick(night.window.begin)}>
            {nightName(night)}
          </Button>
        ))}
      </div>
      <p className={`small muted legend ${styles.legend}`}>
        <span>
          <i data-good /> good: a weekday outside of a freeze on which nothing else happens
        </span>
        <span>
          <i data-frozen /> freeze, which Gardener does not know
        </span>
        <span>
          <EventGlyph kind="auto" />
          <EventGlyph kind="forced" /> the cluster itself; +2: others of its project
        </span>
      </p>
      {picked !== undefined && (
        <p className="small">
          {nightName(picked)}: {nightWords(picked)} The patch below has its calendar entry.
        </p>
      )}
    </section>
  )
}
