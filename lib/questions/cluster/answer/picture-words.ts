import { whatText } from '@/lib/words/event-words'
import { instantText } from '@/lib/words/time-text'
import type { ShootAnswer } from '../contract/shoot'

/** What comes next that the owner cannot avoid. */
export function nextText({ shoot }: ShootAnswer): string {
  const { nextForced, flags, kubernetes } = shoot
  const runs = `Runs Kubernetes ${kubernetes.version}.`
  if (flags.deleting) return `${runs} It is being deleted.`
  if (flags.profileMissing) return `${runs} Its profile cannot be found: nothing is forecast.`
  if (nextForced === null) return `${runs} Nothing is forced as far as expiry dates are set.`
  const { kind, window, to, cause } = nextForced
  const when = instantText(window.begin, window.offset)
  return kind === 'fails'
    ? `${runs} Maintenance fails on ${when}: ${cause ?? 'why is not known'}.`
    : `${runs} Forced to ${whatText(nextForced)} ${to ?? ''} on ${when}.`
}
