import { describe, expect, it } from 'vitest'
import { delayAfter, isLasting, type RequestFailure } from './failure'

const failure = (kind: RequestFailure['kind'], retryAfter?: number): RequestFailure => ({
  kind,
  message: '',
  ...(retryAfter !== undefined && { retryAfter }),
})
/** In the middle of the spread. */
const middle = 0.5

describe('the wait after a failure', () => {
  it.each<[string, RequestFailure, number, number]>([
    ['is short at first', failure('unreachable'), 0, 400],
    ['doubles', failure('unreachable'), 1, 800],
    ['doubles again', failure('unreachable'), 4, 6400],
    ['ends at ten seconds', failure('unreachable'), 5, 10_000],
    ['stays there', failure('unreachable'), 1000, 10_000],
    ['is what the server asks for', failure('busy', 1000), 0, 1000],
    ['is never less than the server asks for', failure('busy', 60_000), 3, 60_000],
    ['is more when it fails again and again', failure('busy', 1000), 4, 6400],
    ['is nothing for the first list after a 410', failure('expired'), 0, 0],
    ['is something for a 410 right after a list', failure('expired'), 1, 800],
    ['is longer where only somebody else can help', failure('credentials'), 0, 1000],
    ['grows quickly there', failure('credentials'), 2, 10_000],
    ['is a minute where nobody has helped for long', failure('forbidden'), 50, 60_000],
  ])('%s', (_, given, failures, expected) => {
    expect(delayAfter(given, failures, middle)).toBe(expected)
  })

  it('is spread by a quarter to each side', () => {
    expect(delayAfter(failure('unreachable'), 0, 0)).toBe(300)
    expect(delayAfter(failure('unreachable'), 0, 0.999)).toBeLessThan(500)
  })

  it('grows with every failure', () => {
    const waits = Array.from({ length: 12 }, (_, failures) => delayAfter(failure('silent'), failures, middle))
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
  })
})

it.each<[RequestFailure['kind'], boolean]>([
  ['credentials', true],
  ['forbidden', true],
  ['missing', true],
  ['busy', false],
  ['unreachable', false],
  ['expired', false],
  ['silent', false],
])('only somebody else can help with %s: %s', (kind, expected) => {
  expect(isLasting(failure(kind))).toBe(expected)
})
