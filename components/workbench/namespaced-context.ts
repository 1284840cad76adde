'use client'

import { createContext } from 'react'
import type { ReadNamespaced } from '@/lib/client/workbench/source'

/** How namespaced profiles are edited; null: the page has none. */
export const NamespacedContext = createContext<ReadNamespaced | null>(null)
