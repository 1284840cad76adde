import type { ShootAnswer } from '@/lib/contract/clusters'
import { eventSentence } from '@/lib/words/event-words'

/** What comes next that the owner cannot avoid. */
export function nextText({ shoot, at }: ShootAnswer): string {
  const { nextForced, flags, kubernetes } = shoot
  const runs = `Runs Kubernetes ${kubernetes.version}.`
  if (flags.deleting) return `${runs} It is being deleted.`
  if (flags.profileMissing) return `${runs} Its profile cannot be found: nothing is forecast.`
  if (nextForced === null) return `${runs} Nothing is forced as far as expiry dates are set.`
  return `${runs} ${eventSentence(nextForced, at)}`
}
