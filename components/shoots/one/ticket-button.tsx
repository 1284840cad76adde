'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { useZone } from '@/lib/client/clock'
import type { ShootAnswer } from '@/lib/contract'
import { useOrigin } from '../use-origin'
import { ticketText } from './ticket'

/** Copies the forecast as text, with a link that pins the clock. */
export function TicketButton({ answer }: { readonly answer: ShootAnswer }) {
  return <CopyButton text={ticketText(answer, useOrigin(), useZone())} label="Copy for ticket" />
}
