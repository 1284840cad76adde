'use client'

import type { ReactNode } from 'react'
import { useNowWord } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { PastUpdateBody, ShootPastAnswer } from '@/lib/questions/cluster/contract'
import { CAUSE_WORDS } from '@/lib/words/past'
import { shownSteps } from '@/lib/words/shown-steps'
import { fullText, ms } from '@/lib/words/time-text'
import { ClusterLanes } from '../../outlook/lane-chart'
import { runsOf } from '../../outlook/lanes'
import { unrecorded } from '../../timeline/range'
import { chartMark } from '../../ui/chart-mark'
import { EventGlyph, type EventLook } from '../../ui/glyph'
import styles from './past.module.css'
import { pastRange, pastRuns, updatesOn, wholeLanes } from './past-lanes'

interface PastChartProps {
  readonly answer: ShootAnswer
  readonly past: ShootPastAnswer
  readonly now: number
}

/** What ran in the last sixty days and will run: one chart with two scales, which change at now. */
export function PastChart({ answer, past, now }: PastChartProps): ReactNode {
  const zone = answer.shoot.nextWindow.offset
  const nowText = useNowWord('now', zone)
  const range = pastRange(answer, now)
  const followers = new Set(answer.shoot.pools.flatMap(({ name, kubernetes }) => (kubernetes === null ? [name] : [])))
  return (
    <>
      <ClusterLanes
        name="What ran and will run when"
        answer={answer}
        lanes={wholeLanes(answer, past, now)}
        range={range}
        now={now}
        nowText={nowText}
        runs={[...pastRuns(past, zone), ...runsOf(shownSteps(answer), now)]}
        happened={(lane) =>
          updatesOn(lane, past.updates, followers).map(({ at, cause }) => ({
            at: ms(at),
            name: `${CAUSE_WORDS[cause]}, ${fullText(at, zone)}`,
            glyph: <PastGlyph cause={cause} />,
          }))
        }
        areas={unrecorded(past, { from: range.from, to: now }).map((stretch) => ({
          ...stretch,
          look: 'unrecorded',
          title: `not recorded from ${fullText(stretch.from, zone)} to ${fullText(stretch.to, zone)}`,
        }))}
        mark={chartMark('Past and forecast', range, zone)}
      />
      <p className="faint tiny">60 days back and what is known ahead: the scale changes at {nowText}.</p>
    </>
  )
}

const LOOKS: Readonly<Record<PastUpdateBody['cause'], EventLook>> = {
  forced: 'forced',
  auto: 'auto',
  other: 'auto',
  fails: 'fails',
  'by-hand': 'byHand',
  'not-recorded': 'byHand',
}

/** The diamond of what has happened: grey, red where it failed. Its word stands beside it. */
export function PastGlyph({ cause }: { readonly cause: PastUpdateBody['cause'] }) {
  return (
    <span className={styles.glyph} data-failed={cause === 'fails' || undefined}>
      <EventGlyph kind={LOOKS[cause]} />
    </span>
  )
}
