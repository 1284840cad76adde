import { Chains } from '@/lib/engine/chains'
import type { Carried } from '@/lib/engine/run'
import { type Digest, mergedDigest, quietDigest } from './digest'
import type { PartCourse } from './part-course'
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
  private readonly digests: (Digest | undefined)[] = []
  private readonly quiet = new Map<string, Digest>()

  /** `courses`: by pool. */
  merged(courses: readonly PartCourse[], start: Start): PlanEntry[] {
    const entries: PlanEntry[] = []
    const at = courses.map(() => 0)
    const now: (Digest | null)[] = courses.map(() => null)
    let { minor } = start
    // A failure is over with the first maintenance that has nothing to do.
    let isUnsettled = start.lastState !== null && start.lastState !== 'Succeeded'
    for (let day = start.first; day <= start.last; ) {
      let until = start.last
      let isFailing = false
      let happens: Digest | null = null
      for (let i = 0; i < courses.length; i++) {
        const course = courses[i] ?? []
        let event = course[at[i] ?? 0]
        if (event !== undefined && event.last < day) {
          at[i] = (at[i] ?? 0) + 1
          event = course[at[i] ?? 0]
        }
        now[i] = null
        if (event === undefined) continue
        if (event.first > day) {
          until = Math.min(until, event.first - 1)
          continue
        }
        until = Math.min(until, event.last)
        now[i] = event.digest
        happens = event.digest
        if (event.fails) isFailing = true
      }
      if (happens !== null) {
        minor = happens.minor
        entries.push({ day, digest: this.digestOf(now) })
        isUnsettled = isFailing
      } else if (isUnsettled) {
        entries.push({ day, digest: this.quietIn(minor) })
        isUnsettled = false
      }
      day = until + 1
    }
    return entries.slice()
  }

  /** One object for all that come to the same. */
  private digestOf(parts: readonly (Digest | null)[]): Digest {
    let chain = this.chains.from(`${parts.length}`)
    for (const part of parts) chain = this.chains.with(chain, part === null ? 0 : this.numberOf(part))
    const known = this.digests[chain]
    if (known !== undefined) return known
    const digest = mergedDigest(parts)
    this.digests[chain] = digest
    return digest
  }

  /** From 1. */
  private numberOf(digest: Digest): number {
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
