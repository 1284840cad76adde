import type { ComparedList, ComparedVersion } from '@/lib/words/compare'
import type { SegmentLook } from '../../timeline'
import { datesOf, looksOf, type VersionRow, versionRows } from '../../timeline/rows'

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

function rowsIn(lists: readonly ComparedList[]): readonly VersionRow[] {
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
export function datesIn(lists: readonly ComparedList[]): readonly number[] {
  return datesOf(rowsIn(lists))
}

/** Every stage that is to be seen in them. */
export function looksIn(lists: readonly ComparedList[]): readonly SegmentLook[] {
  return looksOf(rowsIn(lists))
}
