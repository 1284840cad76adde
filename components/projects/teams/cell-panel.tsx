'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { shootPage, shootsPage } from '@/lib/browser/paths'
import { offsetText } from '@/lib/contract/zone'
import type { WallCellAnswer } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/queries'
import { codedCauseText } from '@/lib/words/causes'
import { whatText } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { cellNotice, cellSentence, dayRangeText } from '@/lib/words/teams'
import { countOf } from '@/lib/words/time-text'
import { clockOrAnyTime } from '@/lib/words/when'
import { ButtonLink, IconButton } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { RowTable } from '../../ui/data-table'
import { EffectText, OtherNight } from '../../ui/effect'
import { Answered } from '../../ui/error-part'
import { EventGlyph } from '../../ui/glyph'
import { Link } from '../../ui/link'
import { Move, SkeletonBars } from '../../ui/parts'
import { Owner } from '../subject'
import styles from './teams.module.css'
import type { TeamsDraft } from './teams-state'

interface WallPanelProps {
  readonly project: string
  /** Days of the calendar, both included. */
  readonly from: string
  readonly to: string
  readonly today: string
  readonly draft: TeamsDraft | null
  readonly onClose: () => void
}

/** What begins in a cell: a sentence, its clusters, and what to do with them. */
export function CellPanel({ project, from, to, today, draft, onClose }: WallPanelProps) {
  const moment = useMoment()
  const zone = useZone()
  const box = useRef<HTMLElement>(null)
  const body = {
    ...moment,
    zone,
    project,
    from,
    to,
    ...(draft && { draft: { profile: draft.profile, edits: [...draft.edits] } }),
  }
  const query = useQuery(projectsQueries.wallCell(body))
  const { data } = query
  useKeys({
    Escape: () => {
      // The cell that opened it is where the reader was.
      const cell = box.current?.closest('tbody')?.querySelector<HTMLElement>('[aria-expanded="true"]')
      onClose()
      cell?.focus()
    },
  })
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const title = `${project}, ${dayRangeText(from, to)}`
  const said = data && cellSentence(data, from, today, zone, draft !== null)
  return (
    <section ref={box} className={styles.panel} aria-label={title}>
      <div>
        <h2 className="lead">{title}</h2>
        {data && said && (
          <p className="note">
            {said.when}: <b>{said.what}</b>. {said.causes.join(' ')} {said.draft}{' '}
            {data.owner === null ? (
              'The project names no owner'
            ) : (
              <>
                Call <Owner owner={data.owner} isWhole />
              </>
            )}
            .
          </p>
        )}
        {data ? (
          <div className="bar">
            <ButtonLink href={clustersHref(data, from, to, zone)}>Open in Clusters</ButtonLink>
            <CopyButton label="Copy notice" text={() => cellNotice(data, dayRangeText(from, to), zone, data.at)} />
          </div>
        ) : null}
      </div>
      <Answered query={query} waiting={<SkeletonBars widths={['100%', '98%', '96%', '94%', '92%']} height="16px" />}>
        {(cell) => <CellClusters cell={cell} />}
      </Answered>
      <IconButton icon="close" label="Close" className={styles.close} onClick={onClose} />
    </section>
  )
}

function clustersHref({ project, items }: WallCellAnswer, from: string, to: string, zone: string): string {
  const date = from === to ? from : `${from}..${to}`
  const kinds = new Set(items.map(({ next }) => next.kind))
  const isLate = kinds.has('forced') || kinds.has('fails')
  return shootsPage({ project: [project], date, zone, ...(isLate && { event: ['forced', 'fails'] }) })
}

/** The first clusters of a cell, each with its window. */
export function CellClusters({ cell: { items, total, at } }: { readonly cell: WallCellAnswer }) {
  const zone = useZone()
  if (items.length === 0) return null
  const offset = offsetText(zone, Date.parse(items[0]?.next.window.begin ?? at))
  return (
    <div className={styles.clusters}>
      <RowTable
        className="dense cluster-rows"
        heads={['Cluster', 'From → to', 'Effect', { number: `Window, ${offset}` }]}
      >
        {items.map(({ namespace, name, profile, next }) => (
          <tr key={`${namespace}/${name}`} data-row>
            <th scope="row" data-cell="name">
              <EventGlyph kind={next.kind} named />
              <Link href={shootPage({ namespace, name })}>{name}</Link>{' '}
              <span className="faint">{profileName(profile)}</span>
            </th>
            <td data-cell="what">
              {next.what === 'Kubernetes' ? '' : `${whatText(next)} `}
              <Move {...next} />
            </td>
            <td data-cell="result" title={next.cause === null ? undefined : codedCauseText(next.cause)}>
              {next.cause === null ? (
                <EffectText effect={next.effect} nodes={next.nodes} />
              ) : (
                <span className="bad">{codedCauseText(next.cause)}</span>
              )}
            </td>
            <td className="num" data-cell="when">
              {clockOrAnyTime(next.window, zone)}
              <OtherNight of={next} now={at} zone={zone} />
            </td>
          </tr>
        ))}
      </RowTable>
      {total > items.length ? <p className="faint small">and {countOf(total - items.length, 'more cluster')}</p> : null}
    </div>
  )
}
