'use client'

import { useQuery } from '@tanstack/react-query'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/shoot'
import type { MaintenanceAnswer, MaintenanceCheck } from '@/lib/questions/cluster/contract/maintenance'
import { clusterQueries, type ShootName } from '@/lib/questions/cluster/queries'
import { beginSentence, momentText, outcomeSentence, windowDay, worstCaseText } from '@/lib/words/next-maintenance'
import { unrecordedText } from '@/lib/words/shown-steps'
import { isAnyTime } from '@/lib/words/when'
import { SentenceText } from '../../outlook/sentence-text'
import { chartMark } from '../../ui/chart-mark'
import { ErrorPart } from '../../ui/error-part'
import { Icon, type IconName } from '../../ui/icon'
import { SkeletonBar } from '../../ui/parts'
import { ShootFrame } from '../shoot-frame'
import { LastMaintenance } from '../side'
import subpage from '../subpage.module.css'
import { EventTable } from './event-table'
import { InPlacePart } from './in-place'
import styles from './maintenance.module.css'
import { MaintenanceSide } from './maintenance-side'
import { rulerRange } from './rulers'
import { TaskTable } from './task-table'
import { WindowRulers } from './window-rulers'

/** What the next maintenance of a cluster does, whether it is refused, and how the last went. */
export function MaintenanceView({ shoot }: { readonly shoot: ShootName }) {
  return (
    <ShootFrame shoot={shoot} tab="maintenance" waiting={<Waiting />}>
      {(answer) => (
        <>
          <Body shoot={shoot} answer={answer} />
          <InPlacePart shoot={shoot} answer={answer} />
        </>
      )}
    </ShootFrame>
  )
}

function Body({ shoot, answer }: { readonly shoot: ShootName; readonly answer: ShootAnswer }) {
  const moment = useMoment()
  const query = useQuery(clusterQueries.maintenance(shoot, moment))
  if (query.data !== undefined) return <Maintenance answer={answer} maintenance={query.data} />
  if (!query.isError) return <Waiting />
  return <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
}

interface MaintenanceProps {
  readonly answer: ShootAnswer
  readonly maintenance: MaintenanceAnswer
}

function Maintenance({ answer, maintenance }: MaintenanceProps) {
  const now = useNow()
  const zone = useZone()
  const { window, outcome, tasks, checks, events } = maintenance
  const isMaintained = outcome !== 'never' && outcome !== 'unknown'
  const becomes = outcomeSentence(maintenance, now, answer.failing)
  const worst = worstCaseText(maintenance.worstCase, window, now)
  return (
    <div className={subpage.columns}>
      <p className={`headline ${subpage.headline}`}>
        {isMaintained ? (
          <>
            <SentenceText sentence={beginSentence(window, now, zone)} />{' '}
          </>
        ) : null}
        <span className={becomes.isBad ? 'bad' : undefined}>{becomes.text}</span>
      </p>
      <div className={styles.main}>
        {isMaintained ? (
          <section
            aria-label="Next maintenance"
            {...(isAnyTime(window) ? {} : chartMark('Next maintenance', rulerRange(window, now)))}
          >
            <div className="section-head">
              <h2>Next maintenance</h2>
              <span className="faint">{isAnyTime(window) ? 'at any time of the day' : windowDay(window)}</span>
            </div>
            <WindowRulers window={window} now={now} zone={zone} />
            <p className={styles.note}>
              {isAnyTime(window) ? null : momentText(window, now)} {worst ?? 'No work on nodes is ahead in it.'}
            </p>
          </section>
        ) : null}
        {tasks.length === 0 ? null : (
          <section aria-label="What will run">
            <div className="section-head">
              <h2>What will run</h2>
              <span className="faint">in Gardener’s order</span>
            </div>
            <TaskTable answer={maintenance} />
          </section>
        )}
        <section aria-label="Would it be skipped, or refused?">
          <h2>Would it be skipped, or refused?</h2>
          <ul className={styles.checks}>
            {checks.map((check) => (
              <Check key={`${check.title} ${check.text}`} check={check} />
            ))}
          </ul>
        </section>
        <LastResult answer={answer} now={now} />
        <section aria-label="Events">
          <div className="section-head">
            <h2>Events</h2>
            <span className="faint">that Gardener wrote about the cluster</span>
          </div>
          <EventTable events={events} offset={window.offset} now={now} />
        </section>
      </div>
      <MaintenanceSide answer={answer} maintenance={maintenance} />
    </div>
  )
}

const VERDICTS: Readonly<Record<MaintenanceCheck['verdict'], { readonly icon: IconName; readonly word: string }>> = {
  holds: { icon: 'check', word: 'in order' },
  beware: { icon: 'warning', word: 'has a consequence' },
  fails: { icon: 'stop', word: 'stands in the way' },
  'no-matter': { icon: 'close', word: 'decides nothing' },
}

function Check({ check: { verdict, title, text } }: { readonly check: MaintenanceCheck }) {
  const { icon, word } = VERDICTS[verdict]
  return (
    <li data-verdict={verdict}>
      <Icon name={icon} />
      <b>
        {title}
        <span className="visually-hidden">, {word}</span>
      </b>
      <p>{text}</p>
    </li>
  )
}

function LastResult({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { lastMaintenance, shoot, overdue } = answer
  return (
    <section aria-label="Last result">
      <div className="section-head">
        <h2>Last result{lastMaintenance?.foreseen ? ', as forecast' : ''}</h2>
        <span className="faint">in Gardener’s words</span>
      </div>
      <div className={styles.last}>
        {lastMaintenance === null ? (
          <p className="muted">{unrecordedText(answer)}</p>
        ) : (
          <LastMaintenance last={lastMaintenance} now={now} offset={shoot.nextWindow.offset} overdue={overdue} />
        )}
      </div>
      <p className="tiny faint">Gardener keeps only the last result.</p>
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {['72%', '100%', '96%', '88%'].map((width) => (
        <SkeletonBar key={width} width={width} height="20px" />
      ))}
    </div>
  )
}
