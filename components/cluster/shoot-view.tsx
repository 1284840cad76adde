'use client'

import { useNow, useZone } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/shoot'
import type { ShootName } from '@/lib/questions/cluster/queries'
import { headline, type Other } from '@/lib/words/headline'
import { SentenceText } from '../outlook/sentence-text'
import { StepTable } from '../outlook/step-table'
import { TicketButton } from '../outlook/ticket-button'
import { EventGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { SkeletonBar } from '../ui/parts'
import { Forecast } from './forecast'
import { ShootFrame } from './shoot-frame'
import styles from './shoot-view.module.css'
import { obstacles, Side } from './side'
import subpage from './subpage.module.css'

/** One cluster: when it is moved and to what, every step until what is known ends, and what can be done about it. */
export function ShootView({ shoot }: { readonly shoot: ShootName }) {
  return (
    <ShootFrame shoot={shoot} tab="forecast" waiting={<LoadingShoot />}>
      {(answer) => <Body answer={answer} />}
    </ShootFrame>
  )
}

function Body({ answer }: { readonly answer: ShootAnswer }) {
  const now = useNow()
  return (
    <div className={styles.columns}>
      <Lead answer={answer} now={now} />
      <div className={`bar ${styles.actions}`}>
        <TicketButton answer={answer} />
      </div>
      <Forecast answer={answer} now={now} />
      <StepTable answer={answer} now={now} />
      <Side answer={answer} now={now} />
    </div>
  )
}

/** The headline, what comes before it, and what stands in the way. */
function Lead({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { lead, before, after } = headline(answer, now, useZone())
  return (
    <div className={styles.lead}>
      <p className={`headline ${subpage.headline} ${styles.headline}`}>
        <SentenceText sentence={lead} />
      </p>
      {[before, after].map((other) => (other === null ? null : <OtherLine key={other.when} other={other} />))}
      {obstacles(answer).lead.map(({ severity, text }) => (
        <p key={text} className={styles.sub} data-severity={severity}>
          <Icon name={severity === 'bad' ? 'stop' : 'warning'} />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

function OtherLine({ other }: { readonly other: Other }) {
  return (
    <p className={styles.sub}>
      <EventGlyph kind={other.kind} />
      <span>
        <b>{other.when}</b> {other.text}
      </span>
    </p>
  )
}

/** The frame of the page while its answer is awaited. */
function LoadingShoot() {
  return (
    <div className={styles.columns} aria-busy="true">
      <div className={styles.lead}>
        <div className={styles.loading}>
          <SkeletonBar width="72%" height="24px" />
          <SkeletonBar width="58%" height="24px" />
          <SkeletonBar width="44%" height="14px" />
        </div>
      </div>
      <section className={styles.forecast} aria-label="Forecast">
        <div className={`section-head ${styles.forecastHead}`}>
          <h2>Forecast</h2>
        </div>
        <div className={styles.loading}>
          {['100%', '94%', '99%', '88%', '97%'].map((width) => (
            <SkeletonBar key={width} width={width} height="18px" />
          ))}
        </div>
      </section>
    </div>
  )
}
