import { describe, expect, it, vi } from 'vitest'
import { eachOf, letThrough, through } from './event-loop'
import { inBackground, onBehalf } from './on-behalf'

vi.mock('server-only', () => ({}))

/** Holds others up for longer than computing may last. */
function hold(): void {
  const begin = performance.now()
  while (performance.now() - begin < 25);
}

/** Looks at four, and tells at which. */
const slow = (done: number[]) =>
  eachOf([10, 11, 12, 13], (one, place) => {
    done.push(one - place)
    hold()
  })

describe('a loop over many', () => {
  it('looks at all of them, in order, with their places', async () => {
    const seen: [string, number][] = []
    await eachOf(new Set(['a', 'b', 'c']), (one, place) => seen.push([one, place]))
    expect(seen).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
  })

  it('lets others through in between', async () => {
    const done: number[] = []
    const others: number[] = []
    const look = setInterval(() => others.push(done.length), 1)
    await slow(done)
    clearInterval(look)
    expect(done).toEqual([10, 10, 10, 10])
    expect(others.filter((count) => count > 0 && count < 4).length).toBeGreaterThan(0)
  })

  it('goes on one after the other, of several at the same time, so that others get through after each', async () => {
    const done: number[] = []
    const waiting = Promise.all([slow(done), slow(done), slow(done)])
    const perTurn: number[] = []
    for (let before = done.length; done.length < 12; before = done.length) {
      await new Promise(setImmediate)
      perTurn.push(done.length - before)
    }
    await waiting
    expect(Math.max(...perTurn)).toBe(1)
  })

  it('counts what several loops compute in the same turn together', async () => {
    let turns = 0
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    let isDone = false
    setImmediate(count)
    for (let i = 0; i < 4; i++) await eachOf([i], hold)
    isDone = true
    expect(turns).toBeGreaterThan(1)
  })

  it('rests as long as it computed where nobody waits for it', async () => {
    const begins: number[] = []
    const ends: number[] = []
    await inBackground(() =>
      eachOf([1, 2, 3, 4], () => {
        begins.push(performance.now())
        hold()
        ends.push(performance.now())
      }),
    )
    // A timer may come a moment early; on a busy machine it comes late.
    expect(begins.slice(1).map((begin, i) => begin - (ends[i] ?? begin) > 8)).toEqual([true, true, true])
  })

  it('ends when whoever asks has left', async () => {
    const done: number[] = []
    const leave = new AbortController()
    const left = onBehalf({ signal: leave.signal }, () => slow(done))
    leave.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(done.length).toBeLessThan(4)
  })

  it('fails with what looking fails with', async () => {
    const failing = eachOf([1], () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
  })
})

it('what is computed in steps gives its outcome, and lets others through in between', async () => {
  function* steps(): Generator<undefined, string> {
    hold()
    yield
    hold()
    return 'done'
  }
  const others: number[] = []
  const outcome = through(steps())
  setImmediate(() => others.push(1))
  expect(await outcome).toBe('done')
  expect(others).toEqual([1])
})

it('lets nobody through before it has computed for long', async () => {
  await new Promise(setImmediate)
  let isThrough = false
  setImmediate(() => {
    isThrough = true
  })
  await letThrough()
  expect(isThrough).toBe(false)
  hold()
  await letThrough()
  expect(isThrough).toBe(true)
})
