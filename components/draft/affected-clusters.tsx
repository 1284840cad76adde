'use client'

import { type ReactNode, useState } from 'react'
import { useUrlState } from '@/lib/browser/url-state'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { WHAT_IF_SORTS } from '@/lib/contract/words'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { CHANGE_WORDS } from '@/lib/questions/draft/browser/row-words'
import type { WhatIfParams } from '@/lib/questions/draft/browser/what-if-query'
import { countText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { EventGlyph } from '../ui/glyph'
import { later } from '../ui/later'
import { Empty, Legend } from '../ui/parts'
import { AffectedTable } from './affected-table'
import styles from './effect.module.css'
import { OtherClusters, saveTable, TablePages } from './more-clusters'
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
