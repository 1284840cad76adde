import type { CarriedState } from '@/lib/engine/rules'
import { type Digest, mergedDigest, minorText, quietDigest } from './digest'
import type { PartCourse, PartEvent } from './part-course'
import type { PlanEntry } from './plan'

/** What a shoot is when its courses begin. */
interface Start {
  readonly lastState: CarriedState['lastState']
  readonly kubernetes: string
  /** The first and the last day that count. */
  readonly first: number
  readonly last: number
}

/**
 * What is ahead of shoots with several pools, from what is ahead of those that have one of the pools each: on every day the
 * same happens to them together, as long as nothing is refused.
 */
export class Merger {
  /** By pool: what happens to it on the day that is looked at. */
  private readonly current: (PartEvent | null)[] = []
  /** By pool: the event of its course that is not over yet. */
  private readonly places: number[] = []
  /** Of the plan that is made. */
  private readonly entries: PlanEntry[] = []
  /** One object for all that come to the same. */
  private readonly digests: DigestTree = { next: null, digest: null }
  private readonly quiet = new Map<string, Digest>()

  /** `courses`: by pool. */
  merged(courses: readonly PartCourse[], start: Start): PlanEntry[] {
    const { current, entries, places } = this
    places.fill(0)
    let count = 0
    let minor: string | null = null
    // A failure is over with the first maintenance that has nothing to do.
    let isUnsettled = start.lastState !== null && start.lastState !== 'Succeeded'
    for (let day = start.first; day <= start.last; ) {
      let until = start.last
      let isFailing = false
      let active = 0
      let pool = 0
      for (let i = 0; i < courses.length; i++) {
        const event = eventFrom(courses[i] ?? NOTHING, places, i, day)
        const isActive = event !== undefined && event.first <= day
        current[i] = isActive ? event : null
        if (event === undefined) continue
        until = Math.min(until, isActive ? event.last : event.first - 1)
        if (!isActive) continue
        active++
        pool = i
        if (event.fails) isFailing = true
      }
      const one = current[pool] ?? null
      if (active > 0 && one !== null) {
        const digest = active === 1 ? alone(one, pool) : this.together(courses.length)
        minor = digest.minor
        entries[count++] = { day, digest }
        isUnsettled = isFailing
      } else if (isUnsettled) {
        entries[count++] = { day, digest: this.quietIn(minor ?? minorText(start.kubernetes)) }
        isUnsettled = false
      }
      day = until + 1
    }
    return entries.slice(0, count)
  }

  /** What happens to several pools on one day, as in `current`. */
  private together(pools: number): Digest {
    let tree = this.digests
    for (let i = 0; i < pools; i++) tree = below(tree, this.current[i]?.digest ?? null)
    tree.digest ??= mergedDigest(this.current.slice(0, pools).map((event) => event?.digest ?? null))
    return tree.digest
  }

  private quietIn(minor: string): Digest {
    let digest = this.quiet.get(minor)
    if (digest === undefined) {
      digest = quietDigest(minor)
      this.quiet.set(minor, digest)
    }
    return digest
  }
}

/** What several pools come to together: found pool by pool, by what each comes to alone. */
interface DigestTree {
  /** By what the next pool comes to; null: nothing is below. Most trees have nothing below. */
  next: Map<Digest | null, DigestTree> | null
  digest: Digest | null
}

function below(above: DigestTree, part: Digest | null): DigestTree {
  above.next ??= new Map()
  let tree = above.next.get(part)
  if (tree === undefined) {
    tree = { next: null, digest: null }
    above.next.set(part, tree)
  }
  return tree
}

const NOTHING: PartCourse = []

/** Of the course of a pool: the first event that is not over on a day; `places`: where it stands by pool, moved on as needed. */
function eventFrom(course: PartCourse, places: number[], pool: number, day: number): PartEvent | undefined {
  let place = places[pool] ?? 0
  while ((course[place]?.last ?? day) < day) place++
  places[pool] = place
  return course[place]
}

/** What happens to one of the pools, and to no other. */
function alone(event: PartEvent, pool: number): Digest {
  if (pool === 0) return event.digest
  let digest = event.elsewhere[pool]
  if (digest === undefined) {
    digest = mergedDigest([...Array<null>(pool).fill(null), event.digest])
    event.elsewhere[pool] = digest
  }
  return digest
}
