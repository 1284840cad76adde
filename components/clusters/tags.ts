import type { ListedShoot } from '@/lib/questions/clusters/contract/list'

interface RowTag {
  readonly text: string
  readonly title: string
}

/**
 * What stands beside the name of a cluster. What gardenlet reports of the preconditions of maintenance matters where nodes are
 * replaced or updated.
 */
export function tagsOf({ flags, next, nextForced }: Pick<ListedShoot, 'flags' | 'next' | 'nextForced'>): RowTag[] {
  if (flags.deleting) return [{ text: 'deleting', title: 'This cluster is being deleted' }]
  const touchesNodes = [next, nextForced].some((event) => event?.effect === 'rolling' || event?.effect === 'inPlace')
  return [
    ...(flags.hibernated ? [{ text: 'hibernated', title: 'Its control plane sleeps; maintenance goes on' }] : []),
    ...(flags.failed ? [{ text: 'failed', title: 'The last operation failed' }] : []),
    ...(flags.unready && touchesNodes
      ? [
          {
            text: 'unready',
            title:
              'gardenlet reports that the preconditions of maintenance are not satisfied; maintenance does not wait for that',
          },
        ]
      : []),
  ]
}
