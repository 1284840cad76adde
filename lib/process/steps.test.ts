import { describe, expect, it } from 'vitest'
import { onBehalf } from './on-behalf'
import { Steps } from './steps'
import { TimeSlice } from './time-slice'

/** Tells what it has done, and holds others up for longer than a slice may last. */
function* slow(done: number[], steps = 4): Generator<undefined, number> {
  for (let i = 0; i < steps; i++) {
    done.push(i)
    const begin = performance.now()
    while (performance.now() - begin < 25);
    yield
  }
  return done.length
}

describe('what is computed in steps', () => {
  it('lets others through in between', async () => {
    const done: number[] = []
    const others: number[] = []
    const steps = new Steps(slow(done))
    const look = setInterval(() => others.push(done.length), 1)
    expect(await steps.ready()).toBe(4)
    clearInterval(look)
    expect(others.filter((count) => count < 4).length).toBeGreaterThan(0)
  })

  it('rests as long as a slice may last after each step where nobody waits for it', async () => {
    const begins: number[] = []
    const ends: number[] = []
    function* timed(): Generator<undefined, void> {
      for (const _ of slow([])) {
        ends.push(performance.now())
        yield
        begins.push(performance.now())
      }
    }
    await new Steps(timed()).ready(new TimeSlice('background'))
    // A timer may come a moment early; on a busy machine it comes late.
    expect(begins.map((begin, i) => begin - (ends[i] ?? begin) > 8)).toEqual([true, true, true, true])
  })

  it('goes on one after the other, of several at the same time, so that others get through after each', async () => {
    const done: number[] = []
    const waiting = Promise.all(
      [new Steps(slow(done)), new Steps(slow(done)), new Steps(slow(done))].map((s) => s.ready()),
    )
    const perTurn: number[] = []
    for (let before = done.length; done.length < 12; before = done.length) {
      await new Promise(setImmediate)
      perTurn.push(done.length - before)
    }
    await waiting
    expect(Math.max(...perTurn)).toBe(1)
  })

  it('is computed once for those who wait, and for who takes it at once', async () => {
    const done: number[] = []
    const steps = new Steps(slow(done))
    const waiting = [steps.ready(), steps.ready()]
    expect(steps.value).toBe(4)
    expect(await Promise.all(waiting)).toEqual([4, 4])
    expect(steps.value).toBe(4)
    expect(done).toEqual([0, 1, 2, 3])
  })

  it('is a part of something larger', () => {
    const inner = new Steps(slow([], 1))
    function* outer(): Generator<undefined, string> {
      return `${yield* inner.rest()} and ${yield* inner.rest()}`
    }
    expect(new Steps(outer()).value).toBe('1 and 1')
  })

  it('fails for everybody alike', async () => {
    function* failing(): Generator<undefined, number> {
      yield
      throw new Error('no')
    }
    const steps = new Steps(failing())
    await expect(steps.ready()).rejects.toThrow('no')
    expect(() => steps.value).toThrow('no')
  })

  it('goes on with whoever asks next when the first one leaves', async () => {
    const done: number[] = []
    const steps = new Steps(slow(done))
    const leave = new AbortController()
    const first = onBehalf({ signal: leave.signal }, () => steps.ready())
    leave.abort(new Error('left'))
    await expect(first).rejects.toThrow('left')
    expect(done.length).toBeLessThan(4)
    expect(await steps.ready()).toBe(4)
    expect(done).toEqual([0, 1, 2, 3])
  })
})
