import { whyNoMinor } from '@/lib/engine/explain'
import type { CompiledProfile, Decision, Version, VersionTable } from '@/lib/engine/rules'
import { imageDecision, kubernetesDecision } from '@/lib/engine/rules'
import type { ImageUpdateStrategy, Instant, Stage } from '@/lib/engine/types'
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
export function profileDeadEndsOf({ kubernetes, images }: CompiledProfile, from: Instant): ProfileDeadEnd[] {
  const found = [
    ...stuckIn(kubernetes, 'patch', (version, stages) => kubernetesDecision(kubernetes, version, false, stages)).map(
      (stuck): ProfileDeadEnd => {
        const kind = whyNoMinor(kubernetes, stuck.versions[0] ?? '', stuck.since + 1)
        return { kind: kind === 'unreadable' ? 'last-minor' : kind, image: null, ...stuck }
      },
    ),
    ...images.flatMap((image) => {
      const { table, source } = image
      const decisionFor = (version: string, stages: readonly Stage[]) =>
        imageDecision(image, table.ascending, { name: source.name, version }, false, stages)
      return stuckIn(table, source.updateStrategy, decisionFor).map(
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
  decisionFor: (version: string, stages: readonly Stage[]) => Decision,
): Stuck[] {
  const groups = new Map<string, Stuck>()
  // Each boundary is the last instant of what holds before it.
  const stages = [...table.boundaries, Number.POSITIVE_INFINITY].map((at) => table.stagesAt(at))
  for (const index of table.ascending.toReversed()) {
    const version = table.at(index)
    const span = stuckSpan(
      stages.map((then) => decisionFor(version.text, then).kind === 'failure'),
      table,
    )
    if (span === null) continue
    const key = `${groupOf(version, strategy)} ${span.since} ${span.until}`
    const group = groups.get(key)
    groups.set(key, { versions: [...(group?.versions ?? []), version.text], ...span })
  }
  return [...groups.values()]
}

/** The last stretch of time in which a version has no way on; null: there is none. `isStuck`: up to each boundary, then for ever. */
function stuckSpan(isStuck: readonly boolean[], { boundaries }: VersionTable): Pick<Stuck, 'since' | 'until'> | null {
  const last = isStuck.lastIndexOf(true)
  if (last === -1) return null
  const first = isStuck.lastIndexOf(false, last) + 1
  return { since: boundaries[first - 1] ?? Number.NEGATIVE_INFINITY, until: boundaries[last] ?? null }
}

function groupOf({ major, minor }: Version, strategy: ImageUpdateStrategy): string {
  return strategy === 'patch' ? `${major}.${minor}` : strategy === 'minor' ? `${major}` : ''
}
