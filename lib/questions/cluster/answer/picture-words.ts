import { instantText } from '@/lib/engine/explain'
import type { ShootAnswer } from '../contract/shoot'

/** What comes next that the owner cannot avoid. */
export function nextText({ shoot }: ShootAnswer): string {
  const { nextForced, flags, kubernetes } = shoot
  const runs = `Runs Kubernetes ${kubernetes.version}.`
  if (flags.deleting) return `${runs} It is being deleted.`
  if (flags.profileMissing) return `${runs} Its profile cannot be found: nothing is forecast.`
  if (nextForced === null) return `${runs} Nothing is forced as far as expiry dates are set.`
  const { kind, window, what, to, cause } = nextForced
  const when = instantText(Date.parse(window.begin), minutesOf(window.offset))
  return kind === 'fails'
    ? `${runs} Maintenance fails on ${when}: ${cause ?? 'why is not known'}.`
    : `${runs} Forced to ${what} ${to ?? ''} on ${when}.`
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
