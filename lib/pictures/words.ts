import type { ShootAnswer } from '@/lib/contract/clusters'
import { eventSentence } from '@/lib/words/event-words'
import { countOf, instantText } from '@/lib/words/time-text'

/** The instant that a picture is for, and the data from which it is made. */
export function pictureTimeText({ at, observedAt }: { readonly at: string; readonly observedAt: string }): string {
  return `As of ${instantText(at, 'UTC')}, from data read ${instantText(observedAt, 'UTC')}`
}

/** The figures of the overview. */
interface OverviewPictureFigures {
  readonly clusters: number
  readonly forced: { readonly days90: number }
  readonly stuck: { readonly clusters: number }
}

export function landscapeText({ clusters, forced, stuck }: OverviewPictureFigures): string {
  const failing = stuck.clusters === 0 ? '' : ` ${countOf(stuck.clusters, 'is', 'are')} stuck.`
  return `Of ${countOf(clusters, 'cluster')}, ${countOf(forced.days90, 'is', 'are')} forced within 90 days.${failing}`
}

/** What comes next that the owner cannot avoid. */
export function pictureNextText({ shoot, at }: ShootAnswer): string {
  const { nextForced, flags, kubernetes } = shoot
  const runs = `Runs Kubernetes ${kubernetes.version}.`
  if (flags.deleting) return `${runs} It is being deleted.`
  if (flags.profileMissing) return `${runs} Its profile cannot be found: nothing is forecast.`
  if (nextForced === null) return `${runs} Nothing is forced as far as expiry dates are set.`
  return `${runs} ${eventSentence(nextForced, at)}`
}
