'use client'

import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { useZone } from '@/lib/client/clock'
import type { StatusAnswer } from '@/lib/contract'
import { recordingText } from './words'

interface ToldProps {
  readonly recording: StatusAnswer['recording']
  /** When that was heard. */
  readonly at: number
}

/** What is wrong with recording. */
export function Told({ recording, at }: ToldProps): ReactNode {
  const text = recordingText(recording, useZone(), at)
  return text === null ? null : (
    <p className="bad" role="status">
      <Icon name="stop" /> {text}
    </p>
  )
}
