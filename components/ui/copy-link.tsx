'use client'

import type { ReactNode } from 'react'
import { addressText, linkAt } from '@/lib/client/at'
import { useAt } from '@/lib/client/clock'
import { patchSearch, type SearchPatch } from '@/lib/client/url-state'
import { CopyButton } from './copy-button'

interface CopyLinkProps {
  /** The instant that what is seen was answered for; undefined: there is no answer yet. */
  readonly at: string | undefined
  /** What else of the address depends on now, said in dates. */
  readonly patch?: SearchPatch | undefined
}

/** Copies the address of what is seen, its clock pinned: whoever follows it later sees the same hour and the same dates. */
export function CopyLink({ at, patch = {} }: CopyLinkProps): ReactNode {
  const pinned = useAt()
  const link = () => {
    // The address changes without the page being loaded again.
    const { pathname, search } = window.location
    return linkAt(addressText(pathname, patchSearch(new URLSearchParams(search), patch)), pinned ?? at)
  }
  return <CopyButton icon="link" label="Copy link" text={link} />
}
