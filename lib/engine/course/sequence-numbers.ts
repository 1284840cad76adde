import { NumberMap } from './number-map'

/** Links are below it; so many sequences can each have so many links that their keys are exact. */
const WIDTH = 2 ** 26

/**
 * Numbers sequences of things that have numbers: equal sequences, equal numbers. Each is looked up in one map, link by link, which
 * is faster than to make a text of it, and much smaller than a map for each link.
 */
export class SequenceNumbers {
  private count = 0
  private readonly starts = new Map<string, number>()
  private readonly links = new NumberMap()

  /** A sequence of one link. */
  from(start: string): number {
    let sequence = this.starts.get(start)
    if (sequence === undefined) {
      sequence = this.another()
      this.starts.set(start, sequence)
    }
    return sequence
  }

  /** The sequence with another link, an integer from 0 up to 67 millions. The sequence may also be one that others have numbered. */
  with(sequence: number, link: number): number {
    if (link >= WIDTH) throw new RangeError(`${link} is too large for a link`)
    const key = sequence * WIDTH + link
    let next = this.links.get(key)
    if (next === undefined) {
      next = this.another()
      this.links.set(key, next)
    }
    return next
  }

  /** A sequence like no other. */
  another(): number {
    return this.count++
  }
}
