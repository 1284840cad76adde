import { addTo } from '@/lib/engine/grouped'
import {
  AUTOMATIC_RANGES_OF_STRATEGY,
  type AutomaticRange,
  boundariesOf,
  compareVersions,
  countBelow,
  type DecisionInput,
  decisionBy,
  forcedImageSearch,
  isZero,
  justAfter,
  plus,
  rangeKey,
  stageAt,
  type Version,
  type VersionDecision,
  type VersionTable,
} from '@/lib/engine/rules'
import type { ImageUpdateStrategy, Instant, Stage } from '@/lib/engine/types'

/** Strictly after `after` and up to `until`. */
interface OpenInterval {
  readonly after: Instant
  readonly until: Instant
}

const ABSENT = -1

/**
 * Where versions of a list lead over time. A decision looks at the versions of a range or two, of which only the first count:
 * these are followed through time once, for the decisions about all versions.
 */
export class TargetsOverTime {
  /** By what they have in common: the versions that a step chooses among, highest first. */
  private readonly members: ReadonlyMap<string, readonly number[]>
  private readonly groups = new Map<string, FirstsOverTime>()
  private readonly forcedImages = new Map<string, (OpenInterval & { readonly target: number })[]>()

  /**
   * @param ascending indices of the table: the versions that may be taken, ascending
   * @param kind whose forced step it is
   */
  constructor(
    private readonly table: VersionTable,
    private readonly ascending: readonly number[],
    private readonly strategy: ImageUpdateStrategy,
    private readonly kind: 'Kubernetes' | 'image',
  ) {
    const ranges = new Set<AutomaticRange>(['same-minor', 'any', ...AUTOMATIC_RANGES_OF_STRATEGY[strategy]])
    const members = new Map<string, number[]>()
    for (const index of ascending.toReversed()) {
      const version = table.at(index)
      // It is no target of an automatic step, nor the next minor of any version.
      if (isZero(version)) continue
      for (const range of ranges) addTo(members, rangeKey(range, version), index)
    }
    this.members = members
  }

  /** What is decided for a version at an instant, and an interval around it in which it stays so. */
  decisionAt(decided: DecisionInput, at: Instant): OpenInterval & { readonly decision: VersionDecision } {
    const { table, strategy } = this
    const looked: OpenInterval[] = []
    const decision = decisionBy(
      {
        table,
        strategy,
        stageOf: (index) => {
          looked.push(intervalOf(table, index, at))
          return stageOf(table, index, at)
        },
        automatic: (current) => this.automatic(current, at, looked),
        forced: (current) =>
          this.kind === 'image' ? this.forcedImage(current, at, looked) : this.consecutive(current, at, looked),
      },
      decided,
    )
    return { decision, ...common(looked) }
  }

  /** As `automaticTarget`. */
  private automatic(current: Version, at: Instant, looked: OpenInterval[]): number {
    for (const range of AUTOMATIC_RANGES_OF_STRATEGY[this.strategy]) {
      // Everything is a patch of 0.0.0.
      const firsts = this.groupOf(range === 'same-minor' && isZero(current) ? 'any' : range, current).at(at)
      looked.push(firsts)
      for (const index of [firsts.live, firsts.deprecated]) {
        if (index !== ABSENT && compareVersions(this.table.at(index), current) > 0) return index
      }
    }
    return ABSENT
  }

  /** As `consecutiveMinorTarget`. */
  private consecutive(current: Version, at: Instant, looked: OpenInterval[]): number {
    const firsts = this.groupOf('same-minor', { ...current, minor: plus(current.minor, 1) }).at(at)
    looked.push(firsts)
    return firsts.anyhow
  }

  /** As `forcedImageTarget`, which is the same for all versions of a minor, with `minor` for those of a major. */
  private forcedImage(current: Version, at: Instant, looked: OpenInterval[]): number {
    const { table, ascending, strategy } = this
    const key = rangeKey(strategy === 'patch' ? 'same-minor' : 'same-major', current)
    const known = this.forcedImages.get(key) ?? []
    this.forcedImages.set(key, known)
    let found = known.findLast(({ after, until }) => after < at && at <= until)
    if (found === undefined) {
      const { target, seen } = forcedImageSearch(
        { table, ascending },
        (index) => stageOf(table, index, at),
        current,
        strategy,
      )
      found = { target, ...common(seen.map((index) => intervalOf(table, index, at))) }
      known.push(found)
    }
    looked.push(found)
    return found.target
  }

  private groupOf(range: AutomaticRange, version: Version): FirstsOverTime {
    const key = rangeKey(range, version)
    let group = this.groups.get(key)
    if (group === undefined) {
      group = new FirstsOverTime(this.table, this.members.get(key) ?? [])
      this.groups.set(key, group)
    }
    return group
  }
}

/** The highest of some versions by what they are; -1: none is that. */
interface HighestPositions {
  /** Neither preview nor deprecated nor expired. */
  readonly live: number
  readonly deprecated: number
  /** The higher one of these two, or what has expired where there is neither. */
  readonly anyhow: number
}

const KINDS = ['live', 'deprecated', 'expired', 'preview'] as const

type TargetKind = (typeof KINDS)[number]

/** The highest of some versions over time. */
class FirstsOverTime {
  private readonly intervals: readonly (HighestPositions & OpenInterval)[]
  /** Of the intervals, but for the last one, which does not end. */
  private readonly ends: readonly Instant[]

  /** @param descending indices of the table, highest first */
  constructor(table: VersionTable, descending: readonly number[]) {
    const kindAt = (place: number, at: Instant) => kindOf(stageOf(table, descending[place] ?? ABSENT, at))
    const changes = new Map<Instant, number[]>()
    for (const [place, index] of descending.entries()) {
      for (const boundary of boundariesOf(table.sources[index] ?? NEVER)) addTo(changes, boundary, place)
    }
    const kinds = descending.map((_, place) => kindAt(place, Number.NEGATIVE_INFINITY))
    const first = Object.fromEntries(KINDS.map((kind) => [kind, placeOf(kinds, kind, 0)])) as Record<TargetKind, number>
    const firsts = (): HighestPositions => ({
      live: descending[first.live] ?? ABSENT,
      deprecated: descending[first.deprecated] ?? ABSENT,
      anyhow: descending[Math.min(first.live, first.deprecated)] ?? descending[first.expired] ?? ABSENT,
    })
    const intervals: (HighestPositions & OpenInterval)[] = []
    let now = firsts()
    let after = Number.NEGATIVE_INFINITY
    for (const boundary of [...changes.keys()].sort((a, b) => a - b)) {
      for (const place of changes.get(boundary) ?? []) {
        const was = kinds[place] ?? 'preview'
        const kind = kindAt(place, justAfter(boundary))
        kinds[place] = kind
        if (was !== kind && first[was] === place) first[was] = placeOf(kinds, was, place)
        first[kind] = Math.min(first[kind], place)
      }
      const next = firsts()
      if (isSame(now, next)) continue
      intervals.push({ ...now, after, until: boundary })
      now = next
      after = boundary
    }
    this.ends = intervals.map(({ until }) => until)
    this.intervals = [...intervals, { ...now, after, until: Number.POSITIVE_INFINITY }]
  }

  at(at: Instant): HighestPositions & OpenInterval {
    const interval = this.intervals[countBelow(this.ends, at)]
    if (interval === undefined) throw new RangeError('the last interval does not end')
    return interval
  }
}

function isSame(a: HighestPositions, b: HighestPositions): boolean {
  return a.live === b.live && a.deprecated === b.deprecated && a.anyhow === b.anyhow
}

/** The first place of that kind from one on; behind the last one: there is none. */
function placeOf(kinds: readonly TargetKind[], kind: TargetKind, from: number): number {
  const place = kinds.indexOf(kind, from)
  return place === -1 ? kinds.length : place
}

function kindOf(stage: Stage | undefined): TargetKind {
  return stage === 'preview' || stage === 'deprecated' || stage === 'expired' ? stage : 'live'
}

/** Of a version that is not there. */
const NEVER = { version: '' }

function stageOf(table: VersionTable, index: number, at: Instant): Stage | undefined {
  const source = table.sources[index]
  return source && stageAt(source, at)
}

/** Around an instant, no boundary of the version in between. */
function intervalOf(table: VersionTable, index: number, at: Instant): OpenInterval {
  const boundaries = boundariesOf(table.sources[index] ?? NEVER)
  const past = countBelow(boundaries, at)
  return {
    after: boundaries[past - 1] ?? Number.NEGATIVE_INFINITY,
    until: boundaries[past] ?? Number.POSITIVE_INFINITY,
  }
}

/** What lies in all of them. */
function common(intervals: readonly OpenInterval[]): OpenInterval {
  let [after, until]: [Instant, Instant] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const interval of intervals) {
    after = Math.max(after, interval.after)
    until = Math.min(until, interval.until)
  }
  return { after, until }
}

/** The decisions for one version over time: each is made once, for all of the interval ahead in which it stays the same. */
export class DecisionTimeline {
  private readonly known: (OpenInterval & { readonly decision: VersionDecision })[] = []
  /** Of what is known, ascending. */
  private readonly ends: Instant[] = []

  constructor(
    private readonly targets: Pick<TargetsOverTime, 'decisionAt'>,
    private readonly decided: DecisionInput,
  ) {}

  at(at: Instant): VersionDecision {
    return this.around(at).decision
  }

  /** The last instant up to which the decision stays as it is at the given one; infinity if it does for ever. */
  unchangedUntil(at: Instant): Instant {
    return this.around(at).until
  }

  /** The decision at an instant, and the interval in which it is that; to its end, but not always from its beginning. */
  around(at: Instant): OpenInterval & { readonly decision: VersionDecision } {
    const place = countBelow(this.ends, at)
    const next = this.known[place]
    if (next !== undefined && next.after < at) return next
    const { targets, decided } = this
    const { after, decision, ...first } = targets.decisionAt(decided, at)
    let { until } = first
    while (until < Number.POSITIVE_INFINITY && (next === undefined || until <= next.after)) {
      const ahead = targets.decisionAt(decided, justAfter(until))
      if (!isSameDecision(decision, ahead.decision)) break
      if (isForced(decision) !== isForced(ahead.decision) || !isSameMisfit(decision, ahead.decision)) break
      until = ahead.until
    }
    // Where both know of an instant, they know the same.
    const reached = next !== undefined && next.after < until
    const found = {
      after: Math.max(after, this.ends[place - 1] ?? after),
      until: reached ? next.until : until,
      decision,
    }
    this.known.splice(place, reached ? 1 : 0, found)
    this.ends.splice(place, reached ? 1 : 0, found.until)
    return found
  }
}

/** From 0.0.0, whose patches all versions are, one target may be reached by either step. */
function isForced(decision: VersionDecision): boolean {
  return decision.kind === 'update' && decision.forced
}

/** Whether nothing keeps a pool from other versions, or the same. */
function isSameMisfit(a: VersionDecision, b: VersionDecision): boolean {
  const [one, other] = [a, b].map((decision) => (decision.kind === 'failure' ? decision.misfit : null))
  return one?.rule === other?.rule && one?.isOwn === other?.isOwn
}

/** Whether two decisions for one version come to the same; what keeps a pool from other versions does not matter for that. */
export function isSameDecision(a: VersionDecision, b: VersionDecision): boolean {
  if (a === b) return true
  if (a.kind === 'update') return b.kind === 'update' && a.to === b.to && a.why === b.why
  if (a.kind === 'failure') return b.kind === 'failure' && a.cause === b.cause && a.why === b.why
  return b.kind === 'keep'
}
