'use client'

import { useMemo, useRef } from 'react'
import { Countdown } from '@/components/ui/countdown'
import { EventGlyph } from '@/components/ui/glyph'
import { Link } from '@/components/ui/link'
import { useZone } from '@/lib/browser/clock'
import { profilePage, selectedVersionPage } from '@/lib/browser/paths'
import { HORIZON, profileName } from '@/lib/words/phrases'
import { countOf, countText, DAY, dayText, ms } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { chartMark } from '../ui/chart-mark'
import { DataTable, Scroll } from '../ui/data-table'
import { Empty, Legend } from '../ui/parts'
import { type ExpiryLine, failingText, halfWidth, type PlacedMark, type ProfileExpiries, placedMarks } from './expiries'
import { type MonthTick, monthTicks } from './month-ticks'
import styles from './overview.module.css'
import type { View } from './use-view'

const YEAR = 365 * DAY
/** Width of the lines before it is measured, at the usual size of a desk. */
const GUESSED_WIDTH = 980

export interface ExpiriesSectionProps {
  readonly expiries: readonly ProfileExpiries[]
  readonly at: string
  readonly view: View
}

/** When versions expire that clusters run, profile by profile. */
export function ExpiriesSection({ expiries, at, view }: ExpiriesSectionProps) {
  const hasFails = expiries.some((one) => one.marks.some((mark) => mark.kind === 'fails'))
  return (
    <section
      aria-labelledby="expiries"
      className={styles.expiries}
      {...(view === 'charts' ? chartMark('Expiries per profile', { from: ms(at), to: ms(at) + YEAR }) : {})}
    >
      <div className="section-head">
        <h2 id="expiries">Expiries per profile, next {HORIZON}</h2>
        {view === 'charts' ? <span className="faint">size and number: clusters forced off that version</span> : null}
        <span className="grow" />
        {hasFails && view === 'charts' ? (
          <Legend items={[{ sign: <EventGlyph kind="fails" />, text: 'most of them fail' }]} />
        ) : null}
      </div>
      {expiries.length === 0 ? (
        <Empty text="No profile is used by a cluster." />
      ) : view === 'table' ? (
        <ExpiriesTable expiries={expiries} at={at} />
      ) : (
        <ExpiriesChart expiries={expiries} at={at} />
      )}
    </section>
  )
}

function ExpiriesChart({ expiries, at }: { readonly expiries: readonly ProfileExpiries[]; readonly at: string }) {
  const zone = useZone()
  const axis = useRef<HTMLTableCellElement>(null)
  const width = useWidth(axis, GUESSED_WIDTH)
  const measure = useMeasure()
  const from = ms(at)
  const range = useMemo(() => ({ from, to: from + YEAR }), [from])
  const ticks = useMemo(() => monthTicks(range, zone, { width, measure }), [range, zone, width, measure])
  const most = Math.max(1, ...expiries.flatMap((one) => one.marks.map((mark) => mark.clusters)))
  const line: ExpiryLine = { range, width, measure, most }
  const grid = gridOf(ticks)
  return (
    <div className="scrollx">
      <DataTable
        className={styles.profiles}
        heads={[
          'Profile',
          { number: 'Clusters' },
          <th key="expiries" scope="col" ref={axis} className={styles.line}>
            <span className="visually-hidden">Expiries</span>
            {ticks.map((tick) => (
              <span key={tick.at} aria-hidden="true" className={styles.tick} style={{ left: `${tick.percent}%` }}>
                {tick.text}
              </span>
            ))}
          </th>,
          'Next expiry',
          { number: 'Stuck' },
        ]}
      >
        <tbody>
          {expiries.map((one) => (
            <tr key={profileName(one.profile)}>
              <th scope="row">
                <Link href={profilePage(one.profile)} title={profileName(one.profile)}>
                  <b>{one.profile.name}</b>
                  {one.profile.kind === 'CloudProfile' ? null : <span className="faint"> {one.profile.namespace}</span>}
                </Link>
              </th>
              <td className="num muted">{countText(one.clusters)}</td>
              <td className={styles.line} style={grid}>
                <span className="visually-hidden">{marksText(one, zone)}</span>
                {placedMarks(one.marks, line).map((mark) => (
                  <Diamond key={`${mark.kind} ${mark.left}`} mark={mark} zone={zone} />
                ))}
              </td>
              <td>
                {one.next ? (
                  <Link href={selectedVersionPage(one.profile, one.next.what, one.next.version)}>
                    <b>
                      <Countdown to={one.next.at} form="prose" />
                    </b>{' '}
                    <span className="muted">
                      {one.next.what === 'Kubernetes' ? '' : `${one.next.what} `}
                      {one.next.version}
                    </span>
                  </Link>
                ) : (
                  <span className="faint">no expiry ahead</span>
                )}
              </td>
              <td className={one.stuck === 0 ? 'num faint' : 'num bad'}>{countText(one.stuck)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  )
}

function Diamond({ mark, zone }: { readonly mark: PlacedMark; readonly zone: string }) {
  const title = mark.marks.map((one) => markText(one, zone)).join('\n')
  return (
    <span title={title} aria-hidden="true">
      <i
        className={styles.mark}
        data-kind={mark.kind}
        style={{ left: `${mark.left}%`, width: mark.size, height: mark.size }}
      />
      {mark.figure === '' ? null : (
        <span
          className={styles.markLabel}
          data-kind={mark.kind}
          style={{ left: `calc(${mark.left}% + ${Math.ceil(halfWidth(mark.size)) + 3}px)` }}
        >
          {mark.name} <b>{mark.figure}</b>
        </span>
      )}
    </span>
  )
}

/** `15 Dec 2026 Kubernetes 1.33.6: 46 clusters` */
function markText(mark: ProfileExpiries['marks'][number], zone: string): string {
  return `${dayText(mark.at, zone)} ${mark.what} ${mark.version}: ${countOf(mark.clusters, 'cluster')}${failingText(mark)}`
}

function marksText(profile: ProfileExpiries, zone: string): string {
  return profile.marks.length === 0 ? 'none' : profile.marks.map((mark) => markText(mark, zone)).join('; ')
}

/** A hairline per month behind a row. */
function gridOf(ticks: readonly MonthTick[]) {
  return {
    backgroundImage: ticks.map(() => 'linear-gradient(var(--line) 0 0)').join(', '),
    backgroundPosition: ticks.map((tick) => `${tick.percent}% 0`).join(', '),
    backgroundSize: '1px 100%',
    backgroundRepeat: 'no-repeat',
  }
}

/** The diamonds as a table, in order of time. */
function ExpiriesTable({ expiries, at }: { readonly expiries: readonly ProfileExpiries[]; readonly at: string }) {
  const zone = useZone()
  const rows = expiries
    .flatMap(({ profile, marks }) => marks.map((mark) => ({ profile, mark })))
    .sort((a, b) => ms(a.mark.at) - ms(b.mark.at))
  if (rows.length === 0) return <Empty text="No expiry date is set that concerns a cluster." />
  return (
    <Scroll label="Expiries as a table" className={styles.tall}>
      <DataTable
        className="dense"
        heads={['Expires', 'In', 'Profile', 'Version', { number: 'Clusters' }, { number: 'Fail' }, { number: 'Nodes' }]}
      >
        <tbody>
          {rows.map(({ profile, mark }) => (
            <tr key={`${profileName(profile)} ${mark.what} ${mark.version} ${mark.at}`}>
              <td>{dayText(mark.at, zone, { now: at, weekday: true })}</td>
              <td className="muted">
                <Countdown to={mark.at} form="prose" />
              </td>
              <td>
                <Link href={profilePage(profile)}>{profileName(profile)}</Link>
              </td>
              <th scope="row">
                <Link href={selectedVersionPage(profile, mark.what, mark.version)}>
                  <span className="muted">{mark.what}</span> {mark.version}
                </Link>
              </th>
              <td className="num">{countText(mark.clusters)}</td>
              <td className={mark.fails === 0 ? 'num faint' : 'num bad'}>{countText(mark.fails)}</td>
              <td className="num muted">{nodeFigure(mark.nodes)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
