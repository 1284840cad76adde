import { type DailyWindow, windowOf } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'

/** What is the same for all shoots with the same window, made once. */
export class PerWindow<T> {
  /** By begin, then by end. */
  private readonly known = new Map<string, Map<string, T>>()
  private count = 0

  /** `number`: how many windows were there before. */
  constructor(private readonly make: (window: DailyWindow, number: number) => T) {}

  of(shoot: Shoot): T {
    const { begin, end } = shoot.window ?? ANY_TIME
    let byEnd = this.known.get(begin)
    if (byEnd === undefined) {
      byEnd = new Map()
      this.known.set(begin, byEnd)
    }
    let found = byEnd.get(end)
    if (found === undefined) {
      found = this.make(windowOf(shoot), this.count++)
      byEnd.set(end, found)
    }
    return found
  }
}

/** Like no window that a shoot names. */
const ANY_TIME = { begin: '', end: '' }
