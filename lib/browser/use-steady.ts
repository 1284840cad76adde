'use client'

import { useState } from 'react'

/** For the element whose rows must not move under the pointer. */
export interface SteadyProps {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

/**
 * What was shown when the pointer came stays as long as it is there; then the newest is shown. For short lists; a long one
 * says how many changes it holds back.
 */
export function useSteady<T>(newest: T): readonly [T, SteadyProps] {
  const [held, setHeld] = useState<{ readonly value: T }>()
  return [
    held ? held.value : newest,
    { onPointerEnter: () => setHeld({ value: newest }), onPointerLeave: () => setHeld(undefined) },
  ]
}
