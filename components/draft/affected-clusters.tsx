'use client'

import { type ReactNode, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { request } from '@/lib/browser/fetch-json'
import { useUrlState } from '@/lib/browser/url-state'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import type { whatIfRoute } from '@/lib/questions/draft/contract'
import { WHAT_IF, type WhatIfParams } from '@/lib/questions/draft/queries'
import { othersSentence } from '@/lib/words/confirmation'
import { CHANGE_WORDS, COUNTED_WORDS } from '@/lib/words/draft'
import { countText } from '@/lib/words/time-text'
import { ChangeTable, WhatIfGroup } from '../outlook/change-table'
import { Button } from '../ui/button'
import { saveFile } from '../ui/copy'
import { Select } from '../ui/fields'
import { Empty } from '../ui/parts'
import { Section } from '../ui/section'
import styles from './draft.module.css'
import { PAGE_SIZE, pageOf, tableParams } from './table-params'

interface AffectedProps {
  readonly answer: WhatIfAnswer
  readonly asked: WhatIfParams
  /** The edits of the draft as it is, by which the user counts them. */
  readonly edits: readonly EditBody[]
  readonly onPick: (place: number) => void
}

/** The clusters that the draft changes, by what happens to them: before and after of each whole cluster, and which edits bring it. */
export function AffectedClusters({ answer, asked, edits, onPick }: AffectedProps): ReactNode {
  const { params, set } = useUrlState()
  const zone = useZone()
  const now = useNow()
  const [failure, setFailure] = useState('')
  const { figures, items, total, groups } = answer
  const { counted, project } = tableParams(params)
  const chosen = params.get('change')
  const page = pageOf(params)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const only = (change: string) => ({ change: change || undefined, counted: undefined, page: undefined })
  return (
    <Section
      id="clusters"
      title="Clusters"
      note={`${counted === undefined ? '' : `${COUNTED_WORDS[counted]}: `}${countText(total)} of ${countText(figures.clusters)} change`}
      actions={
        <Button
          small
          disabled={total === 0}
          icon="save"
          onClick={() => {
            saveTable(asked).then(
              () => setFailure(''),
              (error) =>
                setFailure(`The table could not be made: ${error instanceof Error ? error.message : String(error)}`),
            )
          }}
        >
          CSV
        </Button>
      }
    >
      {figures.others && <p className="muted small">{othersSentence(figures.others, { zone, now })}</p>}
      {failure !== '' && (
        <p className="bad small" role="alert">
          {failure}
        </p>
      )}
      {figures.changed > 0 && (
        <div className={`bar ${styles.filters}`}>
          <Select
            label="Change"
            value={chosen ?? ''}
            options={[
              { value: '', text: `All ${countText(figures.changed)}` },
              ...groups.map(({ change, clusters }) => ({
                value: change,
                text: `${CHANGE_WORDS[change]}, ${countText(clusters)}`,
              })),
            ]}
            onChange={(change) => set(only(change))}
          />
          <Select
            label="Project"
            value={project?.[0] ?? ''}
            options={[
              { value: '', text: 'All projects' },
              ...answer.projects.map((one) => ({
                value: one.project,
                text: `${one.project}, ${countText(one.changed)}`,
              })),
            ]}
            onChange={(one) => set({ project: one || undefined, page: undefined })}
          />
          <input
            className="select"
            type="search"
            aria-label="Find cluster"
            placeholder="Find cluster"
            defaultValue={params.get('q') ?? ''}
            onChange={(event) => set({ q: event.target.value.trim() || undefined, page: undefined })}
          />
          {counted !== undefined && (
            <Button small icon="close" onClick={() => set({ counted: undefined, page: undefined })}>
              All that change
            </Button>
          )}
        </div>
      )}
      {items.length === 0 ? (
        <Empty text={figures.changed === 0 ? 'No cluster is affected.' : 'No cluster matches.'}>
          {figures.changed > 0 && (
            <Button small onClick={() => set({ ...only(''), project: undefined, q: undefined })}>
              Clear the filters
            </Button>
          )}
        </Empty>
      ) : (
        <ChangeTable caption="Affected clusters">
          {groups.map((group) => (
            <WhatIfGroup
              key={group.change}
              group={group}
              items={items}
              why={(row) => <Bringing row={row} edits={edits} onPick={onPick} />}
              more={(left) =>
                asked.each !== undefined && (
                  <button
                    type="button"
                    className="link nowrap"
                    onClick={() => set({ change: group.change, counted: undefined, page: undefined })}
                  >
                    {countText(left)} more {CHANGE_WORDS[group.change]}
                  </button>
                )
              }
            />
          ))}
        </ChangeTable>
      )}
      {pages > 1 && asked.each === undefined && (
        <nav className="bar" aria-label="Pages of clusters">
          <Button
            small
            icon="left"
            disabled={page <= 1}
            onClick={() => set({ page: page > 2 ? String(page - 1) : undefined })}
          >
            Before
          </Button>
          <span className="muted small">
            Page {page} of {countText(pages)}
          </span>
          <Button small icon="right" disabled={page >= pages} onClick={() => set({ page: String(page + 1) })}>
            Next
          </Button>
        </nav>
      )}
    </Section>
  )
}

interface BringingProps extends Pick<AffectedProps, 'edits' | 'onPick'> {
  readonly row: WhatIfRow
}

/** The edits that bring a change about, each of which can be gone to. */
function Bringing({ row, edits, onPick }: BringingProps): ReactNode {
  const brought = itemsOf(edits).flatMap(({ from, count }, place) =>
    row.edits.some((at) => at >= from && at < from + count) ? [place] : [],
  )
  return brought.length === 0 ? (
    <span className="faint">all edits together</span>
  ) : (
    brought.map((place) => (
      <button key={place} type="button" className="link nowrap" onClick={() => onPick(place)}>
        edit {place + 1}
      </button>
    ))
  )
}

/** Saves all clusters that a draft changes as a table, whichever of them are shown. */
async function saveTable(asked: WhatIfParams): Promise<void> {
  const response = await request<typeof whatIfRoute>(WHAT_IF, {
    body: { ...asked, limit: undefined, offset: undefined, each: undefined, format: 'csv' },
  })
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
  saveFile(`what-if-${asked.profile.replace('/', '-')}.csv`, await response.blob())
}
