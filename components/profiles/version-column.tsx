import { BASE_PATH } from '@/lib/contract/base-path'
import type { LaneRow } from '../timeline/lane'
import type { LaneColumn } from '../timeline/lanes'
import { instead } from '../ui/link'
import type { useProfileView } from './use-profile-view'

/** Names the row of a version, which is its id, and selects it. */
export function versionColumn<R extends LaneRow>(
  { hrefOf, select }: Pick<ReturnType<typeof useProfileView>, 'hrefOf' | 'select'>,
  width: number,
): LaneColumn<R> {
  return {
    key: 'version',
    head: 'Version',
    width,
    isName: true,
    isStop: true,
    title: ({ id }) => id,
    cell: ({ id, isSelected }, stop) => (
      <a
        href={BASE_PATH + hrefOf(id)}
        className={isSelected ? 'bold' : undefined}
        {...stop}
        onClick={instead(() => select(id))}
      >
        {id}
      </a>
    ),
  }
}
