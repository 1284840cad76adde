import type { VersionTable } from '@/lib/engine/rules'
import { isOfNextMinor, parseVersion } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'

/** Why nothing leads away from an expired Kubernetes version; `unreadable`: it is none. */
export type NoMinor = 'minor-gap' | 'only-previews' | 'last-minor' | 'unreadable'

/** Looks at the minors above the version as they are at the instant. Only asked where there is no target. */
export function whyNoMinor(table: VersionTable, current: string, at: Instant): NoMinor {
  const version = parseVersion(current)
  if (version === null) return 'unreadable'
  const stages = table.stagesAt(at)
  const higher = table.ascending.filter((index) => {
    const listed = table.at(index)
    return listed.major === version.major && listed.minor > version.minor
  })
  const next = higher.filter((index) => isOfNextMinor(table.at(index), version))
  if (next.length > 0 && next.every((index) => stages[index] === 'preview')) return 'only-previews'
  return higher.length > 0 ? 'minor-gap' : 'last-minor'
}
