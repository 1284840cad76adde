import type { NodeRange } from '@/lib/contract/common'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { plural } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'

/** A key figure: `+118`, and beside it `96 → 214 clusters`. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly value: string
  /** Says what is counted. */
  readonly note: string
  /** It gets worse in a way that somebody has to clear up. */
  readonly isBad: boolean
}

/** What changes; a figure that stays as it is, is none. */
export function figuresOf({ figures, defaults }: WhatIfAnswer): readonly Figure[] {
  const { updates, newlyForced, forced, fails, autoTonight, nodes, changes } = figures
  const stuck = difference('Stuck', fails, 'cluster')
  return [
    difference('Forced updates', updates, 'update'),
    difference('Clusters forced', forced, 'cluster'),
    count('Newly forced', newlyForced),
    count('Forced earlier', changes.earlier),
    count('Forced later or not at all', changes.later),
    stuck && { ...stuck, isBad: fails.after > fails.before },
    difference('Auto-update within 24 h', autoTonight, 'cluster'),
    nodeDifference('Nodes that roll, at most', nodes),
    count('No longer stuck', changes.freed),
    count('Forced once more', changes.more),
    count('Another version', changes.target),
    ...defaults.map(
      ({ image, before, after }): Figure => ({
        key: `default ${image}`,
        label: image === null ? 'Default for new clusters' : `Default for new ${image} pools`,
        value: after.join(', ') || 'none',
        note: `was ${before.join(', ') || 'none'}`,
        isBad: after.length === 0,
      }),
    ),
  ].filter((figure) => figure !== null)
}

function difference(label: string, { before, after }: { before: number; after: number }, unit: string): Figure | null {
  if (after === before) return null
  return {
    key: label,
    label,
    value: signed(after - before),
    note: `${countText(before)} → ${countOf(after, unit)}`,
    isBad: false,
  }
}

/** Nodes are known as bounds: the upper ones are compared. */
function nodeDifference(label: string, { before, after }: { before: NodeRange; after: NodeRange }): Figure | null {
  if (after.max === before.max) return null
  return {
    key: label,
    label,
    value: signed(after.max - before.max),
    note: `${countText(before.max)} → ${countOf(after.max, 'node')}`,
    isBad: false,
  }
}

function count(label: string, value: number): Figure | null {
  return value === 0
    ? null
    : { key: label, label, value: countText(value), note: plural(value, 'cluster'), isBad: false }
}

/** `+118`, `−3`. */
function signed(value: number): string {
  return value > 0 ? `+${countText(value)}` : countText(value)
}
