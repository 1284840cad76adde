'use client'

import { type ReactNode, useState } from 'react'
import { Button, type ButtonLook } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import type { PlannedEdit } from '@/lib/contract'
import type { ShootName } from '../one/shoot-frame'

// Loaded when somebody acts.
const ActDialog = later(() => import('./act-dialog').then((part) => part.ActDialog))

interface ActProps extends ButtonLook {
  readonly shoot: ShootName
  readonly edits: readonly PlannedEdit[]
  /** The `resourceVersion` that they are made for; left out: that of now. */
  readonly base?: string
}

/** The button with which owners apply edits of their cluster. It is for those who may. */
export function Act({ shoot, edits, base, ...look }: ActProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        Apply…
      </Button>
      {isOpen && <ActDialog shoot={shoot} edits={edits} base={base} onClose={() => setOpen(false)} />}
    </>
  )
}
