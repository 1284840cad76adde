import type { ProfileAnswer } from '@/lib/contract/cloudprofiles'
import type { GardenAnswer } from '@/lib/contract/garden'
import type { ShootAnswer } from '@/lib/contract/shoots'
import { instantText } from '@/lib/engine/explain'

/** Which instant it is for, and from which data. */
export function groundOf({ at, observedAt }: { readonly at: string; readonly observedAt: string }): string {
  return `As of ${instantText(Date.parse(at), 0)}, from data read ${instantText(Date.parse(observedAt), 0)}`
}

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

export function landscapeText({ figures: { clusters, forced, stuck } }: GardenAnswer): string {
  const failing = stuck.clusters === 0 ? '' : ` ${countOf(stuck.clusters)} will fail to update.`
  return `Of ${countOf(clusters)}, ${forced.days90} ${forced.days90 === 1 ? 'is' : 'are'} forced in the next 90 days.${failing}`
}

export function profileText({ kubernetes, images, notListed }: ProfileAnswer): string {
  const versions = images.reduce((sum, image) => sum + image.versions.length, 0)
  const missing = notListed.reduce((sum, one) => sum + one.clusters, 0)
  const more = missing === 0 ? '' : ` ${countOf(missing)} on versions that it does not list.`
  return `${kubernetes.length} versions of Kubernetes, ${versions} of machine images.${more}`
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'cluster' : 'clusters'}`
}
