import { NumberMap } from './number-map'

/** Links are below it; so many chains can each have so many links that their keys are exact. */
const WIDTH = 2 ** 26

/**
 * Numbers chains of things that have numbers: equal chains, equal numbers. Each is looked up in one map, link by link, which
 * is faster than to make a text of it, and much smaller than a map for each link.
 */
export class Chains {
  private count = 0
  private readonly starts = new Map<string, number>()
  private readonly links = new NumberMap()

  /** A chain of one link. */
  from(start: string): number {
    let chain = this.starts.get(start)
    if (chain === undefined) {
      chain = this.another()
      this.starts.set(start, chain)
    }
    return chain
  }

  /** The chain with another link, an integer from 0 up to 67 millions. The chain may also be one that others have numbered. */
  with(chain: number, link: number): number {
    if (link >= WIDTH) throw new RangeError(`${link} is too large for a link`)
    const key = chain * WIDTH + link
    let next = this.links.get(key)
    if (next === undefined) {
      next = this.another()
      this.links.set(key, next)
    }
    return next
  }

  /** A chain like no other. */
  another(): number {
    return this.count++
  }
}
