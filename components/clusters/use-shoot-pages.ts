'use client'

import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { keptFor } from '@/lib/browser/query'
import { useStatus } from '@/lib/browser/status'
import type { ListedShoot, ShootsAnswer } from '@/lib/questions/clusters/contract'
import { clustersQueries, type ShootsParams } from '@/lib/questions/queries'
import { MINUTE } from '@/lib/words/time-text'
import type { FailedQuery } from '../ui/error-part'
import { PAGE_ROWS, pageParams } from './filters'
import { type AnswersByOffset, type ChangesOffer, offerOf, type SettledPages, settle } from './settle'

export type ShootsGroup = ShootsAnswer['groups'][number]

export interface ShootPages {
  /** The answer for the first page as shown: totals, facets. Null before the first one. */
  readonly first: ShootsAnswer | null
  /** The list that is shown: one with other filters or another order is another list. */
  readonly list: string
  /** How the rows that are shown are grouped, which may still be as before. */
  readonly group: ShootsParams['group']
  /** The groups whose heads stand before a row, or after the last: the last of them begins with it, the others are folded. */
  readonly groupsAt: (index: number) => readonly ShootsGroup[]
  readonly rowAt: (index: number) => ListedShoot | undefined
  /** What changed in the garden that would move rows; null when the rows are the latest. */
  readonly offer: ChangesOffer | null
  readonly accept: () => void
  /** Another list is asked for than the one shown. */
  readonly isChanging: boolean
  readonly failure: FailedQuery | null
}

/** Reads the pages that hold rows `from` to `to`, and always the first one. */
export function useShootPages(params: ShootsParams, from: number, to: number): ShootPages {
  const list = JSON.stringify(params)
  const offsets = useMemo(() => pageOffsets(from, to), [from, to])
  const results = useQueries({
    // Pages far from what is shown are soon forgotten: a garden may have a thousand of them.
    queries: offsets.map((offset) => ({
      ...clustersQueries.shoots(pageParams(params, offset)),
      gcTime: keptFor(MINUTE),
    })),
  })
  const latest: AnswersByOffset = new Map(
    results.flatMap(({ data }, i) => {
      const offset = offsets[i]
      return data === undefined || offset === undefined ? [] : [[offset, data] as const]
    }),
  )
  const [stored, setStored] = useState<SettledPages>({ list, pages: latest })
  const { data: status } = useStatus()
  const settled = settle(stored, list, latest, status?.garden.state === 'reading')
  if (settled !== stored) setStored(settled)

  const failed = results.find((result) => result.isError && result.data === undefined)
  const refetch = () => {
    for (const result of results) if (result.isError) void result.refetch()
  }
  return {
    first: settled.pages.get(0) ?? null,
    list: settled.list,
    group: (JSON.parse(settled.list) as ShootsParams).group,
    groupsAt: (index) => groupsOf(settled.pages, index),
    rowAt: (index) => pageOf(settled.pages, index)?.items[index % PAGE_ROWS],
    offer: offerOf(settled, list, latest),
    accept: () => setStored({ list, pages: latest }),
    isChanging: settled.list !== list,
    failure: failed ? { error: failed.error, errorUpdatedAt: failed.errorUpdatedAt, refetch } : null,
  }
}

/** What is folded after the last row is told with that. */
function groupsOf(pages: AnswersByOffset, index: number): readonly ShootsGroup[] {
  const page = pageOf(pages, index) ?? pageOf(pages, index - 1)
  return page?.groups.filter(({ from }) => from === index) ?? []
}

function pageOf(pages: AnswersByOffset, index: number): ShootsAnswer | undefined {
  return pages.get(index - (index % PAGE_ROWS))
}

function pageOffsets(from: number, to: number): readonly number[] {
  const offsets = [0]
  for (let page = Math.max(1, Math.floor(from / PAGE_ROWS)); page <= Math.floor(Math.max(0, to) / PAGE_ROWS); page++) {
    offsets.push(page * PAGE_ROWS)
  }
  return offsets
}
