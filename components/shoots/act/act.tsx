'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { Button, type ButtonLook } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import type { ShootName } from '@/lib/client/queries'
import type { PlannedEdit } from '@/lib/contract'

// Loaded when somebody acts.
const ActDialog = later(() => import('./act-dialog').then((part) => part.ActDialog))

interface Acting {
  readonly shoot: ShootName
  readonly edits: readonly PlannedEdit[]
  /** The `resourceVersion` that they are made for; left out: that of now. */
  readonly base?: string | undefined
}

const ActContext = createContext<(acting: Acting) => void>(() => {})

/** Holds the dialog for what is below: a button may go with what it applied, and its outcome is to be read then. */
export function Acts({ children }: { readonly children: ReactNode }): ReactNode {
  const [acting, act] = useState<Acting | null>(null)
  return (
    <ActContext value={act}>
      {children}
      {acting && <ActDialog {...acting} onClose={() => act(null)} />}
    </ActContext>
  )
}

/** The button with which owners apply edits of their cluster. It is for those who may. */
export function Act({ shoot, edits, base, ...look }: Acting & ButtonLook): ReactNode {
  const act = use(ActContext)
  return (
    <Button {...look} onClick={() => act({ shoot, edits, base })}>
      Apply…
    </Button>
  )
}
