'use client'

import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button, Segmented } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { ErrorPart } from '@/components/ui/error-part'
import { EventGlyph, StageGlyph } from '@/components/ui/glyph'
import { Empty, Legend } from '@/components/ui/parts'
import { useAt } from '@/lib/client/clock'
import { useKeys } from '@/lib/client/keys'
import { countOf, countText } from '@/lib/client/time-text'
import type { ShootRow, ShootsAnswer, ShootsQuery } from '@/lib/contract'
import { FilterBar } from './filter-bar'
import { type Filters, hasFilters, NO_FILTERS, queryOf } from './filters'
import { LoadingTable } from './loading-table'
import { OfferLine } from './offer-line'
import { keyOf } from './settle'
import { ShootsTable, type TableHandle } from './shoots-table'
import styles from './shoots-view.module.css'
import { SortMenu } from './sort-menu'
import { useShootPages } from './use-shoot-pages'

/** What the address says beside the filters. */
export interface View {
  readonly sort: ShootsQuery['sort']
  readonly density: 'dense' | 'cosy'
  /** The expanded row, `namespace/name`. */
  readonly open: string | null
}

export interface ShootsViewProps {
  readonly filters: Filters
  readonly view: View
  readonly onFilters: (filters: Filters) => void
  readonly onView: (view: Partial<View>) => void
  /** The address of this page with the clock pinned to `at`. */
  readonly linkAt: (at: string | undefined) => string
}

/** All clusters: filter them, sort them, see what comes next for each, expand one. */
export function ShootsView({ filters, view, onFilters, onView, linkAt }: ShootsViewProps) {
  const at = useAt()
  const params = useMemo(() => queryOf(filters, view.sort, at), [filters, view.sort, at])
  const [range, setRange] = useState({ from: 0, to: 0 })
  const wanted = useDeferredValue(range)
  const pages = useShootPages(params, wanted.from, wanted.to)
  const { first, failure } = pages
  const table = useRef<TableHandle>(null)
  const bar = useRef<{ focus: () => void }>(null)

  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), [])
  const onToggle = useCallback(
    (row: ShootRow) => onView({ open: view.open === keyOf(row) ? null : keyOf(row) }),
    [onView, view.open],
  )
  useKeys(
    useMemo(
      () => ({
        j: () => table.current?.move(1),
        k: () => table.current?.move(-1),
        f: () => bar.current?.focus(),
        Escape: () => onView({ open: null }),
      }),
      [onView],
    ),
  )
  const change = (next: Filters) => {
    table.current?.toTop()
    onFilters(next)
  }

  return (
    <>
      <div className={styles.head}>
        <h1>Clusters</h1>
        <p className="m" role="status">
          {first === null ? null : <CountSentence answer={first} isFiltered={hasFilters(filters)} />}
        </p>
        <span className="grow" />
        <div className={styles.density}>
          <Segmented
            label="Density"
            value={view.density}
            onChange={(density) => onView({ density })}
            options={[
              { value: 'dense', text: 'Dense' },
              { value: 'cosy', text: 'Cosy' },
            ]}
          />
        </div>
        <CopyButton icon="link" label="Copy link" text={linkAt(at ?? first?.at)} />
      </div>
      <search className={styles.tools}>
        <FilterBar filters={filters} onChange={change} facets={first?.facets ?? null} handle={bar} />
        <SortMenu
          sort={view.sort}
          onChange={(sort) => {
            table.current?.toTop()
            onView({ sort })
          }}
        />
      </search>
      {pages.offer === null ? null : <OfferLine offer={pages.offer} onShow={pages.accept} />}
      {failure === null ? null : <ErrorPart error={failure.error} at={failure.at} onRetry={failure.retry} />}
      {first === null && failure === null ? <LoadingTable /> : null}
      {first?.total === 0 ? <NoRows isFiltered={hasFilters(filters)} onClear={() => change(NO_FILTERS)} /> : null}
      {first !== null && first.total > 0 ? (
        <div className={styles.frame}>
          <ShootsTable
            first={first}
            list={pages.list}
            rowAt={pages.rowAt}
            onRange={onRange}
            open={view.open}
            onToggle={onToggle}
            density={view.density}
            isGrouped={pages.sort === 'project'}
            isBusy={pages.isChanging}
            handle={table}
          />
        </div>
      ) : null}
      <Foot />
    </>
  )
}

function CountSentence({ answer, isFiltered }: { readonly answer: ShootsAnswer; readonly isFiltered: boolean }) {
  const { total, all, projects, rolling } = answer
  const what = isFiltered
    ? ` of ${countText(all)} ${total === 1 ? 'matches' : 'match'}`
    : ` ${total === 1 ? 'cluster' : 'clusters'}`
  const where = total === 0 ? '' : `, in ${countOf(projects, 'project')}`
  const roll = total === 0 ? '' : ` ${countText(rolling)} ${rolling === 1 ? 'has' : 'have'} nodes that roll.`
  return (
    <>
      <b>{countText(total)}</b>
      {what}
      {where}.{roll}
    </>
  )
}

function NoRows({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return isFiltered ? (
    <Empty text="No cluster matches.">
      <Button onClick={onClear}>Clear the filters</Button>
    </Empty>
  ) : (
    <Empty text="There is no cluster in this garden that you may see." />
  )
}

function Foot() {
  return (
    <div className={styles.foot}>
      <Legend
        items={[
          { sign: <EventGlyph kind="auto" />, text: 'auto' },
          { sign: <EventGlyph kind="forced" />, text: 'forced' },
          { sign: <EventGlyph kind="fails" />, text: 'fails' },
          { sign: <StageGlyph stage="preview" />, text: 'preview' },
          { sign: <StageGlyph stage="supported" />, text: 'supported' },
          { sign: <StageGlyph stage="deprecated" />, text: 'deprecated' },
          { sign: <StageGlyph stage="expired" />, text: 'expired' },
          { sign: <StageGlyph stage="notInProfile" />, text: 'not in profile' },
        ]}
      />
      <span className="grow" />
      <p className={`${styles.keys} q s`}>
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
