'use client'

import type { ReactNode } from 'react'
import { request } from '@/lib/browser/fetch-json'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { WHAT_IF, type WhatIfParams } from '@/lib/questions/draft/browser/what-if-query'
import type { WhatIfRoute } from '@/lib/questions/draft/contract'
import { othersSentence } from '@/lib/words/confirmation'
import { countText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { saveFile } from '../ui/save-file'

/** The affected clusters beyond those that are shown: page by page, all of them as a file, and those that nobody may name. */

interface TablePagesProps {
  /** From 1. */
  readonly page: number
  readonly pages: number
  /** As the address has it: the first page goes without saying. */
  readonly onPage: (page: string | undefined) => void
}

/** From one page of clusters to the next. */
export function TablePages({ page, pages, onPage }: TablePagesProps): ReactNode {
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
export function OtherClusters({
  others,
}: {
  readonly others: NonNullable<WhatIfAnswer['figures']['others']>
}): ReactNode {
  return <p className="muted small">{othersSentence(others)}</p>
}

/** Saves all clusters that a draft changes as a table, whichever page of them is shown. */
export async function saveTable(asked: WhatIfParams): Promise<void> {
  const response = await request<WhatIfRoute>(WHAT_IF, {
    body: { ...asked, limit: undefined, offset: undefined, format: 'csv' },
  })
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
  saveFile(`what-if-${asked.profile.replace('/', '-')}.csv`, await response.blob())
}
