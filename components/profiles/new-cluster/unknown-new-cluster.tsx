'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { NEW_CLUSTER, newClusterPage } from '@/lib/browser/paths'
import { MissingProfile } from '../../ui/unknown-profile'

/** In place of what a new cluster gets of a profile that is not there. */
export function UnknownNewCluster(): ReactNode {
  const wanted = decodeURIComponent(usePathname().slice(NEW_CLUSTER.length + 1))
  return <MissingProfile wanted={wanted} pageOf={newClusterPage} />
}
