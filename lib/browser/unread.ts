import type { GardenStatus } from '@/lib/contract/status'

/** What a page may have none of, by the resources and the objects that it is made of. */
const MADE_OF = {
  clusters: ['Shoot'],
  profiles: ['CloudProfile', 'NamespacedCloudProfile'],
} as const

/** That there is no cluster, in the words of every page. */
export function noClusterText(garden: GardenStatus | undefined): string {
  return garden === undefined || mayBeUnread(garden, 'clusters')
    ? 'No cluster has been read so far.'
    : 'There is no cluster in this garden that you may see.'
}

/**
 * Whether there may be some that could not be read. Then that there are none is nothing that could be said of the garden: it is still
 * being read, or may not be read, or something is broken that may hold them.
 */
export function mayBeUnread(garden: GardenStatus, what: keyof typeof MADE_OF): boolean {
  const kinds = MADE_OF[what]
  const isOne = (object: string | null) => object === null || kinds.some((kind) => object.startsWith(`${kind} `))
  return (
    garden.state !== 'live' ||
    garden.resources.some(
      ({ name, state }) => kinds.some((kind) => name === `${kind}s`) && state !== 'synced' && state !== 'stale',
    ) ||
    garden.problemCount > garden.problems.length ||
    garden.problems.some(({ object }) => isOne(object))
  )
}
