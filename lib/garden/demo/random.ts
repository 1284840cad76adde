/**
 * A small seeded generator (mulberry32): the demo must look the same on every machine and in every test.
 * Not for anything secret.
 */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** Whole number in [from, to], both inclusive. */
  between(from: number, to: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One of the values; each is as likely as its weight is large. */
  pick<T>(weighted: readonly WeightedValue<T>[]): T
  /** One of the values, all equally likely. */
  oneOf<T>(values: readonly [T, ...T[]]): T
}

export type WeightedValue<T> = readonly [weight: number, value: T]

export function seeded(seed: number): Random {
  return new SeededRandom(seed)
}

class SeededRandom implements Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000
  }

  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(weighted: readonly WeightedValue<T>[]): T {
    return pick(weighted, this.next())
  }

  oneOf<T>(values: readonly [T, ...T[]]): T {
    return values[Math.floor(this.next() * values.length)] ?? values[0]
  }
}

/** `share` in [0, 1) of the summed weights. Throws when nothing has a weight. */
function pick<T>(weighted: readonly WeightedValue<T>[], share: number): T {
  let left = share * weighted.reduce((all, [weight]) => all + weight, 0)
  for (const [weight, value] of weighted) {
    left -= weight
    if (left < 0) return value
  }
  throw new Error('There is nothing to pick from.')
}
