'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useMoment, useNow, usePinned, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { PROFILES, profilePage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { offsetMinutes } from '@/lib/contract/zone'
import type { CompareAnswer } from '@/lib/questions/profiles/contract/compare'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { type ComparedList, headline, isTold, namesOf } from '@/lib/words/compare'
import { countOf, countText, DAY, dayText } from '@/lib/words/time-text'
import { TakeAway } from '../../take-away/take-away'
import { wholeRange, type Zoom, zoomRange, zooms } from '../../timeline'
import { Segmented } from '../../ui/button'
import { CopyLink } from '../../ui/copy-link'
import { ErrorPart } from '../../ui/error-part'
import { Link } from '../../ui/link'
import { Empty, SkeletonBar } from '../../ui/parts'
import { readProfile } from './address'
import { Choices, Partners } from './choices'
import styles from './compare.module.css'
import { ComparedLists } from './compared-lists'
import { datesIn } from './rows'

/** Two profiles beside each other, version by version. Which, and what of them is shown, is in the address. */
export function ComparePage(): ReactNode {
  const moment = useMoment()
  const { params, set } = useUrlState()
  const [a, b] = [params.get('a') || null, params.get('b') || null]
  const profiles = useQuery(profilesQueries.profiles(moment))
  const query = useQuery({
    ...profilesQueries.compare({ a: a ?? '', b: b ?? '', ...moment }),
    enabled: a !== null && b !== null,
    placeholderData: keepPreviousData,
  })
  const answer = a === null || b === null ? undefined : query.data
  const swap = useCallback(() => {
    if (a !== null && b !== null) set({ a: b, b: a }, 'push')
  }, [a, b, set])
  useKeys(useMemo(() => ({ x: swap }), [swap]))
  const first = readProfile(a)
  const title = [a, b].filter((name) => name !== null).join(' and ')
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={PROFILES}>Profiles</Link> /{' '}
        {first && (
          <>
            <Link href={profilePage(first)}>{a}</Link> /{' '}
          </>
        )}
        <span aria-current="page">Compare</span>
      </nav>
      <h1>{title === '' ? 'Compare two profiles' : b === null ? `Compare ${title} with …` : title}</h1>
      {answer && <Headline answer={answer} />}
      <div className={styles.choices}>
        <Choices
          profiles={profiles.data?.items ?? []}
          a={a}
          b={b}
          onChoose={(chosen) => set({ ...chosen }, 'push')}
          onSwap={swap}
        />
        <span className="grow" />
        {answer && <TakeAway at={answer.at} />}
        {answer && <CopyLink of={answer} />}
      </div>
      {profiles.data && first && b === null && <Partners profiles={profiles.data.items} of={first} />}
      {a !== null && b !== null && query.isError ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : answer ? (
        <Body answer={answer} />
      ) : (
        a !== null && b !== null && <SkeletonBar width="60%" height="28px" />
      )}
    </>
  )
}

function Headline({ answer }: { readonly answer: CompareAnswer }): ReactNode {
  const zone = useZone()
  return (
    <p className={`headline ${styles.lead}`}>
      {headline(answer, zone).map(({ text, isStrong }, index) => (
        <span key={text}>
          {index > 0 && ' '}
          {isStrong ? <b>{text}</b> : text}
        </span>
      ))}
    </p>
  )
}

const ZOOM_KEYS: Readonly<Record<Zoom, string>> = { '3m': '1', '6m': '2', '1y': '3', all: '0' }

function Body({ answer }: { readonly answer: CompareAnswer }): ReactNode {
  const pinned = usePinned()
  const zone = useZone()
  const now = useNow()
  const { params, set } = useUrlState()
  const showsAll = params.get('all') !== null
  const zoom = zooms.find((one) => one === params.get('zoom')) ?? '1y'
  const offsetAt = useCallback((instant: number) => offsetMinutes(zone, instant) * 60_000, [zone])
  const today = Math.floor(now / DAY) * DAY
  const lists = useMemo(() => (showsAll ? answer.lists : answer.lists.map(onlyTold)), [answer, showsAll])
  const dates = useMemo(() => datesIn(answer.lists), [answer])
  const range = useMemo(
    () => zoomRange(zoom, today, wholeRange(dates, today, offsetAt), offsetAt),
    [zoom, today, dates, offsetAt],
  )
  const versions = answer.lists.flatMap((list) => list.versions)
  const told = versions.filter(isTold).length
  const setAll = useCallback((all: boolean) => set({ all: all ? '1' : undefined }), [set])
  const setZoom = useCallback((next: Zoom) => set({ zoom: next === '1y' ? undefined : next }), [set])
  useKeys(
    useMemo(
      () => ({
        d: () => setAll(!showsAll),
        1: () => setZoom('3m'),
        2: () => setZoom('6m'),
        3: () => setZoom('1y'),
        0: () => setZoom('all'),
      }),
      [showsAll, setAll, setZoom],
    ),
  )
  return (
    <>
      <ChildNotes answer={answer} />
      <div className={styles.tools}>
        <Segmented<'differences' | 'all'>
          label="Versions"
          value={showsAll ? 'all' : 'differences'}
          options={[
            { value: 'differences', text: `Only differences ${countText(told)}`, title: 'Key d' },
            { value: 'all', text: `All ${countText(versions.length)}`, title: 'Key d' },
          ]}
          onChange={(value) => setAll(value === 'all')}
        />
        <span className="faint small">
          Faded end: date not known. <b>Bold</b>: differs.
        </span>
        <span className="grow" />
        <Segmented<Zoom>
          label="Zoom"
          value={zoom}
          options={zooms.map((one) => ({ value: one, text: one, title: `Key ${ZOOM_KEYS[one]}` }))}
          onChange={setZoom}
        />
      </div>
      {told === 0 && !showsAll ? (
        <Empty text={`None of ${countOf(versions.length, 'version')} differs.`}>
          <button type="button" className={`link ${styles.plain}`} onClick={() => setAll(true)}>
            Show all
          </button>
        </Empty>
      ) : (
        <ComparedLists
          answer={answer}
          lists={lists}
          range={range}
          now={now}
          nowText={`${pinned === undefined ? 'now' : 'pinned'}, ${dayText(now, zone, { now })}`}
          zone={zone}
          offsetAt={offsetAt}
        />
      )}
    </>
  )
}

function onlyTold(list: ComparedList): ComparedList {
  return { ...list, versions: list.versions.filter(isTold) }
}

/** What a namespaced profile says beside its versions. */
function ChildNotes({ answer }: { readonly answer: CompareAnswer }): ReactNode {
  const { child } = answer
  if (child === null) return null
  const names = namesOf(answer)
  const own = child.side === 'a' ? names.a : names.b
  if (child.machineTypes.length === 0 && child.idle.length === 0) return null
  return (
    <p className={styles.note}>
      {child.machineTypes.length > 0 && (
        <>
          {own} also has machine types of its own: {child.machineTypes.join(', ')}.{' '}
        </>
      )}
      {child.idle.join(' ')}
    </p>
  )
}
