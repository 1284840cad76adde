import { doneStep } from '@/lib/engine/course'
import { eventsOf, sentencesOf } from '@/lib/engine/rules'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { ShootEvent } from '../shoot-event'

/** The API server of the demo forgets events after so long; Gardener allows no more. */
const kept = 7 * DAY

/** What Gardener wrote about the last maintenance of a shoot. */
export function demoEvents(shoot: Shoot, now: Instant): readonly ShootEvent[] {
  const at = shoot.lastMaintenance?.triggeredTime
  if (at === undefined || at > now || now - at > kept) return []
  const changes = doneStep(shoot)?.changes ?? []
  return eventsOf(changes, sentencesOf(changes)).map(({ type, reason, message }) => ({
    type,
    reason,
    message,
    count: 1,
    at: at + MINUTE,
    by: 'gardener-controller-manager',
  }))
}
