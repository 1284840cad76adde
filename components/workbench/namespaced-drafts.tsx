'use client'

import { lazy, type ReactNode, Suspense } from 'react'

// Not by `later`: the draft inside is in the HTML already.
const NamespacedRules = lazy(async () => ({ default: (await import('./namespaced-rules')).NamespacedRules }))

/** Around the draft of a namespaced profile: loads the rules for them, which other drafts do without. */
export function NamespacedDrafts({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Suspense fallback={null}>
      <NamespacedRules>{children}</NamespacedRules>
    </Suspense>
  )
}
