'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { addressText, withMoment } from '@/lib/browser/at'
import { BASE_PATH } from '@/lib/contract/base-path'

/** Leads from the past to the same page as it is today. */
export function TodayLink({ children }: { readonly children: ReactNode }): ReactNode {
  const href = withMoment(addressText(usePathname(), useSearchParams()), {})
  return (
    <a className="link" href={BASE_PATH + href}>
      {children}
    </a>
  )
}
