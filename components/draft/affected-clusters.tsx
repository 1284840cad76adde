'use client'

import { type ReactNode, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { request } from '@/lib/browser/fetch-json'
import { shootPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if-row'
import { WHAT_IF_SORTS } from '@/lib/contract/words'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { CHANGE_WORDS, rowWords } from '@/lib/questions/draft/browser/row-words'
import type { WhatIfRoute } from '@/lib/questions/draft/contract'
import { WHAT_IF, type WhatIfParams } from '@/lib/questions/draft/queries'
import { othersSentence } from '@/lib/words/confirmation'
import { countText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { DataTable, Scroll } from '../ui/data-table'
import { EffectText } from '../ui/effect'
import { EventGlyph } from '../ui/glyph'
import { later } from '../ui/later'
import { Link } from '../ui/link'
import { Empty, Legend } from '../ui/parts'
import { saveFile } from '../ui/save-file'
import styles from './effect.module.css'
import { PAGE_SIZE, pageOf, type Sort, sortingOf } from './table-params'

// Loaded when it is first opened.
const NoticeDialog = later(() => import('./notice-dialog').then((part) => part.NoticeDialog))

/** For phones, whose table has no heads to press. */
const SORT_WORDS: Readonly<Record<Sort, string>> = {
  attention: 'Attention first',
  name: 'By name',
  project: 'By project',
  before: 'By date before',
  after: 'By date after',
  shift: 'By change',
  nodes: 'By nodes',
}

interface AffectedProps {
  readonly answer: WhatIfAnswer
  readonly asked: WhatIfParams
}

/** The clusters that the draft changes: filters, pages, all of them as CSV, and notices for their owners. */
export function AffectedClusters({ answer, asked }: AffectedProps): ReactNode {
  const { params, set } = useUrlState()
  const [failure, setFailure] = useState('')
  const [isTelling, setTelling] = useState(false)
  const { figures, items, total } = answer
  const chosen = params.getAll('change')
  const page = pageOf(params)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const present = WHAT_IF_CHANGES.flatMap((change) => {
    const count = change === 'unchanged' ? 0 : figures.changes[change]
    return count > 0 || chosen.includes(change) ? [{ change, count }] : []
  })
  const telling = whyNobody(figures)
  const save = () => {
    saveTable(asked).then(
      () => setFailure(''),
      (error) => setFailure(`The table could not be made: ${error instanceof Error ? error.message : String(error)}`),
    )
  }
  return (
    <section aria-labelledby="affected" className={styles.affected}>
      <div className="section-head">
        <h2 id="affected">Affected clusters</h2>
        <span className="faint">
          {countText(total)} of {countText(figures.changed)} that change
        </span>
        {items.length > 0 && (
          <Legend
            items={(['auto', 'forced', 'fails'] as const).map((kind) => ({
              sign: <EventGlyph kind={kind} />,
              text: kind,
            }))}
          />
        )}
        <span className="grow" />
        {telling !== null && <span className="faint">{telling}</span>}
        <Button small disabled={telling !== null} onClick={() => setTelling(true)}>
          Tell the owners
        </Button>
        <Button small disabled={total === 0} icon="save" onClick={save}>
          CSV
        </Button>
      </div>
      {figures.others && <OtherClusters others={figures.others} />}
      {failure !== '' && (
        <p className="bad small" role="alert">
          {failure}
        </p>
      )}
      {figures.changed > 0 && (
        <div className={styles.filters}>
          <fieldset aria-label="Kind of change">
            {present.map(({ change, count }) => {
              const isOn = chosen.includes(change)
              return (
                <button
                  key={change}
                  type="button"
                  aria-pressed={isOn}
                  onClick={() =>
                    set({
                      change: isOn ? chosen.filter((one) => one !== change) : [...chosen, change],
                      page: undefined,
                    })
                  }
                >
                  {CHANGE_WORDS[change]} <small>{countText(count)}</small>
                </button>
              )
            })}
          </fieldset>
          <select
            aria-label="Project"
            value={params.get('project') ?? ''}
            onChange={(event) => set({ project: event.target.value || undefined, page: undefined })}
          >
            <option value="">All projects</option>
            {answer.projects.map(({ project, changed }) => (
              <option key={project} value={project}>
                {project}, {countText(changed)}
              </option>
            ))}
          </select>
          <select
            className={styles.sortBy}
            aria-label="Sort by"
            value={sortingOf(params).sort}
            onChange={(event) =>
              set({
                sort: event.target.value === 'attention' ? undefined : event.target.value,
                order: undefined,
                page: undefined,
              })
            }
          >
            {WHAT_IF_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_WORDS[sort]}
              </option>
            ))}
          </select>
          <input
            type="search"
            aria-label="Find cluster"
            placeholder="Find cluster"
            defaultValue={params.get('q') ?? ''}
            onChange={(event) => set({ q: event.target.value.trim() || undefined, page: undefined })}
          />
        </div>
      )}
      {items.length === 0 ? (
        <Empty text={figures.changed === 0 ? 'No cluster is affected.' : 'No cluster matches.'}>
          {figures.changed > 0 && (
            <Button small onClick={() => set({ change: undefined, project: undefined, q: undefined, page: undefined })}>
              Clear the filters
            </Button>
          )}
        </Empty>
      ) : (
        <AffectedTable items={items} />
      )}
      {pages > 1 && <TablePages page={page} pages={pages} onPage={(next) => set({ page: next })} />}
      {isTelling && <NoticeDialog answer={answer} asked={asked} onClose={() => setTelling(false)} />}
    </section>
  )
}

/** Why there is nothing to tell owners; null: there is. */
function whyNobody({ changed, changes }: WhatIfAnswer['figures']): string | null {
  if (changed === 0) return 'No owner to tell: no cluster changes.'
  return changed === changes.auto ? 'No owner to tell: only automatic updates change.' : null
}

/** One line per cluster: before, after, what changed, and what it does to nodes. */
function AffectedTable({ items }: { readonly items: readonly WhatIfRow[] }): ReactNode {
  return (
    <Scroll label="Clusters before and after" className={styles.tableFrame}>
      <DataTable
        className={`dense ${styles.table}`}
        caption="Affected clusters"
        heads={[
          { hidden: 'Kind' },
          <SortHead key="project" by="project" text="Cluster" />,
          'What',
          <SortHead key="before" by="before" text="Before" />,
          <SortHead key="after" by="after" text="After" />,
          <SortHead key="shift" by="shift" text="Change" />,
          <SortHead key="nodes" by="nodes" text="Nodes" />,
        ]}
      >
        <tbody>
          {items.map((row) => (
            <Row key={`${row.namespace}/${row.name}`} row={row} />
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}

interface SortHeadProps {
  readonly by: Exclude<Sort, 'attention'>
  readonly text: string
}

/** Sorts by its column; once more turns it round, a third time brings back what needs attention first. */
function SortHead({ by, text }: SortHeadProps): ReactNode {
  const { params, set } = useUrlState()
  const { sort, isDescending } = sortingOf(params)
  const isBy = sort === by
  const natural = by === 'nodes'
  return (
    <th scope="col" aria-sort={isBy ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() =>
          set({
            sort: isBy && isDescending !== natural ? undefined : by,
            order: isBy && isDescending === natural ? (natural ? 'asc' : 'desc') : undefined,
            page: undefined,
          })
        }
      >
        {text}
        {isBy && <span aria-hidden>{isDescending ? '↓' : '↑'}</span>}
      </button>
    </th>
  )
}

function Row({ row }: { readonly row: WhatIfRow }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const words = rowWords(row, zone, now)
  const isNever = partOf(row, 'before') === null
  return (
    <tr>
      <td className={styles.kind}>
        <EventGlyph kind={words.kind} named />
      </td>
      <th scope="row">
        <Link href={shootPage(row)}>
          <span className="muted">{row.project} /</span> {row.name}
        </Link>
      </th>
      <td>
        {words.what !== '' && <span className="muted">{words.what} </span>}
        {words.from}
        {words.to !== null && (
          <>
            {' '}
            <span className="arrow">→</span> {words.to}
          </>
        )}
      </td>
      <td className={isNever ? 'faint' : words.before === words.after ? 'muted' : styles.was}>{words.before}</td>
      <td className={words.isBad ? 'bad' : undefined}>
        {partOf(row, 'after') === null ? <span className="faint">{words.after}</span> : <b>{words.after}</b>}
      </td>
      <td className={words.isBad ? 'bad' : 'muted'}>{words.change}</td>
      <td>
        {words.event && words.event.kind !== 'fails' && words.event.effect !== 'none' ? (
          <EffectText effect={words.event.effect} nodes={words.event.nodes} />
        ) : (
          <span className="faint">none</span>
        )}
      </td>
    </tr>
  )
}

/** The affected clusters beyond those that are shown: page by page, all of them as a file, and those that nobody may name. */

interface TablePagesProps {
  /** From 1. */
  readonly page: number
  readonly pages: number
  /** As the address has it: the first page goes without saying. */
  readonly onPage: (page: string | undefined) => void
}

/** From one page of clusters to the next. */
function TablePages({ page, pages, onPage }: TablePagesProps): ReactNode {
  return (
    <nav className="bar" aria-label="Pages of clusters">
      <Button small icon="left" disabled={page <= 1} onClick={() => onPage(page > 2 ? String(page - 1) : undefined)}>
        Before
      </Button>
      <span className="muted small">
        Page {page} of {countText(pages)}
      </span>
      <Button small icon="right" disabled={page >= pages} onClick={() => onPage(String(page + 1))}>
        Next
      </Button>
    </nav>
  )
}

/** What becomes of clusters that the reader may not see, in numbers. */
function OtherClusters({ others }: { readonly others: NonNullable<WhatIfAnswer['figures']['others']> }): ReactNode {
  return <p className="muted small">{othersSentence(others)}</p>
}

/** Saves all clusters that a draft changes as a table, whichever page of them is shown. */
async function saveTable(asked: WhatIfParams): Promise<void> {
  const response = await request<WhatIfRoute>(WHAT_IF, {
    body: { ...asked, limit: undefined, offset: undefined, format: 'csv' },
  })
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
  saveFile(`what-if-${asked.profile.replace('/', '-')}.csv`, await response.blob())
}
