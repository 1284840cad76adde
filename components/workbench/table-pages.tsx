'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { countText } from '@/lib/client/time-text'

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
