import type { FailingSoFar } from '@/lib/contract/clusters'
import type { NextEvent } from '@/lib/contract/steps'
import { orOtherNight } from './event-words'
import { plural } from './phrases'
import { countOf, countText, dayText, type Time } from './time-text'

/** Clusters of the landscape, each once where nothing else is said. */
interface Figures {
  readonly clusters: number
  readonly expired: { readonly clusters: number; readonly forcedTonight: number }
  readonly forced: { readonly tonight: number; readonly days90: number }
  readonly stuck: { readonly clusters: number; readonly failedLast: number }
  readonly unknown: { readonly clusters: number }
  readonly autoTonight: {
    readonly clusters: number
    readonly top: {
      readonly profile: string
      readonly what: string
      readonly to: string | null
      readonly clusters: number
    } | null
  }
}

export interface OverviewHeadline {
  readonly fact: string
  /** Empty when nothing fails. */
  readonly warning: string
  /** How many clusters all that does not speak of; empty when everything is known. */
  readonly gap: string
}

/** The facts that count, in clusters: how many are forced, how many are stuck, and of how many nothing is known. */
export function headlineOf({ clusters, forced, stuck, unknown }: Figures): OverviewHeadline {
  if (unknown.clusters > 0 && unknown.clusters === clusters) {
    return { fact: `Nothing is known of what happens to ${countOf(clusters, 'cluster')}.`, warning: '', gap: '' }
  }
  const be = plural(forced.days90, 'is', 'are')
  const none = unknown.clusters === 0 ? 'No cluster is forced' : 'No cluster is known to be forced'
  return {
    fact: `${forced.days90 === 0 ? none : `${countOf(forced.days90, 'cluster')} ${be} forced`} within 90 days${tonightText(forced)}.`,
    warning:
      stuck.clusters === 0
        ? ''
        : `${forced.days90 === 0 ? countOf(stuck.clusters, 'cluster') : countText(stuck.clusters)} ${plural(stuck.clusters, 'is', 'are')} stuck.`,
    gap: unknown.clusters === 0 ? '' : `Of ${countOf(unknown.clusters, 'cluster')} nothing is known.`,
  }
}

/** `, 9 of them tonight`; of a single one, and where all are, `, tonight`. */
function tonightText({ tonight, days90 }: Figures['forced']): string {
  if (tonight === 0) return ''
  return tonight === days90 ? ', tonight' : `, ${countText(tonight)} of them tonight`
}

/** `of 1,248; 3 of them are forced tonight`, of a single one `of 1,248; forced tonight` */
export function expiredNote({ clusters, expired, unknown }: Figures): string {
  const tonight = expired.forcedTonight
  const all = `of ${countText(clusters - unknown.clusters)}${unknown.clusters === 0 ? '' : ' that are known'}`
  if (expired.clusters === 0) return all
  if (expired.clusters === 1) return `${all}; ${tonight === 0 ? 'not forced' : 'forced'} tonight`
  return `${all}; ${tonight === 0 ? 'none of them is' : countOf(tonight, 'of them is', 'of them are')} forced tonight`
}

/** Whether those that will fail have failed before. */
export function stuckNote({ stuck, unknown }: Figures): string {
  if (stuck.clusters === 0)
    return unknown.clusters === 0 ? 'every update has a way' : 'every update that is known has a way'
  if (stuck.failedLast === 0) return 'no failure is recorded'
  return stuck.failedLast === stuck.clusters
    ? 'failed last time too'
    : `${countText(stuck.failedLast)} failed last time too`
}

/** A cluster that fails within 90 days. */
interface StuckCluster {
  readonly next: Pick<NextEvent, 'window' | 'onlyAfter'>
  readonly failing: FailingSoFar | null
}

/**
 * `since Tue 10 Nov, 11 nights`; of one that has not failed yet `from Wed 9 Dec on`. On the days of the cluster, as its own page. What is
 * not known of the nights before is not said.
 */
export function stuckSince({ failing, next }: StuckCluster, now: Time): string {
  const day = (at: string) => dayText(at, next.window.offset, { now, weekday: true })
  if (failing === null) return `from ${day(next.window.begin)} on${orOtherNight(next, now)}`
  const { since, nights, last } = failing
  const before = since === null ? `since ${day(last)} or before` : `since ${day(since)}`
  return nights === null ? before : `${before}, ${countOf(nights, 'night')}`
}

/** What a key figure counts, for who hears only its link: `61 clusters forced within 90 days`. */
export function figureName(count: number, what: string): string {
  return `${countOf(count, 'cluster')} ${what}`
}

/** `112 of them aws 1.33.7`, of a single one `aws 1.33.7` */
export function autoNote({ autoTonight: { clusters, top } }: Figures): string {
  if (clusters === 0 || !top) return 'nothing newer qualifies'
  const what = top.what === 'Kubernetes' ? '' : `${top.what} `
  const target = `${top.profile} ${what}${top.to ?? ''}`.trim()
  if (clusters === 1) return target
  return `${top.clusters === clusters ? 'all' : countText(top.clusters)} of them ${target}`
}
