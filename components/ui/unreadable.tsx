'use client'

import { createContext, type ReactNode, use, useEffect, useState } from 'react'

/** How many fields of a form hold text that cannot be read, and how that is counted. */
interface Unreadable {
  readonly count: number
  readonly add: (by: 1 | -1) => void
}

const Counted = createContext<Unreadable>({ count: 0, add: () => {} })

/** Counts fields below it that hold what cannot be read: until they are mended, what is shown is not what was meant. */
export function CountUnreadable({ children }: { readonly children: ReactNode }): ReactNode {
  const [count, setCount] = useState(0)
  const [add] = useState(() => (by: 1 | -1) => setCount((before) => before + by))
  return <Counted value={{ count, add }}>{children}</Counted>
}

export function useUnreadable(): number {
  return use(Counted).count
}

/** Tells of a field whether what it holds cannot be read. */
export function useTellUnreadable(isUnreadable: boolean): void {
  const { add } = use(Counted)
  useEffect(() => {
    if (!isUnreadable) return
    add(1)
    return () => add(-1)
  }, [isUnreadable, add])
}
