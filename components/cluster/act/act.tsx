'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { NOTHING_AT_ANOTHER_CLOCK, NOTHING_FROM_THE_PAST } from '@/lib/contract/words'
import { Button, type ButtonLook } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import type { ActDialogProps } from './act-dialog'

// Loaded when it is first opened.
const ActDialog = lazyPart(() => import('./act-dialog').then((part) => part.ActDialog))

type OpenAct = Omit<ActDialogProps, 'onClose'>

const ActContext = createContext<(acting: OpenAct) => void>(() => {})

/** Holds the dialog for what is below: a button may go with what it applied, and its outcome is to be read then. */
export function Acts({ children }: { readonly children: ReactNode }): ReactNode {
  const [acting, act] = useState<OpenAct | null>(null)
  return (
    <ActContext value={act}>
      {children}
      {acting && <ActDialog {...acting} onClose={() => act(null)} />}
    </ActContext>
  )
}

interface ActProps extends OpenAct {
  /** The button is for users who may change the cluster. On pages of the past, or of another clock, no user can, and it says so. */
  readonly mayEdit: boolean
}

/** The button with which owners apply edits of their cluster. */
export function Act({ shoot, edits, base, mayEdit, ...look }: ActProps & ButtonLook): ReactNode {
  const act = use(ActContext)
  const { at, seen } = useMoment()
  if (!mayEdit && seen === undefined) return null
  const off = seen !== undefined ? NOTHING_FROM_THE_PAST : at !== undefined ? NOTHING_AT_ANOTHER_CLOCK : undefined
  return (
    <Button {...look} disabled={off !== undefined} title={off} onClick={() => act({ shoot, edits, base })}>
      Apply…
    </Button>
  )
}
