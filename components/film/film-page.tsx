'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CopyLink } from '@/components/ui/copy-link'
import { ErrorPart } from '@/components/ui/error-part'
import { Empty, Legend, SkeletonBar } from '@/components/ui/parts'
import { ViewSwitch } from '@/components/ui/view-switch'
import { useAt, useZone } from '@/lib/client/clock'
import { teamQueries } from '@/lib/client/team-queries'
import { useUrlState } from '@/lib/client/url-state'
import type { FilmAnswer } from '@/lib/contract'
import { dateOf, headlineOf, stopsOf } from './days'
import styles from './film.module.css'
import { FilmChart } from './film-chart'
import { FilmSide } from './film-side'
import { FilmControls, FilmStrip } from './film-strip'
import { FilmTable } from './film-table'
import { useScrub } from './use-film'

/** A year of clusters that come from minor to minor, day by day. */
export function FilmPage() {
  const at = useAt()
  const zone = useZone()
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...teamQueries.film({ at, zone }),
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
        <Empty text="Clusters appear here as soon as some are read." />
      </>
    )
  return (
    <>
      <Film film={data} />
      {error ? (
        <ErrorPart error={error} at={errorUpdatedAt} onRetry={() => refetch()} rest="What was read before is shown." />
      ) : null}
    </>
  )
}

function Film({ film }: { readonly film: FilmAnswer }) {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const stops = useMemo(() => stopsOf(film), [film])
  const scrub = useScrub(film, stops, !isTable)
  const { day, go } = scrub
  const { day: date, fact, warning } = headlineOf(film, day)
  return (
    <>
      <div className={styles.head}>
        <h1 className={`headline ${styles.headline}`}>
          On {date}, <strong>{fact}</strong>. {warning ? <span className="bad">{warning}</span> : null}
        </h1>
        <span className="grow" />
        <CopyLink at={film.at} patch={{ day: dateOf(film, day) }} />
      </div>
      <div className={styles.tools}>
        <ViewSwitch
          isTable={isTable}
          drawn="Film"
          onChange={(table) => set({ view: table ? 'table' : undefined }, 'push')}
        />
        {isTable ? null : (
          <Legend
            items={[
              { sign: <i className={styles.keyArea} />, text: 'clusters on a minor' },
              { sign: <i className={styles.keyLink} />, text: 'go to the next' },
              { sign: <i className={styles.keyStuck} />, text: 'stuck, remain' },
            ]}
          />
        )}
        <span className="grow" />
        <p className="faint small">if nobody acts, as far as expiry dates are set</p>
      </div>
      <div className={styles.body}>
        <div className={styles.main}>
          {isTable ? <FilmTable film={film} stops={stops} day={day} /> : <FilmChart film={film} day={day} onDay={go} />}
          <FilmStrip film={film} stops={stops} scrub={scrub} />
          <FilmControls film={film} scrub={scrub} />
        </div>
        <FilmSide film={film} stops={stops} day={day} />
      </div>
    </>
  )
}
