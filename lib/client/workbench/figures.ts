import { countText } from '@/lib/client/time-text'
import { nodeFigure } from '@/lib/client/wording'
import type { NodeRange, WhatIfAnswer } from '@/lib/contract'

/** A key figure: `+118`, and beside it `96 → 214`. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly value: string
  readonly note: string
  /** It gets worse in a way that somebody has to clear up. */
  readonly isBad: boolean
  /** Nothing changes: shown, but quietly. */
  readonly isZero: boolean
}

/** The figures that are always there, then those that say something. */
export function figuresOf({ figures, defaults }: WhatIfAnswer): readonly Figure[] {
  const { forced, fails, autoTonight, nodes, changes } = figures
  return [
    difference('forced', 'Forced updates', forced),
    { ...difference('fails', 'Stuck: will fail to update', fails), isBad: fails.after > fails.before },
    difference('auto', 'Auto-update tonight', autoTonight),
    nodeDifference(nodes),
    count('earlier', 'Forced earlier', changes.earlier),
    count('later', 'Forced later or not at all', changes.later),
    ...(changes.freed === 0 ? [] : [count('freed', 'No longer stuck', changes.freed)]),
    ...(changes.target === 0 ? [] : [count('target', 'To another version', changes.target)]),
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

function difference(key: string, label: string, { before, after }: { before: number; after: number }): Figure {
  const by = after - before
  return {
    key,
    label,
    value: signed(by),
    note: by === 0 ? `${countText(after)} as before` : `${countText(before)} → ${countText(after)}`,
    isBad: false,
    isZero: by === 0,
  }
}

/** Nodes are known as bounds: the upper ones are compared. */
function nodeDifference({ before, after }: { before: NodeRange; after: NodeRange }): Figure {
  const by = after.max - before.max
  const isSame = by === 0 && after.min === before.min
  return {
    key: 'nodes',
    label: 'Nodes that roll, at most',
    value: signed(by),
    note: isSame ? `${nodeFigure(after)} as before` : `${countText(before.max)} → ${countText(after.max)}`,
    isBad: false,
    isZero: isSame,
  }
}

function count(key: string, label: string, value: number): Figure {
  const note = value === 1 ? 'cluster' : 'clusters'
  return { key, label, value: countText(value), note, isBad: false, isZero: value === 0 }
}

/** `+118`, `−3`, `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${countText(value)}` : countText(value)
}
