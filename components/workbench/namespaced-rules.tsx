'use client'

import type { ReactNode } from 'react'
import { namespacedSource } from '@/lib/client/workbench/namespaced-source'
import { NamespacedContext } from './namespaced-context'

/** Brings what is inside the rules by which namespaced profiles are edited. */
export function NamespacedRules({ children }: { readonly children: ReactNode }): ReactNode {
  return <NamespacedContext value={namespacedSource}>{children}</NamespacedContext>
}
