import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Paced } from './paced'

let starts: number[]
let takes: number

function paced(): Paced {
  const work = () => {
    starts.push(performance.now())
    return new Promise((resolve) => setTimeout(resolve, takes))
  }
  return new Paced(work, { least: 500, most: 5000, times: 2 })
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  starts = []
  takes = 100
})
afterEach(() => {
  vi.useRealTimers()
})

describe('work that is wanted often', () => {
  it('is done at once when nothing was done before', () => {
    paced().want()
    expect(starts).toHaveLength(1)
  })

  it('is done once more for all that was wanted meanwhile, after a rest', async () => {
    const one = paced()
    for (let i = 0; i < 5; i++) one.want()
    await vi.advanceTimersByTimeAsync(300)
    one.want()
    await vi.advanceTimersByTimeAsync(299)
    expect(starts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(starts).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(starts).toHaveLength(2)
  })

  it.each([
    ['as long as the least after a quick one', 10, 510],
    ['twice as long as it took', 1000, 3000],
    ['at most as long as allowed', 10_000, 15_000],
  ])('rests %s', async (_, took, second) => {
    takes = took
    const one = paced()
    const begin = performance.now()
    one.want()
    await vi.advanceTimersByTimeAsync(1)
    one.want()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(starts.map((at) => at - begin).slice(0, 2)).toEqual([0, second])
  })

  it('is not done after the end', async () => {
    const one = paced()
    one.want()
    one.want()
    one.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(starts).toHaveLength(1)
  })
})
