'use client'

import { noClusterText } from '@/lib/browser/unread'
import { useStatus } from '@/lib/browser/use-status'
import { Empty } from './parts'

/** That there is no cluster to show, in the words of every page. */
export function NoCluster() {
  const { data } = useStatus()
  return <Empty text={noClusterText(data?.garden)} />
}
