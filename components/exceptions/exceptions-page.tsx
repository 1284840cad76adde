'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ShownMoment } from '@/lib/browser/at'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import {
  clustersOn,
  EXCEPTIONS,
  MORE_TIME,
  moreTimePage,
  PROFILES,
  profilePage,
  shootsPage,
  workbenchPage,
} from '@/lib/browser/paths'
import type { ExceptionsAnswer, ListedException, MoreTimeAnswer } from '@/lib/contract/more-time'
import { shortName } from '@/lib/contract/version-name'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import { useKeptDrafts } from '@/lib/questions/draft/browser/kept-drafts'
import { exceptionsQueries, moreTimeIn } from '@/lib/questions/exceptions/queries'
import {
  canGoText,
  exceptionRemovalText,
  exceptionsHeadline,
  followingText,
  madeByText,
  NO_EXCEPTION,
  withoutExceptionText,
} from '@/lib/words/exceptions'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, DAY, dayText, momentText, ms, msOrNull, relativeText } from '@/lib/words/time-text'
import { SentenceText } from '../outlook/texts'
import { TakeAway } from '../take-away/take-away'
import { type ChartBox, pixelAt, placedFlag } from '../timeline/layout'
import { Axis, Flag, Grid, lookSigns, NowLine } from '../timeline/parts'
import { css, percentAt, type TimeRange } from '../timeline/range'
import { type AxisTick, fittedTicks } from '../timeline/ticks'
import { useChartBox } from '../timeline/use-chart-box'
import { DataTable, Scroll } from '../ui/data-table'
import { QueryError } from '../ui/error-part'
import { EventGlyph } from '../ui/glyph'
import { Link } from '../ui/link'
import { PageHead, Tabs } from '../ui/page-head'
import { Empty, Legend, SkeletonRows } from '../ui/parts'
import styles from './exceptions.module.css'

/** Every date that a namespaced profile sets itself: who, which version, until when instead of when, why, and what happens then. */
export function ExceptionsPage(): ReactNode {
  const moment = useMoment()
  const now = useNow(DAY)
  const query = useQuery(exceptionsQueries.exceptions(moment))
  const { data } = query
  const drafted = useDrafted(moment)
  const free = canGoText(data?.items ?? [])
  return (
    <>
      <PageHead title="Profiles">
        <TakeAway of={data} />
      </PageHead>
      <Tabs
        label="Which profiles"
        tabs={[
          { href: PROFILES, text: 'All', current: false },
          { href: EXCEPTIONS, text: 'Exceptions', current: true, count: data?.total },
        ]}
      />
      {data === undefined && <QueryError query={query} />}
      {data === undefined ? (
        !query.isError && (
          <DataTable heads={['Profile', 'What', 'Until']}>
            <tbody aria-busy>
              <SkeletonRows rows={4} columns={['160px', '80px', '160px']} />
            </tbody>
          </DataTable>
        )
      ) : data.items.length + drafted.length === 0 ? (
        <Empty text={NO_EXCEPTION} />
      ) : (
        <>
          <p className="headline">
            <SentenceText sentence={exceptionsHeadline(data.items, now)} />{' '}
            {free !== null && (
              <>
                <a className="link" href={`#${CAN_GO}`}>
                  {free}
                </a>
                .
              </>
            )}
          </p>
          <Table answer={data} drafted={drafted} now={now} />
          <div className={`desk ${styles.foot}`}>
            <Legend
              items={[
                ...LEGEND.map(([look, text]) => ({
                  sign: <i className={styles.sign} data-look={look} aria-hidden />,
                  text,
                })),
                ...lookSigns(['expiry']).map(({ sign }) => ({ sign, text: 'own date' })),
              ]}
            />
          </div>
          <p className="note">
            An exception is every date that a NamespacedCloudProfile sets itself. Dates are those of UTC, as they are
            written.
          </p>
        </>
      )}
    </>
  )
}

/** The place of exceptions that are no longer needed. */
const CAN_GO = 'can-go'

const LEGEND = [
  ['more', 'more time than the parent'],
  ['less', 'less time'],
  ['parent', 'date of the parent'],
] as const

const GROUPS = [
  { group: 'in force', note: 'by their end' },
  { group: 'no longer needed', note: 'nothing changes for any cluster when they are removed' },
  { group: 'in a draft', note: 'kept in this browser, not applied' },
] as const

/** An exception, or one that only a draft of this browser has, with where that is opened and when it was edited last. */
interface TableRow {
  readonly item: ListedException
  readonly draft?: { readonly href: string; readonly at: string }
}

function groupOf({ item, draft }: TableRow): (typeof GROUPS)[number]['group'] {
  return draft !== undefined ? 'in a draft' : item.canGo ? 'no longer needed' : 'in force'
}

/** What more time this browser keeps as drafts, as it would be listed; what cannot be asked now is left out. */
function useDrafted(moment: ShownMoment): readonly TableRow[] {
  const drafts = useKeptDrafts().flatMap(({ kind, text, at }) => {
    const draft = kind === 'more-time' ? moreTimeIn(text) : null
    return draft === null ? [] : [{ href: `${MORE_TIME}?${text}`, at, asked: draft.asked }]
  })
  const answers = useQueries({
    queries: drafts.map(({ asked }) => exceptionsQueries.moreTime({ ...moment, ...asked })),
  })
  return drafts.flatMap(({ href, at }, i) => {
    const answer = answers[i]?.data
    return answer === undefined ? [] : [{ item: asListed(answer), draft: { href, at } }]
  })
}

function asListed(answer: MoreTimeAnswer): ListedException {
  const { project, root, image, version, until, parentEnd, target, stage, clusters, follows, warnings } = answer
  return {
    project,
    parent: root,
    image,
    version,
    until,
    parentEnd,
    follows,
    profile: { namespace: target.namespace, name: target.name },
    isListed: stage !== null,
    isOver: false,
    isIdle: warnings.some(({ code }) => code === 'idle'),
    clusters: clusters.filter(
      ({ runs, moves, isThere, refusals }) => runs && (isThere || (moves && refusals.length === 0)),
    ).length,
    removal: { refusals: [], changes: 0 },
    canGo: false,
    by: null,
  }
}

interface TableProps {
  readonly answer: ExceptionsAnswer
  readonly drafted: readonly TableRow[]
  readonly now: number
}

function Table({ answer: { items, total }, drafted, now }: TableProps): ReactNode {
  const axis = useRef<HTMLDivElement>(null)
  const rows: readonly TableRow[] = [...items.map((item) => ({ item })), ...drafted]
  const range = rangeOf(rows, now)
  const box = useChartBox(axis, range, now)
  return (
    <Scroll label="Exceptions by their end">
      <DataTable
        className={`prose rows ${styles.exceptions}`}
        caption="Exceptions"
        heads={[
          'Profile',
          'What',
          'Until',
          <th key="time" scope="col" className={`desk ${styles.time}`}>
            <span className="visually-hidden">Over time</span>
            <div className={styles.axis} ref={axis}>
              <Axis ticks={ticksOf(box)} />
            </div>
          </th>,
          { number: 'Clusters' },
          'What happens then',
          'Made by',
          { hidden: 'Actions' },
        ]}
      >
        {GROUPS.map(({ group, note }) => {
          const own = rows.filter((row) => groupOf(row) === group)
          return own.length === 0 ? null : (
            <tbody key={group} id={group === 'no longer needed' ? CAN_GO : undefined}>
              <tr>
                <th scope="rowgroup" colSpan={8} className={styles.group}>
                  {countText(own.length)} {group} <span className={`muted ${styles.beside}`}>{note}</span>
                </th>
              </tr>
              {own.map(({ item, draft }) => (
                <Row
                  key={draft?.href ?? `${item.profile.namespace}/${item.profile.name} ${item.image} ${item.version}`}
                  item={item}
                  draft={draft}
                  box={box}
                />
              ))}
            </tbody>
          )
        })}
      </DataTable>
      {total > items.length && <p className="muted">{countText(total - items.length)} more are not listed.</p>}
    </Scroll>
  )
}

interface RowProps {
  readonly item: ListedException
  readonly draft: TableRow['draft']
  readonly box: ChartBox
}

function Row({ item, draft, box }: RowProps): ReactNode {
  const zone = useZone()
  const { now } = box
  const { profile, project, parent, image, version, until, isOver, clusters, follows, by } = item
  const ref = { kind: 'NamespacedCloudProfile', ...profile } as const
  const removal = exceptionRemovalText(item)
  return (
    <tr data-draft={draft && true}>
      <th scope="row">
        <Link href={draft?.href ?? profilePage(ref)}>{profile.name}</Link>
        <span className="faint small below">
          of {project}, in {parent}
        </span>
      </th>
      <td>
        <b>{shortName(image, version)}</b>
      </td>
      <td>
        {until === null ? 'no end' : isOver ? `ended ${dayText(until, 'UTC')}` : dayText(until, 'UTC')}
        {until !== null && !isOver && `, ${relativeText(until, now, 'short')}`}
        <span className="faint small below">{withoutExceptionText(item, now)}</span>
      </td>
      <td className={styles.time}>
        <Lane item={item} box={box} />
      </td>
      <td className="num" data-label="clusters">
        {clusters === 0 || draft !== undefined ? (
          <span className={clusters === 0 ? 'faint' : undefined}>{countText(clusters)}</span>
        ) : (
          <Link
            aria-label={countOf(clusters, 'cluster')}
            href={shootsPage(clustersOn({ profile: ref, what: image ?? 'Kubernetes', version }))}
          >
            {countText(clusters)}
          </Link>
        )}
      </td>
      <td>
        {follows.map((one) => (
          <span key={`${one.next.kind} ${one.next.to}`} className="below">
            <EventGlyph kind={one.next.kind} named /> {followingText(one, zone, now)}
          </span>
        ))}
        {removal !== '' && <span className="muted below">{removal}</span>}
      </td>
      <td className="muted">
        {draft === undefined ? madeByText(by, zone, now) : `your draft, ${momentText(draft.at, zone, now)}`}
      </td>
      <td>
        {draft === undefined ? (
          <Actions item={item} />
        ) : (
          <span className={styles.actions}>
            <Link className="link" href={draft.href} aria-label={`Open the draft for ${profile.name}`}>
              Open
            </Link>
          </span>
        )}
      </td>
    </tr>
  )
}

function Actions({ item }: { readonly item: ListedException }): ReactNode {
  const { profile, project, image, version, isListed, isOver, removal } = item
  const ref = { kind: 'NamespacedCloudProfile', ...profile } as const
  const removing = useDraft(ref, item)
  return (
    <span className={styles.actions}>
      {!item.canGo && isListed && !isOver && (
        <Link className="link" href={moreTimePage(project, ref, { what: image ?? 'Kubernetes', version })}>
          Change
        </Link>
      )}
      {removal.refusals.length === 0 && (
        <Link className="link" href={workbenchPage(ref, removing)}>
          Remove…
        </Link>
      )}
    </span>
  )
}

/** A draft of the profile that takes the date away, as its address has it; undefined until it is made. */
function useDraft(
  ref: Parameters<typeof profileName>[0],
  { image, version, isListed }: ListedException,
): string | undefined {
  const [draft, setDraft] = useState<string>()
  const profile = profileName(ref)
  useEffect(() => {
    const edit =
      isListed || image === null
        ? ({ kind: 'expire', image, version, expirationDate: null } as const)
        : ({ kind: 'remove', image, version } as const)
    void encodeDraft({ profile, base: null, edits: [edit] }).then(setDraft)
  }, [profile, image, version, isListed])
  return draft
}

/** The range from two months ago, or the earliest end that is near, to the last end. */
function rangeOf(rows: readonly TableRow[], now: number): TimeRange {
  const ends = rows.flatMap(({ item }) => [item.until, item.parentEnd].flatMap((end) => (end === null ? [] : ms(end))))
  const near = ends.filter((end) => end > now - 200 * DAY && end < now + 500 * DAY)
  const [from, to] = [Math.min(now - 60 * DAY, ...near), Math.max(now + 120 * DAY, ...near)]
  return { from: from - 10 * DAY, to: to + 45 * DAY }
}

/** The date of the parent, its own with a flag, and what lies between. */
function Lane({ item: { until, parentEnd }, box }: Pick<RowProps, 'item' | 'box'>): ReactNode {
  const { range, now } = box
  const at = (time: number) => css(percentAt(range, Math.min(range.to, Math.max(range.from, time))))
  const [own, base] = [until, parentEnd].map(msOrNull)
  const bar =
    own == null || base == null ? null : { from: Math.min(own, base), to: Math.max(own, base), isMore: own > base }
  const taken = bar === null ? [] : [{ left: pixelAt(box, bar.from), right: pixelAt(box, bar.to) }]
  const flag = own == null ? null : placedFlag(own, dayText(own, 'UTC', { now }), box, taken)
  return (
    <div className={styles.lane} aria-hidden>
      <Grid range={range} now={now} ticks={ticksOf(box)} />
      {bar && (
        <b data-more={bar.isMore || undefined} style={{ left: at(bar.from), right: `calc(100% - ${at(bar.to)})` }} />
      )}
      {base != null && <em style={{ left: at(base) }} />}
      {flag && <Flag flag={flag} title="" />}
      <NowLine range={range} now={now} />
    </div>
  )
}

function ticksOf({ range, width, measure }: ChartBox): readonly AxisTick[] {
  return fittedTicks(range, width, measure)
}
