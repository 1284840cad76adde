import type { GardenKind } from '../garden'

/** The namespaces in which something may be seen, or all there are. */
export type Reach = 'all' | ReadonlySet<string>

/** What somebody may see of a garden. Projects are seen by the namespace that belongs to them. */
export interface Sight {
  readonly reach: Readonly<Record<GardenKind, Reach>>
  /** Of the clusters only the one of this name. */
  readonly cluster?: string
}

const all = { CloudProfile: 'all', NamespacedCloudProfile: 'all', Project: 'all', Shoot: 'all' } as const

export const seesAll: Sight = { reach: all }

/** What lies in no namespace is seen by those who see all of its kind. */
export function sees(
  { reach, cluster }: Sight,
  kind: GardenKind,
  namespace: string | undefined,
  name: string,
): boolean {
  const seen = reach[kind]
  if (kind === 'Shoot' && cluster !== undefined && cluster !== name) return false
  return seen === 'all' || (namespace !== undefined && seen.has(namespace))
}

export function isWhole({ reach, cluster }: Sight): boolean {
  return cluster === undefined && Object.values(reach).every((one) => one === 'all')
}

/** The same text for the same sight. */
export function textOf({ reach, cluster = '' }: Sight): string {
  const parts = Object.entries(reach).map(([kind, seen]) => [kind, seen === 'all' ? seen : [...seen].sort()])
  return JSON.stringify([parts, cluster])
}
