import { countOf, countText } from '@/lib/client/time-text'
import type { GardenAnswer } from '@/lib/contract'

type Figures = GardenAnswer['figures']

/** The two facts that count: how much is forced, and what will fail. `warning` is empty when nothing will. */
export function headlineOf({ forced, stuck }: Figures): { readonly fact: string; readonly warning: string } {
  return {
    fact:
      forced.updates90 === 0
        ? 'No forced update in the next 90 days.'
        : `${countOf(forced.updates90, 'forced update')} in the next 90 days.`,
    warning: stuck.clusters === 0 ? '' : `${countOf(stuck.clusters, 'cluster')} will fail to update.`,
  }
}

/** `of 1,248; 3 are forced tonight` */
export function expiredNote({ clusters, expired }: Figures): string {
  const tonight = expired.forcedTonight
  if (expired.clusters === 0) return `of ${countText(clusters)}`
  return `of ${countText(clusters)}; ${tonight === 0 ? 'none is' : tonight === 1 ? '1 is' : `${countText(tonight)} are`} forced tonight`
}

/** Whether those that will fail have failed before. */
export function stuckNote({ stuck }: Figures): string {
  if (stuck.clusters === 0) return 'every update has a way'
  if (stuck.failedLast === 0) return 'none has failed so far'
  return stuck.failedLast === stuck.clusters
    ? 'failed last time too'
    : `${countText(stuck.failedLast)} failed last time too`
}

/** `112 of them aws 1.33.7` */
export function autoNote({ autoTonight: { clusters, top } }: Figures): string {
  if (clusters === 0 || !top) return 'nothing newer qualifies'
  const what = top.what === 'Kubernetes' ? '' : `${top.what} `
  return `${top.clusters === clusters ? 'all' : countText(top.clusters)} of them ${top.profile} ${what}${top.to ?? ''}`.trim()
}
