import type { EditBody } from '@/lib/contract'
import { expiryOf } from '@/lib/engine/lifecycle'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { Finding } from './findings'
import { versionIn } from './items'
import { latestOf, versionOf } from './source'

/** Edits that can make a version a supported one. */
const STAGING: ReadonlySet<EditBody['kind']> = new Set(['add', 'classify', 'schedule', 'restore'])

/** Rules that hold after the edits, as sentences: only those that the edits could have broken. */
export function rulesThatHold(
  edits: readonly EditBody[],
  after: CloudProfile,
  findings: readonly Finding[],
  warnings: readonly string[],
  at: Instant,
): readonly string[] {
  const isBroken = (key: string) => findings.some((finding) => finding.key.startsWith(key))
  const latest = latestOf(after)
  const end = latest === undefined ? undefined : versionOf(after, null, latest)
  const hasRemovals = edits.some(({ kind }) => kind === 'remove' || kind === 'removeImage')
  const dates = edits.flatMap((edit) => {
    const version = versionIn(edit)
    const listed = version === null ? undefined : versionOf(after, edit.image, version)
    return listed === undefined ? [] : [expiryOf(listed)]
  })
  const hasKubernetes = edits.some(({ image }) => image === null)
  return [
    ...(hasKubernetes && latest !== undefined && end !== undefined && expiryOf(end) === null
      ? [`The latest version, ${latest}, has no expiry date.`]
      : []),
    ...(edits.some(({ kind }) => STAGING.has(kind)) && !isBroken('supported')
      ? ['At most one version per minor is supported.']
      : []),
    ...(dates.some((date) => date !== null) && dates.every((date) => date === null || date >= at)
      ? ['No date lies in the past. Gardener would accept one.']
      : []),
    ...(hasRemovals && !isBroken('in use') ? ['No version in use is removed.'] : []),
    ...(hasKubernetes && !warnings.includes('no-next-minor') ? ['The edits leave no minor without a next one.'] : []),
  ]
}
