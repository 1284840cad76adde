import { deadEndAdvice } from './dead-ends'
import { imageAdvice } from './images'
import { kubernetesAdvice } from './kubernetes'
import type { KnownProspect, Remedy } from './remedy'

export type { KnownProspect, Remedy } from './remedy'

/**
 * Remedies for what is forced or fails next, and those that would be none. Whether one helps is what the forecast of the
 * changed shoot says. Nothing when nothing is forced and nothing fails.
 */
export function adviceFor(prospect: KnownProspect): Remedy[] {
  if (prospect.shoot.deletionTimestamp !== undefined) return []
  return [...kubernetesAdvice(prospect), ...imageAdvice(prospect), ...deadEndAdvice(prospect)]
}
