'use client'

import { createContext, lazy, type ReactNode, Suspense } from 'react'
import type { ReadNamespaced } from '@/lib/client/workbench/source'

/** How namespaced profiles are edited; null: the page has none. */
export const NamespacedContext = createContext<ReadNamespaced | null>(null)

interface NamespacedDraftsProps {
  readonly children: ReactNode
}

// Not by `later`: the draft inside is in the HTML already.
const NamespacedRules = lazy(async () => {
  const { namespacedSource } = await import('@/lib/client/workbench/namespaced-source')
  return {
    default: ({ children }: NamespacedDraftsProps) => (
      <NamespacedContext value={namespacedSource}>{children}</NamespacedContext>
    ),
  }
})

/** Around the draft of a namespaced profile: loads the rules for them, which other drafts do without. */
export function NamespacedDrafts({ children }: NamespacedDraftsProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <NamespacedRules>{children}</NamespacedRules>
    </Suspense>
  )
}
