'use client'

import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { useSettled } from '@/lib/browser/use-settled'
import type { ShootRow } from '@/lib/contract/clusters'
import { MOST_FOLDED } from '@/lib/contract/words'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'
import { plural } from '@/lib/words/phrases'
import { clockText, countOf, countText } from '@/lib/words/time-text'
import { STAGE_WORDS } from '@/lib/words/wording'
import { shootsFiles } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { Button, Checkbox, Segmented } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { QueryError } from '../ui/error-part'
import { optionsOf, Select } from '../ui/fields'
import { StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { NoCluster } from '../ui/not-found'
import { PageHead } from '../ui/page-head'
import { Empty, eventSigns, Legend } from '../ui/parts'
import type { TableHandle } from './cluster-table'
import styles from './clusters.module.css'
import { ClustersViews } from './clusters-views'
import { type ClusterColumn, COLUMN_WORDS, COLUMNS, columnsText, USUAL_COLUMNS, withColumn } from './columns'
import { FilterBar } from './filter-bar'
import { type ClusterFilters, filtersQuery, hasFilters, monthWords, NO_FILTERS } from './filters'
import { type ChangesOffer, rowKey } from './settle'
import { LoadingTable, ShootsTable, type TableView } from './shoots-table'
import { useShootPages } from './use-shoot-pages'

export interface ShootsViewProps {
  readonly filters: ClusterFilters
  readonly view: TableView
  readonly onFilters: (filters: ClusterFilters) => void
  readonly onView: (view: Partial<TableView>) => void
}

const GROUPS: Readonly<Record<NonNullable<TableView['group']> | 'none', string>> = {
  none: 'Not grouped',
  project: 'Grouped by project',
  profile: 'Grouped by profile',
  version: 'Grouped by version',
  window: 'Grouped by window hour',
  cause: 'Grouped by cause',
}

const SORTS: Readonly<Record<TableView['sort'], string>> = {
  attention: 'Sorted by attention',
  next: 'Sorted by next event',
  project: 'Sorted by project',
  name: 'Sorted by name',
  profile: 'Sorted by profile',
  version: 'Sorted by version',
}

/** All clusters: filter them, sort them, see what comes next for each, expand one. */
export function ShootsView({ filters, view, onFilters, onView }: ShootsViewProps) {
  const moment = useMoment()
  const zone = useZone()
  const { sort, group, folded } = view
  const params = useMemo(
    () => filtersQuery(filters, { sort, group, folded }, moment, zone),
    [filters, sort, group, folded, moment, zone],
  )
  const [isChoosing, setChoosing] = useState(false)
  const [range, setRange] = useState({ from: 0, to: 0 })
  const wanted = useDeferredValue(range)
  const pages = useShootPages(params, wanted.from, wanted.to)
  const { first, failure } = pages
  const month = first?.month
  const isLate = useSettled(pages.isChanging, LATE) && pages.isChanging
  const table = useRef<TableHandle>(null)
  const bar = useRef<{ focus: () => void }>(null)

  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), [])
  const onToggle = useCallback(
    (row: ShootRow) => onView({ open: view.open === rowKey(row) ? null : rowKey(row) }),
    [onView, view.open],
  )
  const onFold = (value: string) => {
    const others = folded.filter((one) => one !== value)
    // One too many opens the one that was folded first.
    onView({ folded: others.length < folded.length ? others : [...others, value].slice(-MOST_FOLDED) })
  }
  useKeys({
    j: () => table.current?.move(1),
    k: () => table.current?.move(-1),
    Home: () => table.current?.moveTo('first'),
    End: () => table.current?.moveTo('last'),
    f: () => bar.current?.focus(),
    Escape: () => onView({ open: null }),
  })
  const change = (next: ClusterFilters) => {
    table.current?.toTop()
    onFilters(next)
  }

  const arrange = (next: Partial<TableView>) => {
    table.current?.toTop()
    onView(next)
  }

  return (
    <>
      <PageHead
        title="Clusters"
        facts={
          <p className="muted" role="status">
            {first === null ? null : isLate ? (
              'Asking for others; until they are there, those of the question before are shown.'
            ) : (
              <CountSentence answer={first} isFiltered={hasFilters(filters)} />
            )}
          </p>
        }
      >
        <TakeAway of={first ?? undefined} files={shootsFiles(params)} />
      </PageHead>
      <ClustersViews filters={filters} />
      {isChoosing ? (
        <ColumnsDialog
          columns={view.columns}
          onChange={(columns) => onView({ columns })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
      <search className={styles.tools}>
        <FilterBar filters={filters} onChange={change} facets={first?.facets ?? null} handle={bar} />
        <Select
          label="Group by"
          value={group ?? 'none'}
          options={optionsOf(GROUPS)}
          onChange={(next) => arrange({ group: next === 'none' ? null : next })}
        />
        <Select label="Sort by" value={sort} options={optionsOf(SORTS)} onChange={(next) => arrange({ sort: next })} />
        <Button className={styles.wide} onClick={() => setChoosing(true)}>
          Columns
        </Button>
        <div className={styles.density}>
          <Segmented
            label="Density"
            value={view.density}
            onChange={(density) => onView({ density })}
            options={optionsOf({ dense: 'Dense', cosy: 'Cosy' })}
          />
        </div>
      </search>
      {month && !isLate && (
        // Beside the clusters of a day those of its month.
        <Button small onClick={() => change({ ...filters, date: month.date })}>
          In all of {monthWords(month.date)}: {countOf(month.total, 'cluster')}
        </Button>
      )}
      {pages.offer === null ? null : <OfferLine offer={pages.offer} onShow={pages.accept} />}
      {failure === null ? null : <QueryError query={failure} />}
      {first === null && failure === null ? <LoadingTable columns={view.columns} /> : null}
      {first?.total !== 0 ? null : hasFilters(filters) ? (
        <Empty text="No cluster matches.">
          <Button onClick={() => change(NO_FILTERS)}>Clear the filters</Button>
        </Empty>
      ) : (
        <NoCluster />
      )}
      {first !== null && first.total > 0 ? (
        <ShootsTable
          first={first}
          pages={pages}
          view={view}
          onRange={onRange}
          onToggle={onToggle}
          onFold={onFold}
          isLate={isLate}
          handle={table}
        />
      ) : null}
      {first?.total === 0 ? null : <Foot />}
    </>
  )
}

/** After so long it is shown that figures are of the question before, in milliseconds. */
const LATE = 150

function CountSentence({ answer, isFiltered }: { readonly answer: ShootsAnswer; readonly isFiltered: boolean }) {
  const { total, all, projects, rolling } = answer
  const what = isFiltered
    ? ` of ${countText(all)} ${plural(total, 'matches', 'match')}`
    : ` ${plural(total, 'cluster')}`
  const where = total === 0 ? '' : `, in ${countOf(projects, 'project')}`
  const which =
    rolling === 0 ? 'No node rolls' : total === 1 ? 'Nodes roll' : `In ${countText(rolling)} of them nodes roll`
  const roll = total === 0 ? '' : ` ${which} at the next event.`
  return (
    <>
      <b>{countText(total)}</b>
      {what}
      {where}.{roll}
    </>
  )
}

/** The stages that the legend explains. */
const STAGES = ['preview', 'supported', 'deprecated', 'expired', 'notInProfile', 'unknown'] as const

function Foot() {
  return (
    <div className={`bar ${styles.foot}`}>
      <Legend
        items={[
          ...eventSigns(),
          ...STAGES.map((stage) => ({ sign: <StageGlyph stage={stage} />, text: STAGE_WORDS[stage] })),
        ]}
      />
      <span className="grow" />
      <p className={`${styles.keys} faint small`}>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> expand
        </span>
        <span>
          <kbd>f</kbd> filter
        </span>
      </p>
    </div>
  )
}

interface ColumnsDialogProps {
  readonly columns: readonly ClusterColumn[]
  readonly onChange: (columns: readonly ClusterColumn[]) => void
  readonly onClose: () => void
}

/** The dialog for the columns of the table; each choice shows at once. */
function ColumnsDialog({ columns: before, onChange, onClose }: ColumnsDialogProps) {
  // The address follows a moment later than a box is ticked.
  const [columns, setColumns] = useState(before)
  const choose = (next: readonly ClusterColumn[]) => {
    setColumns(next)
    onChange(next)
  }
  return (
    <Dialog title="Columns" look="right" onClose={onClose}>
      <div className={styles.columns}>
        {COLUMNS.map((column, i) => (
          <Checkbox
            key={column}
            isOn={columns.includes(column)}
            isFirst={i === 0}
            onChange={(isOn) => choose(withColumn(columns, column, isOn))}
          >
            {COLUMN_WORDS[column]}
          </Checkbox>
        ))}
      </div>
      <p className="note">
        They are kept in the address. Where a window has no room for one, the expanded row says what it holds.
      </p>
      <Button disabled={columnsText(columns) === undefined} onClick={() => choose(USUAL_COLUMNS)}>
        The usual columns
      </Button>
    </Dialog>
  )
}

/** `3 changes since 18:52: 2 clusters moved, 1 is new`: the rows stay where they are until the user asks. */
function OfferLine({ offer, onShow }: { readonly offer: ChangesOffer; readonly onShow: () => void }) {
  const zone = useZone()
  const { counts } = offer
  const all = counts === null ? 0 : counts.moved + counts.added + counts.gone
  return (
    <div className={`bar ${styles.offer}`} role="status">
      <Icon name="roll" />
      <span>
        <b>{all > 0 ? countOf(all, 'change') : 'The list has changed'}</b>{' '}
        <span className="muted">
          since {clockText(offer.since, zone)}
          {all > 0 ? `: ${partsOf(counts)}` : ''}
        </span>
      </span>
      <Button small onClick={onShow}>
        Show
      </Button>
      <span className="grow" />
      <span className="desk faint">rows stay where they are until then</span>
    </div>
  )
}

function partsOf(counts: ChangesOffer['counts']): string {
  if (counts === null) return ''
  const be = (n: number) => plural(n, 'is', 'are')
  return [
    counts.moved > 0 ? `${countOf(counts.moved, 'cluster')} moved` : '',
    counts.added > 0 ? `${counts.added} ${be(counts.added)} new` : '',
    counts.gone > 0 ? `${counts.gone} ${be(counts.gone)} gone` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
