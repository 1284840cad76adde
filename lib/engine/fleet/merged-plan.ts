import { Chains } from '@/lib/engine/chains'
import type { Carried } from '@/lib/engine/run'
import { type Digest, mergedDigest, quietDigest } from './digest'
import type { PartCourse, PartEvent } from './part-course'
import type { PlanEntry } from './plan'

/** What a shoot is when its courses begin. */
interface Start {
  readonly lastState: Carried['lastState']
  /** `1.33` */
  readonly minor: string
  /** The first and the last day that count. */
  readonly first: number
  readonly last: number
}

/**
 * What is ahead of shoots with several pools, from what is ahead of those that have one of the pools each: on every day the
 * same happens to them together, as long as nothing is refused.
 */
export class Merger {
  private readonly numbers = new Map<Digest, number>()
  private readonly chains = new Chains()
  private readonly root = this.chains.from('')
  /** By their parts: one object for all that come to the same. */
  private readonly digests: (Digest | undefined)[] = []
  private readonly quiet = new Map<string, Digest>()

  /** `courses`: by pool. */
  merged(courses: readonly PartCourse[], start: Start): PlanEntry[] {
    const entries: PlanEntry[] = []
    const at = courses.map(() => 0)
    let { minor } = start
    // A failure is over with the first maintenance that has nothing to do.
    let isUnsettled = start.lastState !== null && start.lastState !== 'Succeeded'
    for (let day = start.first; day <= start.last; ) {
      let until = start.last
      let isFailing = false
      let happens: Digest | null = null
      let chain = this.chains.with(this.root, courses.length)
      for (let i = 0; i < courses.length; i++) {
        const event = eventFrom(courses, at, i, day)
        if (event === undefined || event.first > day) {
          if (event !== undefined && event.first <= until) until = event.first - 1
          chain = this.chains.with(chain, 0)
          continue
        }
        if (event.last < until) until = event.last
        happens = event.digest
        chain = this.chains.with(chain, event.number)
        if (event.fails) isFailing = true
      }
      if (happens !== null) {
        minor = happens.minor
        let digest = this.digests[chain]
        if (digest === undefined) {
          digest = mergedDigest(courses.map((_, i) => digestOn(eventFrom(courses, at, i, day), day)))
          this.digests[chain] = digest
        }
        entries.push({ day, digest })
        isUnsettled = isFailing
      } else if (isUnsettled) {
        entries.push({ day, digest: this.quietIn(minor) })
        isUnsettled = false
      }
      day = until + 1
    }
    return entries.slice()
  }

  /** From 1. */
  readonly numberOf = (digest: Digest): number => {
    let number = this.numbers.get(digest)
    if (number === undefined) {
      number = this.numbers.size + 1
      this.numbers.set(digest, number)
    }
    return number
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

/** Of the course of a pool: the first event that is not over on a day; `at`: where it stands by pool, moved on as needed. */
function eventFrom(courses: readonly PartCourse[], at: number[], pool: number, day: number): PartEvent | undefined {
  const course = courses[pool] ?? []
  let place = at[pool] ?? 0
  while ((course[place]?.last ?? day) < day) place++
  at[pool] = place
  return course[place]
}

function digestOn(event: PartEvent | undefined, day: number): Digest | null {
  return event === undefined || event.first > day ? null : event.digest
}
