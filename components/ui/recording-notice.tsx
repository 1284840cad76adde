'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useStatus } from '@/lib/browser/status'
import { recordingText } from '@/lib/words/recording'
import { Icon } from './icon'

/** On pages that show what is recorded: what is wrong with recording, if anything is. */
export function RecordingNotice(): ReactNode {
  const { data, dataUpdatedAt } = useStatus()
  const zone = useZone()
  const text = data?.recording.problem ? recordingText(data.recording, zone, dataUpdatedAt) : null
  return text === null ? null : (
    <p className="bad" role="status">
      <Icon name="stop" /> {text}
    </p>
  )
}
