'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { chartMark, TakeAway } from '@/components/take-away'
import { Legend } from '@/components/timeline'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { CopyLink } from '@/components/ui/copy-link'
import { DataTable } from '@/components/ui/data-table'
import { DateField } from '@/components/ui/date-field'
import { ErrorPart } from '@/components/ui/error-part'
import { Link } from '@/components/ui/link'
import { SkeletonBar } from '@/components/ui/parts'
import { Scroll } from '@/components/ui/scroll'
import { Tabs } from '@/components/ui/tabs'
import { useAt, useZone } from '@/lib/client/clock'
import { PROFILES, profilePage } from '@/lib/client/paths'
import { profileName } from '@/lib/client/queries'
import { countOf, countText, DAY, dayText, fromWall, isoDay } from '@/lib/client/time-text'
import { type SearchPatch, useUrlState } from '@/lib/client/url-state'
import { newClusterPage } from '@/lib/client/version-paths'
import { versionQueries } from '@/lib/client/version-queries'
import type { NewClusterAnswer, ProfileRefBody } from '@/lib/contract'
import { offsetMinutes } from '@/lib/contract/zone'
import { readAsked } from './address'
import styles from './new-cluster.module.css'
import { Got, Strip } from './strip'
import { type AnswerSpan, defaultsOn, imageWhy, manifestText, namesText, nextText, spanOn } from './words'

/** What a new cluster of a profile gets today and on any day of the year that follows, and what is refused. */
export function NewClusterPage({ profile }: { readonly profile: ProfileRefBody }): ReactNode {
  const at = useAt()
  const { params, set } = useUrlState()
  const asked = readAsked(params)
  const query = useQuery({
    ...versionQueries.newCluster(profile, { at, ...asked }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={PROFILES}>Profiles</Link> / <Link href={profilePage(profile)}>{profileName(profile)}</Link> /{' '}
        <span aria-current="page">New cluster</span>
      </nav>
      {query.data === undefined ? (
        <>
          <h1>New cluster of {profileName(profile)}</h1>
          {query.isError ? (
            <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonBar width="60%" height="28px" />
          )}
        </>
      ) : (
        <Body profile={profile} answer={query.data} params={params} set={set} />
      )}
    </>
  )
}

interface BodyProps {
  readonly profile: ProfileRefBody
  readonly answer: NewClusterAnswer
  readonly params: URLSearchParams
  readonly set: (patch: SearchPatch) => void
}

function Body({ profile, answer, params, set }: BodyProps): ReactNode {
  const zone = useZone()
  const offsetAt = useCallback((instant: number) => offsetMinutes(zone, instant) * 60_000, [zone])
  const begin = Date.parse(answer.at)
  const range = useMemo(() => ({ from: begin, to: Date.parse(answer.until) }), [begin, answer.until])
  const day = dayOf(params.get('date'), answer, zone)
  // A day is told as it ends; the first one as it is now.
  const date = day === 0 ? begin : Math.min(range.to, begin + day * DAY)
  const dateText = day === 0 ? 'today' : dayText(date, zone, { weekday: true })
  const setDay = (next: number) => set({ date: next === 0 ? undefined : isoDay(begin + next * DAY, zone) })
  const days = useMemo(
    () => [...new Set(answer.changes.map((one) => Math.ceil((Date.parse(one) - begin) / DAY)))],
    [answer.changes, begin],
  )
  const showsAll = params.get('all') !== null
  const isHidden = (row: NewClusterAnswer['kubernetes'][number]) =>
    row.form === 'full' && spanOn(row.spans, date)?.got?.stage === 'supported'
  const hidden = answer.kubernetes.filter(isHidden)
  const rows = showsAll ? answer.kubernetes : answer.kubernetes.filter((row) => !isHidden(row))
  const { kubernetes, image } = defaultsOn(answer, date)
  const opened = params.get('image') ?? image?.got?.image ?? null
  const images = answer.images.filter((row) => row.form === 'omitted' || row.image === opened)
  const numbers = numbersOf({ ...answer, images }, date)
  const named = profile.kind === 'CloudProfile' ? 'CloudProfile' : 'NamespacedCloudProfile'
  return (
    <>
      <Head profile={profile} answer={answer} />
      <p className={`headline ${styles.lead}`}>
        {kubernetes?.got && image?.got ? (
          <>
            Left empty, a new cluster gets <b>Kubernetes {kubernetes.got.version}</b> and{' '}
            <b>
              {image.got.image} {image.got.version}
            </b>{' '}
            {day === 0 ? 'today' : `on ${dateText}`}. {nextText(answer, date, zone)}
          </>
        ) : (
          <>
            Left empty, a new cluster is <b className="bad">refused</b> {day === 0 ? 'today' : `on ${dateText}`}.{' '}
            {nextText(answer, date, zone)}
          </>
        )}
      </p>
      <div className={styles.choices}>
        <label htmlFor="date">On</label>
        <DateField
          id="date"
          value={isoDay(date, zone)}
          min={isoDay(begin, zone)}
          tells="left"
          onChange={(next) => set({ date: next === isoDay(begin, zone) ? undefined : next })}
        />
        <label htmlFor="machine">for a machine of</label>
        <select
          id="machine"
          className={styles.select}
          value={answer.asked.machineType ?? ''}
          onChange={(event) => set({ machine: event.target.value })}
        >
          {answer.types.map((type) => (
            <optgroup key={type.names[0]} label={typeText(type)}>
              {type.names.map((name) => (
                <option key={name} value={name}>
                  {name}, {type.architecture}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <label htmlFor="runtime">with</label>
        <select
          id="runtime"
          className={styles.select}
          value={answer.asked.runtime ?? ''}
          onChange={(event) => set({ runtime: event.target.value === '' ? undefined : event.target.value })}
        >
          <option value="">containerd</option>
          {answer.runtimes.map((name) => (
            <option key={name} value={name}>
              containerd and {name}
            </option>
          ))}
        </select>
        <label htmlFor="kubernetes">and Kubernetes</label>
        <select
          id="kubernetes"
          className={styles.select}
          value={answer.asked.kubernetes ?? ''}
          onChange={(event) => set({ kubernetes: event.target.value === '' ? undefined : event.target.value })}
        >
          {answer.kubernetes.map(({ asked }) => (
            <option key={asked ?? ''} value={asked ?? ''}>
              {asked ?? 'left empty'}
            </option>
          ))}
        </select>
        <span className="grow" />
        <CopyButton
          icon="copy"
          label="Copy as YAML"
          text={() => manifestText({ kind: named, name: profile.name }, answer, date)}
        />
        <TakeAway at={answer.at} />
        <CopyLink at={answer.at} />
      </div>
      <section aria-labelledby="versions" {...chartMark('Kubernetes versions to write', range)}>
        <div className="section-head">
          <h2 id="versions">Kubernetes version</h2>
          <span className="faint">what you write, and what the API server makes of it; drag the line to any day</span>
        </div>
        <Legend looks={['supported', 'deprecated', 'preview']}>
          <span className="faint">Red tail: refused. Red ticks: an answer changes.</span>
        </Legend>
        <Strip
          answer={answer}
          rows={rows}
          range={range}
          days={days}
          day={day}
          date={date}
          dateText={dateText}
          zone={zone}
          offsetAt={offsetAt}
          onDay={setDay}
        />
        <p className={styles.note}>
          {days.length === 0
            ? 'No answer changes within the year.'
            : `${countOf(days.length, 'day')} on which an answer changes: ${days
                .slice(0, 12)
                .map((one) => dayText(begin + one * DAY, zone, { now: begin }))
                .join(', ')}${days.length > 12 ? ' and later ones' : ''}.`}{' '}
          {hidden.length > 0 && !showsAll && (
            <>Supported versions written in full give themselves: {hidden.map(({ asked }) => asked).join(', ')}. </>
          )}
          {hidden.length > 0 && (
            <Button look="quiet" small onClick={() => set({ all: showsAll ? undefined : '1' })}>
              {showsAll ? 'Show fewer' : 'Show all'}
            </Button>
          )}
        </p>
      </section>
      <div className={styles.columns}>
        <section aria-labelledby="images">
          <div className="section-head">
            <h2 id="images">Machine image</h2>
            <span className="faint">
              for {answer.asked.machineType}, {answer.asked.architecture}, {dateText}
            </span>
          </div>
          <Scroll label="Images to write, and what they give">
            <DataTable className={styles.table} heads={['You write', 'You get', 'Why']}>
              <tbody>
                {images.map((row) => {
                  const span = spanOn(row.spans, date)
                  return (
                    <tr key={`${row.image}/${row.version}`}>
                      <th scope="row" className="nowrap">
                        {row.image === null ? (
                          <i>left empty</i>
                        ) : row.version === null && row.image !== opened ? (
                          <Button look="quiet" small onClick={() => set({ image: row.image ?? undefined })}>
                            {row.image}
                          </Button>
                        ) : (
                          <b>{row.image}</b>
                        )}{' '}
                        {row.version}{' '}
                        <small>{row.image === null ? '' : row.version === null ? 'name only' : row.form}</small>
                      </th>
                      <td>
                        {row.image === null && span?.got && `${span.got.image} `}
                        <Got
                          span={span}
                          number={span?.refusal == null ? undefined : numbers.get(span.refusal)?.number}
                        />
                      </td>
                      <td className="muted">{span?.got ? imageWhy(row, date, zone) : span?.defaulted}</td>
                    </tr>
                  )
                })}
              </tbody>
            </DataTable>
          </Scroll>
        </section>
        <section aria-labelledby="types">
          <div className="section-head">
            <h2 id="types">Per machine type and architecture</h2>
            <span className="faint">image version left empty, {dateText}</span>
          </div>
          <Scroll label="Machine types and what they get">
            <DataTable
              className={styles.table}
              heads={[
                'Machine types',
                'Image left empty',
                ...(answer.types[0]?.cells ?? []).flatMap(({ image: name }) => name ?? []),
              ]}
            >
              <tbody>
                {answer.types.map((type) => (
                  <tr key={type.names[0]}>
                    <th scope="row">
                      <b>{typeText(type)}</b>
                      <small title={type.names.join(', ')}>{namesText(type.names)}</small>
                    </th>
                    {type.cells.map((cell) => {
                      const span = spanOn(cell.spans, date)
                      return (
                        <td key={cell.image ?? ''} data-label={cell.image ?? 'left empty'}>
                          {cell.image === null && span?.got && `${span.got.image} `}
                          <Got
                            span={span}
                            number={span?.refusal == null ? undefined : numbers.get(span.refusal)?.number}
                          />
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </DataTable>
          </Scroll>
        </section>
      </div>
      <Refusals answer={answer} numbers={numbers} dateText={dateText} />
    </>
  )
}

/** What the profile has to choose from, and the way back to its versions. */
function Head({ profile, answer }: { readonly profile: ProfileRefBody; readonly answer: NewClusterAnswer }): ReactNode {
  const versions = answer.kubernetes.filter(({ form }) => form === 'full').length
  const images = new Map<string, number>()
  for (const { image, form } of answer.images)
    if (image !== null) images.set(image, (images.get(image) ?? 0) + (form === 'full' ? 1 : 0))
  const machines = answer.types.flatMap(({ names }) => names).length
  const retired = answer.types.flatMap(({ names, usable }) => (usable ? [] : names)).length
  const page = profilePage(profile)
  return (
    <>
      <div className={styles.title}>
        <h1>New cluster of {profileName(profile)}</h1>
        <dl className="facts">
          <div>
            <dt>Versions</dt>
            <dd>
              {countText(versions)} of Kubernetes, {countText([...images.values()].reduce((a, b) => a + b, 0))} of{' '}
              {countOf(images.size, 'image')}
            </dd>
          </div>
          <div>
            <dt>Machine types</dt>
            <dd>
              {countText(machines)}
              {retired > 0 && `, ${countText(retired)} retired`}
            </dd>
          </div>
          {answer.resourceVersion !== null && (
            <div>
              <dt>resourceVersion</dt>
              <dd>{answer.resourceVersion}</dd>
            </div>
          )}
        </dl>
      </div>
      <Tabs
        label="Kubernetes and machine images"
        tabs={[
          { text: 'Kubernetes', href: page, count: countText(versions), current: false },
          ...[...images].map(([name, count]) => ({
            text: name,
            href: `${page}?tab=${encodeURIComponent(name)}`,
            count: countText(count),
            current: false,
          })),
          { text: 'New cluster', href: newClusterPage(profile), current: true },
        ]}
      />
    </>
  )
}

function Refusals(props: {
  readonly answer: NewClusterAnswer
  readonly numbers: ReadonlyMap<number, Numbered>
  readonly dateText: string
}): ReactNode {
  const { answer, numbers, dateText } = props
  if (numbers.size === 0) return null
  return (
    <section aria-labelledby="refusals" className={styles.refusals}>
      <div className="section-head">
        <h2 id="refusals">Refusals, in the API server’s words</h2>
        <span className="faint">{dateText}, with a cluster named new</span>
      </div>
      <ol>
        {[...numbers].map(([place, { number, of, defaulted }]) => {
          const refusal = answer.refusals[place]
          if (refusal === undefined) return null
          return (
            <li key={place}>
              <span className={styles.number}>{number}</span>
              <div>
                <p>
                  <b>{[...of].join('; ')}</b>
                  {defaulted.size > 0 && <> Defaulted, then refused: {[...defaulted].join('; ')}.</>}
                  {!refusal.verbatim && <span className="faint"> In our words:</span>}
                </p>
                <blockquote className={styles.quote}>{refusal.text}</blockquote>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** A refusal of the day. */
interface Numbered {
  readonly number: number
  /** What is written where it is the answer. */
  readonly of: Set<string>
  /** Why what was filled in is refused. */
  readonly defaulted: Set<string>
}

/** The refusals of the day by their place, numbered in the order in which a reader meets them. */
function numbersOf({ images, types }: NewClusterAnswer, date: number): ReadonlyMap<number, Numbered> {
  const numbers = new Map<number, Numbered>()
  const meet = (name: string, spans: readonly AnswerSpan[]) => {
    const span = spanOn(spans, date)
    if (span === undefined || span.refusal === null) return
    const known = numbers.get(span.refusal) ?? { number: numbers.size + 1, of: new Set(), defaulted: new Set() }
    known.of.add(name)
    if (span.defaulted !== null) known.defaulted.add(span.defaulted)
    numbers.set(span.refusal, known)
  }
  for (const { image, version, spans } of images)
    meet([image ?? 'left empty', version].filter(Boolean).join(' '), spans)
  for (const type of types)
    for (const { image, spans } of type.cells) meet(`${image ?? 'left empty'} on ${typeText(type)}`, spans)
  return numbers
}

/** `amd64`, `amd64, hypervisor gen2`, `arm64, retired` */
function typeText({ architecture, capabilities, usable }: NewClusterAnswer['types'][number]): string {
  const more = capabilities.map(({ name, values }) => `${name} ${values.join(' or ')}`)
  return [architecture, ...more, ...(usable ? [] : ['retired'])].join(', ')
}

/** The day of the address, counted from the begin of the year; what lies outside of it counts as today. */
function dayOf(text: string | null, { at, until }: NewClusterAnswer, zone: string): number {
  const begin = Date.parse(at)
  const wanted = text === null ? Number.NaN : fromWall(`${text}T00:00`, zone)
  const days = Math.round((wanted - fromWall(`${isoDay(begin, zone)}T00:00`, zone)) / DAY)
  return days > 0 && begin + days * DAY <= Date.parse(until) ? days : 0
}
