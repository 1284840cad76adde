import { expect, it } from 'vitest'
import { onWire } from './dates'

it('tells an instant in UTC, in whole seconds', () => {
  expect(onWire(Date.parse('2026-12-15T22:00:00.999+01:00'))).toBe('2026-12-15T21:00:00Z')
  expect(onWire(-1)).toBe('1969-12-31T23:59:59Z')
})

it('tells many instants, one after the other and again', () => {
  const instants = Array.from({ length: 25_000 }, (_, i) => i * 777)
  for (const instant of [...instants, ...instants.slice(-100), ...instants.slice(0, 100)])
    expect(Date.parse(onWire(instant))).toBe(Math.floor(instant / 1000) * 1000)
})

it('tells no instant that there is not', () => {
  expect(() => onWire(Number.NaN)).toThrow(RangeError)
  expect(() => onWire({ at: Number.NaN })).toThrow(RangeError)
})

it('tells all instants of a fact, however deep, and leaves what is none', () => {
  const fact = {
    window: { begin: 0, end: 3_600_000, offset: '+01:00' },
    changes: [{ from: '1.33.1', to: '1.34.1' }] as const,
    segments: [{ from: null, to: 1000 }],
    last: undefined,
    nodes: { min: 0, max: 1000 },
  }
  expect(onWire(fact)).toEqual({
    window: { begin: '1970-01-01T00:00:00Z', end: '1970-01-01T01:00:00Z', offset: '+01:00' },
    changes: [{ from: '1.33.1', to: '1.34.1' }],
    segments: [{ from: null, to: '1970-01-01T00:00:01Z' }],
    last: undefined,
    nodes: { min: 0, max: 1000 },
  })
  expect(onWire(null)).toBe(null)
  // What is told is its own: a change of it is none of the fact.
  expect(onWire(fact).nodes).not.toBe(fact.nodes)
})
