'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { useUrlState } from '@/lib/browser/url-state'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { profilesQueries } from '@/lib/questions/queries'
import { defaultsOn, manifestText, newClusterNextText, spanOn, typeText } from '@/lib/words/new-cluster'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { countOf, DAY, dayText, fromWall, isoDay } from '@/lib/words/time-text'
import { TakeAway } from '../../take-away/take-away'
import { lookSigns } from '../../timeline/parts'
import { chartMark } from '../../ui/chart-mark'
import { CopyButton } from '../../ui/copy'
import { Answered, lateIf } from '../../ui/error-part'
import { DateField, Select } from '../../ui/fields'
import { Legend, SkeletonBar } from '../../ui/parts'
import { Section } from '../../ui/section'
import { ProfileFrame } from '../profile-frame'
import { readNewClusterChoice } from '../view-state'
import styles from './new-cluster.module.css'
import { Strip } from './strip'
import { ImagesPart, numbersOf, Refusals, TypesPart } from './tables'

/** What a new cluster of a profile gets today and on any day of the next 12 months, and what is refused. */
export function NewClusterPage({ profile }: { readonly profile: ProfileRefBody }): ReactNode {
  const moment = useMoment()
  const asked = readNewClusterChoice(useUrlState().params)
  const query = useQuery({
    ...profilesQueries.newCluster(profile, { ...moment, ...asked }),
    placeholderData: keepPreviousData,
  })
  return (
    <ProfileFrame profile={profile} tab="new-cluster" actions={<TakeAway of={query.data} />}>
      <div {...lateIf(query.isPlaceholderData)}>
        <Answered query={query} waiting={<SkeletonBar width="60%" height="28px" />}>
          {(answer) => <Body profile={profile} answer={answer} />}
        </Answered>
      </div>
    </ProfileFrame>
  )
}

interface BodyProps {
  readonly profile: ProfileRefBody
  readonly answer: NewClusterAnswer
}

function Body({ profile, answer }: BodyProps): ReactNode {
  const { params, set } = useUrlState()
  const zone = useZone()
  const begin = Date.parse(answer.at)
  const range = { from: begin, to: Date.parse(answer.until) }
  const day = dayOf(params.get('date'), answer, zone)
  // A day is told as it ends; the first one as it is now.
  const date = day === 0 ? begin : Math.min(range.to, begin + day * DAY)
  const dateText = day === 0 ? 'today' : dayText(date, zone, { weekday: true })
  const setDay = (next: number) => set({ date: next === 0 ? undefined : isoDay(begin + next * DAY, zone) })
  const days = [...new Set(answer.changes.map((one) => Math.ceil((Date.parse(one) - begin) / DAY)))]
  const showsAll = params.get('all') !== null
  const isHidden = (row: NewClusterAnswer['kubernetes'][number]) =>
    row.form === 'full' && spanOn(row.spans, date)?.got?.stage === 'supported'
  const hidden = answer.kubernetes.filter(isHidden)
  const rows = showsAll ? answer.kubernetes : answer.kubernetes.filter((row) => !isHidden(row))
  const { kubernetes, image } = defaultsOn(answer, date)
  const opened = params.get('image') ?? image?.got?.image ?? null
  const images = answer.images.filter((row) => row.form === 'omitted' || row.image === opened)
  const numbers = numbersOf({ ...answer, images }, date, zone)
  const named = profile.kind === 'CloudProfile' ? 'CloudProfile' : 'NamespacedCloudProfile'
  return (
    <div className="stack">
      <p className="headline">
        If you write no version, a new cluster{' '}
        {kubernetes?.got && image?.got ? (
          <>
            gets <b>Kubernetes {kubernetes.got.version}</b> and{' '}
            <b>
              {image.got.image} {image.got.version}
            </b>
          </>
        ) : (
          <>
            is <b className="bad">refused</b>
          </>
        )}{' '}
        {day === 0 ? 'today' : `on ${dateText}`}. {newClusterNextText(answer, date, zone)}
      </p>
      <div className={`bar ${styles.asked}`}>
        <label htmlFor="date">On</label>
        <DateField
          id="date"
          value={isoDay(date, zone)}
          min={isoDay(begin, zone)}
          tells="left"
          onChange={(next) => set({ date: next === isoDay(begin, zone) ? undefined : next })}
        />
        <label htmlFor="machine">for a machine of</label>
        <Select
          id="machine"
          value={answer.asked.machineType ?? ''}
          options={answer.types.flatMap((type) =>
            type.names.map((value) => ({ value, text: `${value}, ${type.architecture}`, group: typeText(type) })),
          )}
          onChange={(machine) => set({ machine })}
        />
        <label htmlFor="runtime">with</label>
        <Select
          id="runtime"
          value={answer.asked.runtime ?? ''}
          options={[
            { value: '', text: 'containerd' },
            ...answer.runtimes.map((value) => ({ value, text: `containerd and ${value}` })),
          ]}
          onChange={(runtime) => set({ runtime: runtime || undefined })}
        />
        <label htmlFor="kubernetes">and Kubernetes</label>
        <Select
          id="kubernetes"
          value={answer.asked.kubernetes ?? ''}
          options={answer.kubernetes.map(({ asked }) => asked ?? { value: '', text: 'left empty' })}
          onChange={(asked) => set({ kubernetes: asked || undefined })}
        />
        <span className="grow" />
        <CopyButton
          icon="copy"
          label="Copy as YAML"
          text={() => manifestText({ kind: named, name: profile.name }, answer, date)}
        />
      </div>
      <Section
        title="Kubernetes version"
        note="what you write, and what the API server makes of it; drag the line to any day"
        actions={
          <Legend
            items={lookSigns(['supported', 'deprecated', 'preview'])}
            note="Red line: refused. Red ticks: an answer changes."
          />
        }
        {...chartMark('Kubernetes versions to write', range)}
      >
        <Strip
          answer={answer}
          rows={rows}
          range={range}
          days={days}
          day={day}
          date={date}
          dateText={dateText}
          zone={zone}
          onDay={setDay}
        />
        <p className="note">
          {shortText(answer, zone)}
          {days.length === 0
            ? `No answer changes ${range.to < begin + 365 * DAY ? 'until then' : WITHIN_HORIZON}.`
            : `${countOf(days.length, 'day')} on which an answer changes: ${days
                .slice(0, 12)
                .map((one) => dayText(begin + one * DAY, zone, { now: begin }))
                .join(', ')}${days.length > 12 ? ' and later ones' : ''}.`}{' '}
          {hidden.length > 0 && !showsAll && (
            <>Supported versions written in full give themselves: {hidden.map(({ asked }) => asked).join(', ')}. </>
          )}
          {hidden.length > 0 && (
            <button
              type="button"
              data-control
              className="link"
              onClick={() => set({ all: showsAll ? undefined : '1' })}
            >
              {showsAll ? 'Show fewer' : 'Show all'}
            </button>
          )}
        </p>
      </Section>
      <div className={styles.pair}>
        <ImagesPart
          answer={answer}
          rows={images}
          opened={opened}
          numbers={numbers}
          date={date}
          dateText={dateText}
          zone={zone}
          onOpen={(name) => set({ image: name })}
        />
        <TypesPart answer={answer} numbers={numbers} date={date} dateText={dateText} />
      </div>
      <Refusals answer={answer} numbers={numbers} dateText={dateText} />
    </div>
  )
}

/** What is not told of a profile with very many versions. */
function shortText({ at, until, leftOut: { kubernetes, images } }: NewClusterAnswer, zone: string): string {
  const begin = Date.parse(at)
  const end = Date.parse(until)
  const isShort = end < begin + 365 * DAY
  if (!isShort && kubernetes + images === 0) return ''
  const left = `the oldest are left out, ${countOf(kubernetes, 'way')} to write Kubernetes and ${countOf(images, 'way')} to write an image`
  const told = `a year of answers would be too long, and ends on ${dayText(end, zone)}`
  const parts = [...(kubernetes + images > 0 ? [left] : []), ...(isShort ? [told] : [])]
  return `The profile has very many versions: ${parts.join('; ')}. `
}

/** The day of the address, counted from the begin of the year; what lies outside of it counts as today. */
function dayOf(text: string | null, { at, until }: NewClusterAnswer, zone: string): number {
  const begin = Date.parse(at)
  const wanted = text === null ? Number.NaN : fromWall(`${text}T00:00`, zone)
  const days = Math.round((wanted - fromWall(`${isoDay(begin, zone)}T00:00`, zone)) / DAY)
  return days > 0 && begin + days * DAY <= Date.parse(until) ? days : 0
}
