import type { GuideRow } from '@/components/scenarios'
import { changesBetween } from '@/lib/client/workbench/changes'
import { editedProfile } from '@/lib/client/workbench/edited'
import { byNewest, effectRow, sameRow } from '@/lib/client/workbench/effect-rows'
import { type Source, versionOf } from '@/lib/client/workbench/source'
import type { ScenarioAnswer } from '@/lib/contract'

const KIND_WORDS = { new: 'new', changed: 'changed', removed: 'removed', suggested: 'suggested', same: '' } as const

/** The versions that the guide's edits change, and those that play a part all the same, over time. */
export function guideRows({ image, edits, parts }: ScenarioAnswer, source: Source): readonly GuideRow[] {
  const part = new Map(parts.map((one) => [one.version, one.part]))
  const { profile } = editedProfile(source, edits)
  const changed = changesBetween(source.profile, profile)
    .versions.filter((change) => change.image === image)
    .map((change) => effectRow(change, source.at, source.zone))
  const known = new Set(changed.map(({ version }) => version))
  const same = parts.flatMap(({ version }) => {
    const listed = known.has(version) ? undefined : versionOf(source.profile, image, version)
    return listed === undefined ? [] : [sameRow(image, listed, source.at, source.zone)]
  })
  return [...changed, ...same]
    .sort(byNewest)
    .map((row) => ({ ...row, part: part.get(row.version) ?? KIND_WORDS[row.kind] }))
}
