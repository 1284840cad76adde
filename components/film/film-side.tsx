'use client'

import { DataTable } from '@/components/ui/data-table'
import { EventGlyph } from '@/components/ui/glyph'
import { Link } from '@/components/ui/link'
import { shootsPage } from '@/lib/client/paths'
import { profileName } from '@/lib/client/queries'
import { countOf, countText } from '@/lib/client/time-text'
import type { FilmAnswer } from '@/lib/contract'
import {
  awayText,
  clustersOf,
  countsOn,
  distanceText,
  draftedText,
  failText,
  firstDayWord,
  longDay,
  type Stop,
  shortDay,
  stopsAround,
  stopText,
  stuckCount,
  stuckGroups,
  stuckOn,
} from './days'
import styles from './film.module.css'

interface FilmSideProps {
  readonly film: FilmAnswer
  readonly stops: readonly Stop[]
  readonly day: number
}

/** So many groups of stuck clusters are named. */
const NAMED = 5

/** One day in figures and words: what is on which minor, what happens around it, who is stuck. */
export function FilmSide({ film, stops, day }: FilmSideProps) {
  const hasDraft = film.draft !== null
  const counts = countsOn(film, day).filter(({ first, count, drafted }) => first > 0 || count > 0 || drafted.count > 0)
  const around = stopsAround(stops, day)
  const stuck = stuckOn(film, day)
  const before = clustersOf(stuckOn(film, 0))
  const { now: total, drafted } = stuckCount(film, day)
  const groups = stuckGroups(stuck)
  const rest = clustersOf(groups.slice(NAMED))
  return (
    <div className={styles.side}>
      <section aria-labelledby="film-day">
        <div className="section-head">
          <h2 id="film-day">{longDay(film, day)}</h2>
          <span className="faint small">{awayText(film, day)}</span>
        </div>
        <DataTable
          heads={[
            'Kubernetes',
            { number: firstDayWord(film) === 'today' ? 'Today' : 'Then' },
            { number: day === 0 ? 'This day' : shortDay(film, day) },
            ...(hasDraft ? [{ number: 'With the draft' }] : []),
          ]}
        >
          <tbody>
            {counts.map(({ minor, tint, first, count, drafted }) => (
              <tr key={minor}>
                <th scope="row">
                  <i className={styles.tint} style={{ background: `var(--m-${tint})` }} />
                  {minor}
                </th>
                <td className="num">{countText(first)}</td>
                <td className="num bold">{countText(count)}</td>
                {hasDraft ? <DraftCell now={count} drafted={drafted.count} /> : null}
              </tr>
            ))}
            <tr className={total > 0 || drafted > 0 ? 'bad' : 'faint'}>
              <th scope="row">
                <i className={`${styles.tint} ${styles.stuckTint}`} />
                of them stuck
              </th>
              <td className="num">{countText(before)}</td>
              <td className="num bold">{countText(total)}</td>
              {hasDraft ? <DraftCell now={total} drafted={drafted} /> : null}
            </tr>
          </tbody>
        </DataTable>
      </section>
      <section aria-labelledby="film-around">
        <h2 id="film-around">Around this day</h2>
        {around.length === 0 ? <p className="faint small">Nothing is ahead within a year.</p> : null}
        <ul className={styles.list}>
          {around.map((stop) => (
            <li key={stop.day}>
              <StopSign stop={stop} day={day} />
              <p>
                <b>
                  {shortDay(film, stop.day)}, {distanceText(day, stop.day)}
                </b>
                <br />
                <span className="muted">{stopText(stop)}</span> <span className="bad">{failText(stop.stuck)}</span>{' '}
                <span className="muted">{draftedText(film, stop)}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      {total === 0 ? null : (
        <section aria-labelledby="film-stuck">
          <div className="section-head">
            <h2 id="film-stuck">Stuck on this day</h2>
            <span className="faint small">{countOf(total, 'cluster')}</span>
            <span className="grow" />
            <Link href={shootsPage({ event: ['fails'] })} className="link small">
              All in Clusters
            </Link>
          </div>
          <ul className={styles.list}>
            {groups.slice(0, NAMED).map(({ minor, profile, from, clusters, cause }) => (
              <li key={JSON.stringify([minor, profile, cause])}>
                <EventGlyph kind="fails" />
                <p>
                  <b>
                    {countText(clusters)} on {minor}
                  </b>{' '}
                  of {profileName(profile)}, since {from === 0 ? `before ${shortDay(film, 0)}` : shortDay(film, from)}
                  <br />
                  <span className="muted">{cause}</span>
                </p>
              </li>
            ))}
          </ul>
          {rest > 0 ? <p className="faint small">{countText(rest)} more</p> : null}
        </section>
      )}
    </div>
  )
}

/** What the draft alone does has no sign of an event: it is dashed, as it is in the picture. */
function StopSign({ stop: { day: on, flows, stuck }, day }: { readonly stop: Stop; readonly day: number }) {
  if (flows.length > 0) return <EventGlyph kind={on <= day ? 'done' : 'forced'} />
  return stuck.length > 0 ? <EventGlyph kind="fails" /> : <i className={styles.ghostSign} />
}

function DraftCell({ now, drafted }: { readonly now: number; readonly drafted: number }) {
  return <td className={now === drafted ? 'num faint' : 'num bold'}>{countText(drafted)}</td>
}
