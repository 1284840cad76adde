'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import type { ServerFile } from './server-file'

// Loaded when it is first opened.
const TakeAwayDialog = later(() => import('./take-away-dialog').then((part) => part.TakeAwayDialog))

interface TakeAwayProps {
  readonly files?: readonly ServerFile[]
  /** The instant that what is seen was answered for. */
  readonly at: string | undefined
}

/** Everything of a page that can be taken elsewhere: files, calendars, charts as pictures, tables, paper. */
export function TakeAway({ files = [], at }: TakeAwayProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="save" onClick={() => setOpen(true)}>
        Export
      </Button>
      {isOpen ? <TakeAwayDialog files={files} at={at} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
