import { whyNoMinor } from '@/lib/engine/explain'
import type { Version } from '@/lib/engine/rules'
import {
  compileProfile,
  type DecisionTimeline,
  imageTimeline,
  kubernetesTimeline,
  type VersionTable,
} from '@/lib/engine/rules'
import type { CloudProfile, ImageUpdateStrategy, Instant } from '@/lib/engine/types'
import type { PROFILE_DEAD_END_KINDS } from '@/lib/engine/words'

/** Versions of one group that nothing leads away from once they have expired. */
export interface ProfileDeadEnd {
  readonly kind: (typeof PROFILE_DEAD_END_KINDS)[number]
  /** Null: Kubernetes. */
  readonly image: string | null
  /** Of one minor, or what the image's strategy keeps within; highest first. */
  readonly versions: readonly string[]
  /** From then on (strictly) all of them are stuck. */
  readonly since: Instant
  /** Until then; null: no end is known. */
  readonly until: Instant | null
}

/**
 * Where the versions of a profile lead nowhere, in order of time, whatever shoots there are. For images the filters by pool do
 * not count. What was over before `from` is left out.
 */
export function profileDeadEndsOf(profile: CloudProfile, from: Instant): ProfileDeadEnd[] {
  const { kubernetes, images } = compileProfile(profile)
  const found = [
    ...stuckIn(kubernetes, 'patch', (text) => kubernetesTimeline(kubernetes, text, false)).map(
      (stuck): ProfileDeadEnd => {
        const kind = whyNoMinor(kubernetes, stuck.versions[0] ?? '', stuck.since + 1)
        return { kind: kind === 'unreadable' ? 'last-minor' : kind, image: null, ...stuck }
      },
    ),
    ...images.flatMap((image) => {
      const { table, source } = image
      const line = (text: string) => imageTimeline(image, table.ascending, text, false, true)
      return stuckIn(table, source.updateStrategy, line).map(
        (stuck): ProfileDeadEnd => ({ kind: 'image-end-of-life', image: source.name, ...stuck }),
      )
    }),
  ]
  return found.filter(({ until }) => until === null || until > from).sort((a, b) => a.since - b.since)
}

type Stuck = Pick<ProfileDeadEnd, 'versions' | 'since' | 'until'>

function stuckIn(
  table: VersionTable,
  strategy: ImageUpdateStrategy,
  lineOf: (text: string) => DecisionTimeline,
): Stuck[] {
  const groups = new Map<string, Stuck>()
  for (const index of table.ascending.toReversed()) {
    const version = table.at(index)
    const span = stuckSpan(lineOf(version.text), table)
    if (span === null) continue
    const key = `${groupOf(version, strategy)} ${span.since} ${span.until}`
    const group = groups.get(key)
    groups.set(key, { versions: [...(group?.versions ?? []), version.text], ...span })
  }
  return [...groups.values()]
}

/** The last stretch of time in which a version has no way on; null: there is none. */
function stuckSpan(line: DecisionTimeline, { boundaries }: VersionTable): Pick<Stuck, 'since' | 'until'> | null {
  const isStuck = [...boundaries, Number.POSITIVE_INFINITY].map((at) => line.at(at).kind === 'failure')
  const last = isStuck.lastIndexOf(true)
  if (last === -1) return null
  const first = isStuck.lastIndexOf(false, last) + 1
  return { since: boundaries[first - 1] ?? Number.NEGATIVE_INFINITY, until: boundaries[last] ?? null }
}

function groupOf({ major, minor }: Version, strategy: ImageUpdateStrategy): string {
  return strategy === 'patch' ? `${major}.${minor}` : strategy === 'minor' ? `${major}` : ''
}
