'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DriftSection } from '@/components/policy/drift-section'
import { Segmented } from '@/components/ui/button'
import { ErrorPart } from '@/components/ui/error-part'
import { useAt, useZone } from '@/lib/client/clock'
import { type Keys, useKeys } from '@/lib/client/keys'
import { queries } from '@/lib/client/queries'
import { MINUTE, SECOND } from '@/lib/client/time-text'
import { useUrlState } from '@/lib/client/url-state'
import { DayStrip } from './day-strip'
import { ExpiriesSection } from './expiries-section'
import { Figures } from './figures'
import { headlineOf } from './headline'
import { LoadingOverview } from './loading'
import { MinorsSection } from './minors-section'
import { NextForced } from './next-forced'
import styles from './overview.module.css'

const VIEWS = [
  { value: 'charts', text: 'Charts', title: 'Charts (t)' },
  { value: 'table', text: 'Tables', title: 'The same data as tables (t)' },
] as const

export type View = (typeof VIEWS)[number]['value']

/** What needs attention on the landscape. */
export function Overview() {
  const zone = useZone()
  const at = useAt()
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...queries.garden({ at, zone }),
    refetchInterval: (query) => {
      const isReading = query.state.error?.code === 'not-ready' || query.state.data?.garden.state === 'reading'
      return isReading ? 3 * SECOND : at === undefined && 5 * MINUTE
    },
  })
  const [view, setView] = useView()

  if (data === undefined && error && error.code !== 'not-ready') {
    return (
      <>
        <h1>What needs attention</h1>
        <ErrorPart error={error} at={errorUpdatedAt} onRetry={() => refetch()} />
      </>
    )
  }
  if (data === undefined) return <LoadingOverview />

  const { fact, warning } = headlineOf(data.figures)
  if (data.figures.clusters === 0) {
    return (
      <>
        <h1>{data.garden.state === 'live' ? 'This garden has no clusters.' : 'No cluster has been read so far.'}</h1>
        <p className={styles.lead}>
          {data.garden.state === 'live' ? 'Nothing is forced and nothing fails. ' : ''}
          Clusters appear here as soon as there are some.
        </p>
      </>
    )
  }
  return (
    <>
      <div className={styles.head}>
        <h1>
          {fact} {warning ? <span className="bad">{warning}</span> : null}
        </h1>
        <span className="grow" />
        <Segmented label="View" value={view} options={VIEWS} onChange={setView} />
      </div>
      <Figures figures={data.figures} />
      {error ? (
        <ErrorPart error={error} at={errorUpdatedAt} onRetry={() => refetch()} rest="What was read before is shown." />
      ) : null}
      <DayStrip key={data.days[0]?.date} days={data.days} zone={data.zone} at={data.at} view={view} />
      <div className={styles.two}>
        <NextForced next={data.nextForced} />
        <MinorsSection minors={data.minors} at={data.at} view={view} />
      </div>
      <ExpiriesSection expiries={data.expiries} at={data.at} view={view} />
      <DriftSection />
    </>
  )
}

/** Charts or their tables: in the address, so that a link shows the same. */
function useView(): readonly [View, (view: View) => void] {
  const { params, set } = useUrlState()
  const view: View = params.get('view') === 'table' ? 'table' : 'charts'
  const setView = (next: View) => set({ view: next === 'table' ? next : undefined })
  const keys = useMemo<Keys>(() => ({ t: () => set({ view: view === 'table' ? undefined : 'table' }) }), [view, set])
  useKeys(keys)
  return [view, setView]
}
