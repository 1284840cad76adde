'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMoment, useZone } from '@/lib/browser/clock'
import { OVERVIEW } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { ACCURACY_DAYS } from '@/lib/contract/words'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { accuracyQueries } from '@/lib/questions/queries'
import { ageText, REASON_ORDER, REASONS, rangeText, restText, shareText } from '@/lib/words/accuracy'
import { READ_BEFORE_IS_SHOWN } from '@/lib/words/phrases'
import { countOf, countText, dayText, MINUTE, momentText, ms, SECOND } from '@/lib/words/time-text'
import { Shares, Swatch } from '../charts/count-looks'
import { TakeAway } from '../take-away/take-away'
import { useIsTable, ViewSwitch } from '../ui/button'
import { Count, RowTable } from '../ui/data-table'
import { lateIf, QueryError } from '../ui/error-part'
import { Select } from '../ui/fields'
import { PageHead } from '../ui/page-head'
import { Empty, SkeletonBars } from '../ui/parts'
import { RecordingNotice } from '../ui/recording-notice'
import { Fact, Section } from '../ui/section'
import styles from './accuracy.module.css'
import { Deviations } from './deviations'
import { accuracyParameters, questionIn } from './question'
import { LOOKS, WeeksChart, WeeksTable } from './weeks-chart'

/** Whether what was forecast came about, and why not where it did not. */
export function AccuracyPage() {
  const moment = useMoment()
  const zone = useZone()
  const question = questionIn(useUrlState().params)
  const query = useQuery({
    ...accuracyQueries.accuracy(accuracyParameters(question, zone, moment)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      // What is compared in the background is shown as it comes.
      if (state.error?.code === 'not-ready' || (state.data?.computed.left ?? 0) > 0) return 2 * SECOND
      return moment.at === undefined && moment.seen === undefined && 5 * MINUTE
    },
  })
  const { data, error } = query
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Overview', href: OVERVIEW }]}
        title="Were we right?"
        facts={
          data === undefined || data.since === null || data.computed.at === null ? null : (
            <Facts answer={data} isLate={query.isPlaceholderData} />
          )
        }
      />
      <RecordingNotice />
      {data === undefined ? (
        error && error.code !== 'not-ready' ? (
          <QueryError query={query} />
        ) : (
          <SkeletonBars widths={['60%', '100%', '98%', '96%']} height="28px" />
        )
      ) : (
        <section {...lateIf(query.isPlaceholderData)}>
          <Body answer={data} />
        </section>
      )}
      {data !== undefined && <QueryError query={query} rest={READ_BEFORE_IS_SHOWN} />}
    </>
  )
}

function Facts({ answer, isLate }: { readonly answer: AccuracyAnswer; readonly isLate: boolean }) {
  const zone = useZone()
  const { clusters, projects, unrecorded, since } = answer
  const from = since !== null && ms(since) > ms(answer.from) ? since : answer.from
  return (
    <dl className="facts" {...lateIf(isLate)}>
      <Fact term="Maintenances of">{rangeText(from, answer.to, zone)}</Fact>
      <Fact term="Clusters">
        {countText(clusters)} in {countOf(projects, 'project')}
      </Fact>
      {unrecorded === 0 ? null : <Fact term="Not counted">{countText(unrecorded)} not recorded</Fact>}
    </dl>
  )
}

function Body({ answer }: { readonly answer: AccuracyAnswer }) {
  const zone = useZone()
  const isTable = useIsTable()
  const { params, set } = useUrlState()
  const question = questionIn(params)
  const { before } = question
  const age = answer.ages.find((one) => one.before === before)
  if (answer.since === null)
    return <Empty text="Nothing is recorded here: there is nothing to compare forecasts with." />
  if (age === undefined) return null
  const { total, asForecast } = age.counts
  return (
    <>
      <div className={styles.head}>
        <p className="headline">
          {total === 0 && answer.computed.left > 0 ? (
            'What happened is still being compared with the forecasts.'
          ) : total === 0 ? (
            <>No maintenance of these days has a forecast that was made {ageText(before)}.</>
          ) : (
            <>
              <strong>
                {countText(asForecast)} of {countOf(total, 'maintenance')}
              </strong>{' '}
              went as the forecast said {ageText(before)}. {restText(age.counts)}
            </>
          )}
        </p>
        <span className="grow" />
        <div className="bar">
          <Select
            label="Profile"
            value={question.profile ?? ''}
            options={[
              { value: '', text: 'All profiles' },
              ...new Set([...answer.profiles, question.profile ?? []].flat()),
            ]}
            onChange={(profile) => set({ profile: profile || undefined }, 'push')}
          />
          <Select
            label="Days"
            value={question.days}
            options={ACCURACY_DAYS.map((value) => ({ value, text: `${value} days` }))}
            onChange={(days) => set({ days }, 'push')}
          />
          <TakeAway of={answer} />
        </div>
      </div>
      <p className="note">
        As forecast means: begun in the window named, with exactly the versions named for the control plane and every
        pool, and with the outcome named. Anything else is a deviation and is listed below.
      </p>
      <p className="note" role="status">
        {computedText(answer, zone)}
      </p>
      <Ages answer={answer} />
      {total > 0 && (
        <>
          <Section
            className={styles.part}
            title="By reason, week by week"
            note={`forecast made ${ageText(before)}; the lanes of reasons share one scale`}
            actions={<ViewSwitch drawn="Chart" />}
          >
            {isTable ? <WeeksTable answer={answer} /> : <WeeksChart answer={answer} age={age} />}
          </Section>
          <Deviations answer={answer} counts={age.counts} />
        </>
      )}
    </>
  )
}

function computedText({ computed, at }: AccuracyAnswer, zone: string): string {
  const { left } = computed
  if (computed.at === null) return left === 0 ? '' : 'What was forecast is being compared with what happened.'
  const when = `Compared ${momentText(computed.at, zone, at)}.`
  return left === 0 ? when : `${countOf(left, 'day')} still to be compared: the figures grow.`
}

/** How many were as forecast by how long before that was made, and why the others were not. One of them is what the page is about. */
function Ages({ answer }: { readonly answer: AccuracyAnswer }) {
  const zone = useZone()
  const { params, set } = useUrlState()
  const { before } = questionIn(params)
  return (
    <RowTable
      className={`rows ${styles.ages}`}
      caption="As forecast, by how long before the forecast was made"
      heads={[
        'The forecast made',
        { number: 'As forecast' },
        <th key="share" scope="col" className="num">
          <span className="visually-hidden">Share</span>
        </th>,
        <th key="shares" scope="col" className={styles.track}>
          <span className="visually-hidden">Shares</span>
        </th>,
        ...REASON_ORDER.map((reason) => (
          <th key={reason} scope="col" className="num">
            <Swatch look={LOOKS[reason]} /> {REASONS[reason].name}
          </th>
        )),
      ]}
    >
      {answer.ages.map(({ before: age, counts, knownFrom, unknown }) => (
        <tr key={age} data-chosen={age === before || undefined}>
          <th scope="row">
            <label className="choice bold">
              <input
                type="radio"
                name="before"
                checked={age === before}
                onChange={() => set({ before: age }, 'push')}
              />
              {ageText(age)}
            </label>
            {knownFrom === null ? null : (
              <span className={`below faint tiny ${styles.since}`}>
                known from {dayText(knownFrom, zone, { now: answer.at })}
                {unknown === 0 ? '' : ` on, ${countOf(unknown, 'earlier one')} left out`}
              </span>
            )}
          </th>
          <td className="num" data-label="as forecast">
            <b>{countText(counts.asForecast)}</b>
          </td>
          <td className="num">{shareText(counts.asForecast, counts.total)}</td>
          <td className={styles.track} aria-hidden="true">
            <Shares
              parts={[
                { look: LOOKS['as-forecast'], count: counts.asForecast },
                ...REASON_ORDER.map((reason) => ({ look: LOOKS[reason], count: counts.reasons[reason] })),
              ]}
            />
          </td>
          {REASON_ORDER.map((reason) => (
            <Count key={reason} value={counts.reasons[reason]} data-label={REASONS[reason].name} />
          ))}
        </tr>
      ))}
    </RowTable>
  )
}
