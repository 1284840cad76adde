export type WeightedValue<T> = readonly [weight: number, value: T]

/**
 * A small seeded generator (mulberry32): the demo must look the same on every machine and in every test.
 * Not for anything secret.
 */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000
  }

  /** Whole number in [from, to], both inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of the values; each is as likely as its weight is large. Throws when nothing has a weight. */
  pick<T>(weighted: readonly WeightedValue<T>[]): T {
    let left = this.next() * weighted.reduce((all, [weight]) => all + weight, 0)
    for (const [weight, value] of weighted) {
      left -= weight
      if (left < 0) return value
    }
    throw new Error('There is nothing to pick from.')
  }

  /** One of the values, all equally likely. */
  oneOf<T>(values: readonly [T, ...T[]]): T {
    return values[Math.floor(this.next() * values.length)] ?? values[0]
  }
}
