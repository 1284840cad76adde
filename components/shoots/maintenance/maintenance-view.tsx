'use client'

import { ShootFrame, type ShootName } from '@/components/shoots/one/shoot-frame'
import { useNow } from '@/lib/client/clock'
import type { ShootAnswer } from '@/lib/contract'
import { inTime, windowWords } from '../when'

/** What the next maintenance of a cluster does, whether it is refused, and how the last went. */
export function MaintenanceView({ shoot }: { readonly shoot: ShootName }) {
  return (
    <ShootFrame shoot={shoot} tab="maintenance">
      {(answer) => <Body answer={answer} />}
    </ShootFrame>
  )
}

function Body({ answer }: { readonly answer: ShootAnswer }) {
  const now = useNow()
  const { nextWindow } = answer.shoot
  return (
    <p>
      The next maintenance begins {inTime(nextWindow, now)}: {windowWords(nextWindow, now)}.
    </p>
  )
}
