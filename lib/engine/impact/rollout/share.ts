/**
 * A number of nodes or a percentage of them, as `maxSurge` and `maxUnavailable` have it: `2`, `20%`.
 * Percentages of surge are rounded up, those of unavailability down, as everywhere in Kubernetes.
 */
export type Share = number | string

export type Rounding = 'up' | 'down'

/** How many of `nodes` the share is; null if it is neither a number from 0 on nor a percentage. */
export function nodesOf(share: Share, nodes: number, rounding: Rounding): number | null {
  const parsed = parseShare(share)
  if (parsed === null) return null
  if (!parsed.isPercent) return parsed.value
  const exact = (parsed.value * nodes) / 100
  return rounding === 'up' ? Math.ceil(exact) : Math.floor(exact)
}

/** What of the share falls to one zone: numbers and nodes are spread evenly, the first zones get what is left over. */
export function shareOfZone(share: Share, zone: number, zones: number, maximum: number): Share {
  const parsed = parseShare(share)
  if (parsed === null) return share
  if (!parsed.isPercent) return countOfZone(parsed.value, zone, zones)
  if (maximum % zones === 0) return `${parsed.value}%`
  // Where zones differ in size, the percentage is scaled with the size of the zone, and rounded up.
  const ratio = (100 / (maximum / zones)) * countOfZone(maximum, zone, zones)
  return `${Math.ceil((ratio * parsed.value) / 100)}%`
}

/** How many of `count` fall to one zone. */
export function countOfZone(count: number, zone: number, zones: number): number {
  return Math.floor(count / zones) + (zone < count % zones ? 1 : 0)
}

function parseShare(share: Share): { readonly value: number; readonly isPercent: boolean } | null {
  const match = /^(\d+)(%?)$/.exec(String(share))
  return match === null ? null : { value: Number(match[1]), isPercent: match[2] === '%' }
}
