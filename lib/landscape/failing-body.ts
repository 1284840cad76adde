import type { FailingSoFar } from '@/lib/contract/clusters'
import { onWire } from '@/lib/contract/dates'
import type { FailingNow } from '@/lib/engine/explain/obstacles'

/** How long maintenance has failed, as answers tell it. */
export function failingBody(failing: FailingNow | null): FailingSoFar | null {
  if (failing === null) return null
  const { since, nights, last } = failing
  return { since: since === null ? null : onWire(since), nights, last: onWire(last) }
}
