'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { NotFound } from '@/components/ui/not-found'
import { WORKBENCH } from '@/lib/client/paths'

/** The workbench of a profile that is not there. */
export function UnknownDraft(): ReactNode {
  const wanted = decodeURIComponent(usePathname().slice(WORKBENCH.length + 1))
  return (
    <NotFound
      title={`This garden has no profile ${wanted}`}
      text="It may have been removed or renamed. A draft for it can be applied nowhere."
      back={{ href: WORKBENCH, text: 'All profiles to edit' }}
    />
  )
}
