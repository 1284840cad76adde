'use client'

import { linkTo } from '@/lib/browser/at'
import { useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ShootAnswer } from '@/lib/contract/clusters'
import { ticketText } from '@/lib/words/ticket'
import { CopyButton } from '../ui/copy'

/** Copies the forecast as text, with a link that pins the clock. */
export function TicketButton({ answer }: { readonly answer: ShootAnswer }) {
  const zone = useZone()
  const link = () => linkTo(shootPage(answer.shoot), answer, window.location.origin + BASE_PATH)
  return <CopyButton text={() => ticketText(answer, link(), zone)} label="Copy for ticket" />
}
