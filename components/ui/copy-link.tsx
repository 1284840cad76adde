'use client'

import type { ReactNode } from 'react'
import { addressText, linkTo, type Shown } from '@/lib/browser/at'
import { patchSearch, type SearchPatch } from '@/lib/browser/url-state'
import { CopyButton } from './copy-button'

interface CopyLinkProps {
  /** The answer that is seen; undefined: there is none yet. */
  readonly of: Shown | undefined
  /** What else of the address depends on now, said in dates. */
  readonly patch?: SearchPatch | undefined
}

/** Copies the address of what is seen, its clock and its data pinned: whoever follows it later sees the same. */
export function CopyLink({ of, patch = {} }: CopyLinkProps): ReactNode {
  const link = () => {
    // The address changes without the page being loaded again.
    const { pathname, search } = window.location
    return linkTo(addressText(pathname, patchSearch(new URLSearchParams(search), patch)), of)
  }
  return <CopyButton icon="link" label="Copy link" text={link} />
}
