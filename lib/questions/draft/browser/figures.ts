import type { NodeRange } from '@/lib/contract/common'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { plural } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'

/** A key figure: `+118`, and beside it `96 → 214 clusters`. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly value: string
  /** Says what is counted. */
  readonly note: string
  /** It gets worse in a way that somebody has to clear up. */
  readonly isBad: boolean
  /** Nothing changes: shown, but quietly. */
  readonly isZero: boolean
}

/** The labels of the figures that are always there, in their order. */
export const FIGURE_LABELS = [
  'Forced updates',
  'Clusters forced',
  'Newly forced',
  'Forced earlier',
  'Forced later or not at all',
  'Stuck',
  'Auto-update within 24 h',
  'Nodes that roll, at most',
] as const

type Label = (typeof FIGURE_LABELS)[number]

/** The figures that are always there, then those that say something. */
export function figuresOf({ figures, defaults }: WhatIfAnswer): readonly Figure[] {
  const { updates, newlyForced, forced, fails, autoTonight, nodes, changes } = figures
  const always: Readonly<Record<Label, Figure>> = {
    'Forced updates': difference('Forced updates', updates, 'update'),
    'Clusters forced': difference('Clusters forced', forced, 'cluster'),
    'Newly forced': count('Newly forced', newlyForced),
    'Forced earlier': count('Forced earlier', changes.earlier),
    'Forced later or not at all': count('Forced later or not at all', changes.later),
    Stuck: {
      ...difference('Stuck', fails, 'cluster'),
      isBad: fails.after > fails.before,
    },
    'Auto-update within 24 h': difference('Auto-update within 24 h', autoTonight, 'cluster'),
    'Nodes that roll, at most': nodeDifference('Nodes that roll, at most', nodes),
  }
  return [
    ...FIGURE_LABELS.map((label) => always[label]),
    ...(changes.freed === 0 ? [] : [count('No longer stuck', changes.freed)]),
    ...(changes.more === 0 ? [] : [count('Forced once more', changes.more)]),
    ...(changes.target === 0 ? [] : [count('Another version', changes.target)]),
    ...defaults.map(
      ({ image, before, after }): Figure => ({
        key: `default ${image}`,
        label: image === null ? 'Default for new clusters' : `Default for new ${image} pools`,
        value: after.join(', ') || 'none',
        note: `was ${before.join(', ') || 'none'}`,
        isBad: after.length === 0,
        isZero: false,
      }),
    ),
  ]
}

function difference(label: string, { before, after }: { before: number; after: number }, unit: string): Figure {
  const by = after - before
  return {
    key: label,
    label,
    value: signed(by),
    note: by === 0 ? `${countOf(after, unit)} as before` : `${countText(before)} → ${countOf(after, unit)}`,
    isBad: false,
    isZero: by === 0,
  }
}

/** Nodes are known as bounds: the upper ones are compared. */
function nodeDifference(label: string, { before, after }: { before: NodeRange; after: NodeRange }): Figure {
  const by = after.max - before.max
  const isSame = by === 0 && after.min === before.min
  return {
    key: label,
    label,
    value: signed(by),
    note: isSame ? `${nodeFigure(after)} as before` : `${countText(before.max)} → ${countOf(after.max, 'node')}`,
    isBad: false,
    isZero: isSame,
  }
}

function count(label: string, value: number): Figure {
  const note = plural(value, 'cluster')
  return { key: label, label, value: countText(value), note, isBad: false, isZero: value === 0 }
}

/** `+118`, `−3`, `0`. */
function signed(value: number): string {
  return value > 0 ? `+${countText(value)}` : countText(value)
}
