'use client'

import { useZone } from '@/lib/browser/clock'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ShootAnswer } from '@/lib/questions/cluster/contract/shoot'
import { CopyButton } from '../ui/copy-button'
import { ticketText } from './ticket'

/** Copies the forecast as text, with a link that pins the clock. */
export function TicketButton({ answer }: { readonly answer: ShootAnswer }) {
  const zone = useZone()
  return (
    <CopyButton text={() => ticketText(answer, window.location.origin + BASE_PATH, zone)} label="Copy for ticket" />
  )
}
