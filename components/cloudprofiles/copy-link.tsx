'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { useUrlState } from '@/lib/client/url-state'

const never = () => () => {}

/** Copies the address of what is seen: whoever opens it sees the same. */
export function CopyLink(): ReactNode {
  // The address changes without the page being loaded again; reading it here is what renders the button again.
  useUrlState()
  const href = useSyncExternalStore(
    never,
    () => window.location.href,
    () => '',
  )
  return <CopyButton icon="link" label="Copy link" text={href} />
}
