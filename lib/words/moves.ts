import type { Change } from '@/lib/contract/steps'
import { capitalized, nameOf, plural, shortPoolsText } from './phrases'

/** Parts of a cluster that go to one version for one reason: these pools, or without any the control plane. */
export interface Move {
  readonly pools: readonly string[]
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly to: string
  readonly why: Change['why']
}

/** `Forced to Kubernetes 1.33.7`, `Pools web-a and ledger auto-update to gardenlinux 1877.5.0`. */
export function moveTitle(move: Move): string {
  if (move.pools.length > 0) return capitalized(moveClause(move))
  return `${move.why === 'auto' ? 'Auto-update' : 'Forced'} to ${nameOf(move.image, move.to)}`
}

/** The same as a part of a sentence: `the cluster is forced to Kubernetes 1.33.7`. */
export function moveClause({ pools, image, to, why }: Move): string {
  const count = Math.max(1, pools.length)
  const who = pools.length === 0 ? 'the cluster' : shortPoolsText(pools)
  const verb = why === 'auto' ? plural(count, 'auto-updates', 'auto-update') : `${plural(count, 'is', 'are')} forced`
  return `${who} ${verb} to ${nameOf(image, to)}`
}

/** Parts that have no version to go to. */
export interface Failure extends Pick<Move, 'pools' | 'image'> {
  readonly from: string
}

/** `There is no version to move to from gardenlinux 1592.9.0 in pool web-a: image lacks the container runtime.` */
export function failureSentence({ pools, image, from }: Failure, cause: string | null): string {
  const why = cause === null ? '' : `: ${cause}`
  return `There is no version to move to from ${nameOf(image, from)}${inPools(pools)}${why}.`
}

/** ` in pools web-a and ledger`; empty: it is the control plane. */
export function inPools(pools: readonly string[]): string {
  return pools.length === 0 ? '' : ` in ${shortPoolsText(pools)}`
}

/** Of a maintenance that the API server refuses as a whole; null: why is told elsewhere. */
export function refusalSentence(cause: string | null): string {
  return `The API server refuses it, so nothing is updated${cause === null ? '' : `: ${cause}`}.`
}
