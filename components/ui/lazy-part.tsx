'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server, and while its HTML is being taken over. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * A part whose script is loaded when it is first shown, in the browser only. Until then `waiting` stands in its place; what
 * is around it stays as it is.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null) {
  const Part = lazy(async () => ({ default: await load() }))
  return function Later(props: P): ReactNode {
    return useIsInBrowser() ? (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    ) : (
      waiting
    )
  }
}
