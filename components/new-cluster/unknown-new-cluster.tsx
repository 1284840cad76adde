'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { MissingProfile } from '@/components/cloudprofiles'
import { NEW_CLUSTER, newClusterPage } from '@/lib/browser/paths'

/** In place of what a new cluster gets of a profile that is not there. */
export function UnknownNewCluster(): ReactNode {
  const wanted = decodeURIComponent(usePathname().slice(NEW_CLUSTER.length + 1))
  return <MissingProfile wanted={wanted} pageOf={newClusterPage} />
}
