import type { AffectedNodes, EffectKind, EventKind, NodeRange, RunningStage } from '@/lib/contract/common'
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

/** The number alone, for columns: `12` or `3–12`. */
export function nodeFigure(nodes: NodeRange): string {
  return nodes.min === nodes.max ? countText(nodes.max) : `${countText(nodes.min)}–${countText(nodes.max)}`
}

/** What a change does to nodes, as a name: `rolling update, 12 nodes`. */
export function effectName(effect: EffectKind, nodes: AffectedNodes): string {
  switch (effect) {
    case 'rolling':
      return `rolling update, ${nodesText(nodes)}`
    case 'inPlace':
      return `in-place update, ${nodesText(nodes)}${labelledText(nodes)}`
    case 'kubeletRestart':
      return 'kubelet restart only'
    case 'none':
      return 'no node is touched'
  }
}

/** The same as an answer to "do nodes roll?": `12 nodes roll`, `no, kubelet restart`. */
export function effectAnswer(effect: EffectKind, nodes: AffectedNodes): string {
  switch (effect) {
    case 'rolling':
      return `${nodesText(nodes)} ${isOneNode(nodes) ? 'rolls' : 'roll'}`
    case 'inPlace':
      return `${nodesText(nodes)} ${inPlaceText(nodes)}`
    case 'kubeletRestart':
      return 'no, kubelet restart'
    case 'none':
      return 'no'
  }
}

/** `in place`, `in place by hand`, `in place, 4 by hand`: whom nodes wait for, in few words. */
export function inPlaceText({ max, byHand = 0 }: AffectedNodes): string {
  if (byHand === 0) return 'in place'
  return byHand === max ? 'in place by hand' : `in place, ${countText(byHand)} by hand`
}

/** The same at the end of a sentence: `, each once a person has labelled it`. */
export function labelledText({ max, byHand = 0 }: Pick<AffectedNodes, 'max' | 'byHand'>): string {
  if (byHand === 0) return ''
  return byHand === max
    ? ', each once a person has labelled it'
    : `, ${countText(byHand)} of them once a person has labelled each`
}

function isOneNode(nodes: NodeRange): boolean {
  return nodes.min === 1 && nodes.max === 1
}

/** What the versions of Kubernetes are told as, beside the names of images. */
export const KUBERNETES = 'Kubernetes'
