'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import { clusterQueries } from '@/lib/questions/queries'
import { shootHeadline } from '@/lib/words/headline'
import { profileName } from '@/lib/words/phrases'
import { nodesText } from '@/lib/words/wording'
import { ReportedLines, SentenceText } from '../outlook/texts'
import { TicketButton } from '../outlook/ticket-button'
import { ButtonLink } from '../ui/button'
import { Answered } from '../ui/error-part'
import { SkeletonBars } from '../ui/parts'
import { Fact } from '../ui/section'
import styles from './clusters.module.css'
import { autoUpdateText, type ClusterColumn, COLUMN_WORDS, MORE_COLUMNS } from './columns'

/** It is loaded when a row is opened. */
const LaneStrip = dynamic(() => import('../outlook/lane-chart').then((part) => part.LaneStrip), { loading: Loading })

/** What an expanded row shows: lanes, one sentence, what to do next. */
export function Details({ row, columns }: { readonly row: ShootRow; readonly columns: readonly ClusterColumn[] }) {
  const moment = useMoment()
  const query = useQuery(clusterQueries.shoot({ namespace: row.namespace, name: row.name }, moment))
  const now = useNow()
  return (
    <div className={styles.detailsGrid}>
      <div>
        <Answered query={query} waiting={<Loading />}>
          {(answer) => <LaneStrip answer={answer} now={now} />}
        </Answered>
      </div>
      <div>
        {query.data === undefined ? null : <Summary answer={query.data} />}
        <Facts row={row} columns={columns} />
        <div className={`bar ${styles.actions}`}>
          <ButtonLink href={shootPage(row)}>Open cluster</ButtonLink>
          {query.data === undefined ? null : <TicketButton answer={query.data} />}
        </div>
      </div>
    </div>
  )
}

function Summary({ answer }: { readonly answer: ShootAnswer }) {
  const now = useNow()
  const { lead, before, after } = shootHeadline(answer, now, useZone())
  return (
    <>
      <p className="muted">
        <b>
          <SentenceText sentence={lead} />
        </b>
        {[before, after].map((other) => (other === null ? null : ` ${other.when} ${other.text}`))}
      </p>
      <ReportedLines texts={answer.constraints.flatMap(({ reported, text }) => (reported ? text : []))} />
    </>
  )
}

/** What has no column in every window. */
function Facts({ row, columns }: { readonly row: ShootRow; readonly columns: readonly ClusterColumn[] }) {
  const more: Readonly<Record<(typeof MORE_COLUMNS)[number], string>> = {
    region: row.region ?? 'none',
    purpose: row.purpose ?? 'none',
    size: nodesText(row.nodes),
  }
  return (
    <dl className="facts">
      <Fact term="Profile">{profileName(row.profile)}</Fact>
      <Fact term="Auto-update">{autoUpdateText(row)}</Fact>
      <Fact term="Window">
        {row.windowText === null ? 'any time' : `${row.windowText} ${row.nextWindow.offset.replace('-', '−')}`}
      </Fact>
      {MORE_COLUMNS.filter((column) => columns.includes(column)).map((column) => (
        <Fact key={column} term={COLUMN_WORDS[column]}>
          {more[column]}
        </Fact>
      ))}
    </dl>
  )
}

function Loading() {
  return <SkeletonBars widths={['100%', '86%', '92%']} height="10px" />
}
