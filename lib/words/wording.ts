import type { AffectedNodes, EffectKind, EventKind, NodeRange, RunningStage } from '@/lib/contract/common'
import { plural } from './phrases'
import { countOf, countText } from './time-text'

/** The words of stages and events, of nodes and what happens to them. Sentences about events: `event-words.ts`. */

/** The word next to a stage's glyph. */
export const STAGE_WORDS: Readonly<Record<RunningStage, string>> = {
  unavailable: 'unavailable',
  preview: 'preview',
  unclassified: 'unclassified',
  supported: 'supported',
  deprecated: 'deprecated',
  expired: 'expired',
  notInProfile: 'not in profile',
  unknown: 'not known',
}

/** The word next to an event's diamond. */
export const EVENT_WORDS: Readonly<Record<EventKind, string>> = {
  auto: 'auto-update',
  forced: 'forced',
  fails: 'fails',
  other: 'other change',
}

/** `12 nodes`, `up to 12 nodes`, `no nodes`: the garden tells a pool's bounds, not its current size. */
export function nodesText(nodes: NodeRange): string {
  if (nodes.max === 0) return 'no nodes'
  return nodes.min === nodes.max ? countOf(nodes.max, 'node') : `up to ${countOf(nodes.max, 'node')}`
}

/** `12 nodes roll`, `1 node rolls`, `no node rolls`. */
export function rollText(nodes: NodeRange): string {
  return nodes.max === 0 ? 'no node rolls' : `${nodesText(nodes)} ${plural(nodes.max, 'rolls', 'roll')}`
}

/** All nodes of several pools, clusters or days. */
export function allNodes(pools: readonly { readonly nodes: AffectedNodes }[]): AffectedNodes {
  const sum = (of: (nodes: AffectedNodes) => number) => pools.reduce((all, { nodes }) => all + of(nodes), 0)
  const byHand = sum((nodes) => nodes.byHand ?? 0)
  return { min: sum(({ min }) => min), max: sum(({ max }) => max), ...(byHand > 0 && { byHand }) }
}

/** The number alone, for columns: `12` or `3–12`. */
export function nodeFigure(nodes: NodeRange): string {
  return nodes.min === nodes.max ? countText(nodes.max) : `${countText(nodes.min)}–${countText(nodes.max)}`
}

/** What a change does to nodes: `12 nodes roll`, `4 nodes in place`, `kubelet restart only`. */
export function effectText(effect: EffectKind, nodes: AffectedNodes): string {
  switch (effect) {
    case 'rolling':
      return rollText(nodes)
    case 'inPlace':
      return `${nodesText(nodes)} ${inPlaceText(nodes)}`
    case 'kubeletRestart':
      return 'kubelet restart only'
    case 'none':
      return 'no node is touched'
  }
}

/** `in place`, `in place by hand`, `in place, 4 by hand`: whom nodes wait for. */
export function inPlaceText({ max, byHand = 0 }: Pick<AffectedNodes, 'max' | 'byHand'>): string {
  if (byHand === 0) return 'in place'
  return byHand === max ? 'in place by hand' : `in place, ${countText(byHand)} by hand`
}

/** What the versions of Kubernetes are told as, beside the names of images. */
export const KUBERNETES = 'Kubernetes'
