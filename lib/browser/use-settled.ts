'use client'

import { useEffect, useState } from 'react'

/** How long nothing is typed before what was typed is asked about, in milliseconds. */
const PAUSE = 120

/** The value as it was when it last stayed the same for a while. */
export function useSettled<T>(value: T, pause = PAUSE): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
