/** Up to this a chain goes on with small numbers, which maps find fastest; beyond it is exact all the same. */
const WIDTH = 2 ** 15

/**
 * Numbers chains of things that have numbers: equal chains, equal numbers. Each is looked up in one map, link by link, which
 * is faster than to make a text of it, and much smaller than a map for each link.
 */
export class Chains {
  private count = 0
  private readonly starts = new Map<string, number>()
  private readonly links = new Map<number, number>()
  /** Of what has a large number. */
  private readonly wide = new Map<string, number>()

  /** A chain of one link. */
  from(start: string): number {
    let chain = this.starts.get(start)
    if (chain === undefined) {
      chain = this.count++
      this.starts.set(start, chain)
    }
    return chain
  }

  /** The chain with another link; `link` is 0 or more. */
  with(chain: number, link: number): number {
    if (link >= WIDTH) return this.withWide(`${chain} ${link}`)
    const key = chain * WIDTH + link
    let next = this.links.get(key)
    if (next === undefined) {
      next = this.count++
      this.links.set(key, next)
    }
    return next
  }

  private withWide(key: string): number {
    let next = this.wide.get(key)
    if (next === undefined) {
      next = this.count++
      this.wide.set(key, next)
    }
    return next
  }
}
