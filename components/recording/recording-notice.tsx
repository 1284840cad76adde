'use client'

import type { ReactNode } from 'react'
import { useStatus } from '@/components/shell/use-status'
import { later } from '@/components/ui/later'

// Loaded where there is anything to tell.
const Told = later(() => import('./told').then((part) => part.Told))

/** On pages that show what is recorded: what is wrong with recording; nothing, while nothing is. */
export function RecordingNotice(): ReactNode {
  const { data, dataUpdatedAt } = useStatus()
  return data?.recording.problem ? <Told recording={data.recording} at={dataUpdatedAt} /> : null
}
