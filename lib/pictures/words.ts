import { countOf, instantText } from '@/lib/words/time-text'

/** Which instant it is for, and from which data. */
export function groundOf({ at, observedAt }: { readonly at: string; readonly observedAt: string }): string {
  return `As of ${instantText(at, 'UTC')}, from data read ${instantText(observedAt, 'UTC')}`
}

/** Of the figures of the overview. */
interface Figures {
  readonly clusters: number
  readonly forced: { readonly days90: number }
  readonly stuck: { readonly clusters: number }
}

export function landscapeText({ clusters, forced, stuck }: Figures): string {
  const failing = stuck.clusters === 0 ? '' : ` ${countOf(stuck.clusters, 'is', 'are')} stuck.`
  return `Of ${countOf(clusters, 'cluster')}, ${countOf(forced.days90, 'is', 'are')} forced within 90 days.${failing}`
}
