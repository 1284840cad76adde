import type { CompareAnswer } from '@/lib/questions/profiles/contract/compare'
import type { SegmentLook } from '../../timeline'
import { datesOf, looksOf, type VersionRow, versionRows } from '../../timeline/rows'
import type { ComparedVersion } from './words'

/** A version as the timeline of its profile has it; null: the profile does not list it, and none of its clusters run it. */
export function rowOf(
  what: string,
  { version, unlisted, ...sides }: ComparedVersion,
  side: 'a' | 'b',
): VersionRow | null {
  const offered = sides[side]
  const rows =
    offered !== null
      ? versionRows(what, [offered], [])
      : versionRows(what, [], unlisted === 0 ? [] : [{ what, version, clusters: unlisted }])
  return rows[0] ?? null
}

function rowsIn(lists: CompareAnswer['lists']): readonly VersionRow[] {
  return lists.flatMap(({ what, versions }) =>
    (['a', 'b'] as const).flatMap((side) =>
      versionRows(
        what,
        versions.flatMap((one) => one[side] ?? []),
        [],
      ),
    ),
  )
}

/** Every date that is to be seen in these lists. */
export function datesIn(lists: CompareAnswer['lists']): readonly number[] {
  return datesOf(rowsIn(lists))
}

/** Every stage that is to be seen in them. */
export function looksIn(lists: CompareAnswer['lists']): readonly SegmentLook[] {
  return looksOf(rowsIn(lists))
}
