'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { AnswerTimes } from '@/lib/browser/at'
import type { SearchPatch } from '@/lib/browser/url-state'
import { Button } from '../ui/button'
import { CopyLink } from '../ui/copy'
import { lazyPart } from '../ui/lazy-part'
import type { ServerFile } from './server-file'

// Loaded when they are first opened.
const SubscribeDialog = lazyPart(() => import('./take-away-dialog').then((part) => part.SubscribeDialog))
const TakeAwayDialog = lazyPart(() => import('./take-away-dialog').then((part) => part.TakeAwayDialog))

interface TakeAwayProps {
  readonly files?: readonly ServerFile[]
  /** The answer that is seen; undefined: there is none yet. */
  readonly of: AnswerTimes | undefined
  /** What else of the address depends on now, said in dates. */
  readonly patch?: SearchPatch | undefined
  /** The page is not shared as it is, or by another button. */
  readonly isUnlinked?: boolean
}

/** What is open of it: at the end of an address too. */
export type TakeAwayKind = 'files' | 'calendars'

/** Everything of a page that can be taken elsewhere: its calendars, and files, charts as pictures, tables, paper, its address. */
export function TakeAway({ files = [], of, patch, isUnlinked = false }: TakeAwayProps): ReactNode {
  const [open, setOpen] = useState<TakeAwayKind | null>(null)
  const calendars = files.filter(({ feed }) => feed !== undefined)
  const hasCalendars = calendars.length > 0
  useEffect(() => {
    if (hasCalendars && window.location.hash === '#calendars') setOpen('calendars')
    if (window.location.hash === '#files') setOpen('files')
  }, [hasCalendars])
  const close = () => setOpen(null)
  return (
    <>
      {hasCalendars ? (
        <Button icon="calendar" data-take="calendars" onClick={() => setOpen('calendars')}>
          Subscribe
        </Button>
      ) : null}
      <Button icon="save" data-take="files" onClick={() => setOpen('files')}>
        Export
      </Button>
      {isUnlinked || <CopyLink of={of} patch={patch} />}
      {open === 'calendars' ? <SubscribeDialog files={calendars} onClose={close} /> : null}
      {open === 'files' ? (
        <TakeAwayDialog files={files.filter(({ feed }) => feed === undefined)} at={of?.at} onClose={close} />
      ) : null}
    </>
  )
}
