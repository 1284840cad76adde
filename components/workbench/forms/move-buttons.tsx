'use client'

import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'

interface MoveButtonsProps {
  /** As the list counts, from 1. */
  readonly number: number
  readonly place: number
  readonly last: number
  readonly onMove: (by: -1 | 1) => void
}

/** Moves an edit in the order of the list. */
export function MoveButtons({ number, place, last, onMove }: MoveButtonsProps): ReactNode {
  return (
    <>
      <IconButton icon="up" label={`Move edit ${number} up`} disabled={place === 0} onClick={() => onMove(-1)} />
      <IconButton icon="down" label={`Move edit ${number} down`} disabled={place === last} onClick={() => onMove(1)} />
    </>
  )
}
