'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { FilmToday } from '@/components/as-of/film-today'
import { NoCluster } from '@/components/shell/no-cluster'
import { chartMark, TakeAway } from '@/components/take-away'
import { CopyLink } from '@/components/ui/copy-link'
import { ErrorPart } from '@/components/ui/error-part'
import { Legend, SkeletonBar } from '@/components/ui/parts'
import { ViewSwitch } from '@/components/ui/view-switch'
import type { OpenedDraft } from '@/components/wall'
import { DraftPart } from '@/components/wall/draft-line'
import { isWithDraft, withDraftPatch } from '@/components/wall/wall-state'
import { useMoment, useZone } from '@/lib/client/clock'
import { useKeys } from '@/lib/client/keys'
import { queries } from '@/lib/client/queries'
import { useUrlState } from '@/lib/client/url-state'
import type { FilmAnswer } from '@/lib/contract'
import type { Asked } from '@/lib/contract/route'
import { firstAt } from '@/lib/contract/zone'
import { DAY } from '@/lib/engine/time'
import type { FilmOfDraftRoute } from '@/lib/questions/film/contract'
import { dateOf, headlineOf, stopsOf } from './days'
import styles from './film.module.css'
import { filmBody } from './film-body'
import { FilmChart } from './film-chart'
import { FilmSide } from './film-side'
import { FilmControls, FilmStrip } from './film-strip'
import { FilmTable } from './film-table'
import { useScrub } from './use-film'

/** A year of clusters that come from minor to minor, day by day. */
export function FilmPage(opened: OpenedDraft) {
  const { draft } = opened
  const moment = useMoment()
  const zone = useZone()
  const body = filmBody({ ...moment, zone, draft })
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...queries.film(body),
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return (
      <>
        <h1 className="headline">Film</h1>
        {error && error.code !== 'not-ready' ? (
          <ErrorPart error={error} at={errorUpdatedAt} onRetry={() => refetch()} />
        ) : (
          <div aria-busy="true" className={styles.waiting}>
            {['100%', '96%', '98%', '94%', '100%'].map((width) => (
              <SkeletonBar key={width} width={width} height="40px" />
            ))}
          </div>
        )}
      </>
    )
  if (data.clusters === 0)
    return (
      <>
        <h1 className="headline">Film</h1>
        <NoCluster />
      </>
    )
  return (
    <>
      <Film answer={data} body={body} {...opened} />
      {error ? (
        <ErrorPart error={error} at={errorUpdatedAt} onRetry={() => refetch()} rest="What was read before is shown." />
      ) : null}
    </>
  )
}

interface FilmProps extends OpenedDraft {
  readonly answer: FilmAnswer
  readonly body: Asked<FilmOfDraftRoute>['body']
}

function Film({ answer, body, draft, problem }: FilmProps) {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const withDraft = isWithDraft(params)
  const film = useMemo(() => (withDraft ? answer : { ...answer, draft: null }), [answer, withDraft])
  const stops = useMemo(() => stopsOf(film), [film])
  const scrub = useScrub(film, stops, !isTable)
  const setWithDraft = useCallback((shown: boolean) => set(withDraftPatch(shown), 'push'), [set])
  useKeys(
    useMemo(() => (draft === null ? {} : { d: () => setWithDraft(!withDraft) }), [draft, setWithDraft, withDraft]),
  )
  const { day, go } = scrub
  const { day: date, fact, drafted, warning } = headlineOf(film, day)
  return (
    <>
      <div className={styles.head}>
        <h1 className={`headline ${styles.headline}`}>
          On {date}, <strong>{fact}</strong>
          {drafted}. {warning ? <span className="bad">{warning}</span> : null}
        </h1>
        <span className="grow" />
        <div className={styles.acts}>
          <TakeAway at={film.at} />
          <CopyLink of={film} patch={{ day: dateOf(film, day) }} />
        </div>
      </div>
      {body.seen !== undefined && (
        <FilmToday answer={film} body={withDraft ? body : { ...body, draft: undefined }} date={dateOf(film, day)} />
      )}
      <div className={styles.tools}>
        <ViewSwitch
          isTable={isTable}
          drawn="Film"
          onChange={(table) => set({ view: table ? 'table' : undefined }, 'push')}
        />
        <DraftPart
          draft={draft}
          problem={problem}
          isShown={withDraft}
          onShow={setWithDraft}
          texts={['Without the draft', 'Draft as a ghost']}
          marks="Dashed: with it."
          impossible={answer.draft?.impossible ?? 0}
          elsewhere="wall"
        />
        <span className="grow" />
        <p className="faint small">if nobody acts, as far as expiry dates are set</p>
      </div>
      <div className={styles.body}>
        <div className={styles.main}>
          {isTable ? (
            <FilmTable film={film} stops={stops} day={day} />
          ) : (
            <div className={styles.picture} {...chartMark('Clusters from minor to minor', rangeOf(film))}>
              <Legend items={film.draft === null ? SIGNS : [...SIGNS, GHOST_SIGN]} />
              <FilmChart film={film} day={day} onDay={go} />
            </div>
          )}
          <FilmStrip film={film} stops={stops} scrub={scrub} />
          <FilmControls film={film} scrub={scrub} hasDraft={draft !== null} />
        </div>
        <FilmSide film={film} stops={stops} day={day} />
      </div>
    </>
  )
}

const SIGNS = [
  { sign: <i className={styles.keyArea} />, text: 'clusters on a minor' },
  { sign: <i className={styles.keyLink} />, text: 'go to the next' },
  { sign: <i className={styles.keyStuck} />, text: 'stuck, remain' },
]
const GHOST_SIGN = { sign: <i className={styles.keyGhost} />, text: 'with the draft' }

/** From the begin of the first day to the end of the last one, where the reader is. */
function rangeOf(film: FilmAnswer) {
  const { zone, days } = film
  return {
    from: firstAt(zone, Date.parse(dateOf(film, 0))),
    to: firstAt(zone, Date.parse(dateOf(film, days - 1)) + DAY),
  }
}
