/** Never a key. */
const EMPTY = -1

/**
 * A map from numbers to numbers, for safe integers of 0 or more as keys. Entries lie flat in one array, each by its key: to
 * find one takes a look at one place of memory, and a `Map` has to look at several. That counts where entries are many.
 */
export class NumberMap {
  private size = 0
  private bits = 10
  /** By slot: the key, then its value. */
  private slots = emptySlots(this.bits)

  get(key: number): number | undefined {
    const { slots } = this
    const slot = this.slotOf(key)
    return slots[slot] === key ? slots[slot + 1] : undefined
  }

  set(key: number, value: number): void {
    const slot = this.slotOf(key)
    if (this.slots[slot] !== key) this.size++
    this.slots[slot] = key
    this.slots[slot + 1] = value
    // A map that is more than half full would have long ways to look.
    if (this.size * 4 > this.slots.length) this.grow()
  }

  /** Where the key is, or where it would be. */
  private slotOf(key: number): number {
    const { slots } = this
    let slot = hash(key, this.bits) * 2
    while (slots[slot] !== key && slots[slot] !== EMPTY) slot = slot + 2 < slots.length ? slot + 2 : 0
    return slot
  }

  private grow(): void {
    const before = this.slots
    this.bits++
    this.slots = emptySlots(this.bits)
    for (let i = 0; i < before.length; i += 2) {
      const key = before[i] ?? EMPTY
      if (key === EMPTY) continue
      const slot = this.slotOf(key)
      this.slots[slot] = key
      this.slots[slot + 1] = before[i + 1] ?? 0
    }
  }
}

function emptySlots(bits: number): Float64Array {
  return new Float64Array(2 * 2 ** bits).fill(EMPTY)
}

/** So many bits of the key, stirred: its neighbours come far from it. */
function hash(key: number, bits: number): number {
  const high = Math.floor(key / 2 ** 32)
  return Math.imul((key | 0) + Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> (32 - bits)
}
