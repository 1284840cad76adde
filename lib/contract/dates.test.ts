import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onWire } from './dates'

it('tells an instant in whole seconds of UTC', () => {
  expect(onWire(Date.parse('2026-12-15T21:00:00.999Z'))).toBe('2026-12-15T21:00:00Z')
  expect(onWire(-1)).toBe('1969-12-31T23:59:59Z')
})

it('tells every instant as the calendar of the language has it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (instant) => {
      const whole = Math.max(-8.64e15, Math.floor(instant / 1000) * 1000)
      for (const _ of ['first', 'again']) {
        expect(onWire(whole)).toBe(new Date(whole).toISOString().replace('.000Z', 'Z'))
      }
    }),
  )
})

it('tells many instants, one after the other and again', () => {
  const told = Array.from({ length: 25_000 }, (_, second) => onWire(second * 1000))
  expect(new Set(told).size).toBe(25_000)
  expect(told.map((text) => Date.parse(text) / 1000)).toEqual(told.map((_, second) => second))
})

it('tells no instant that there is not', () => {
  expect(() => onWire(Number.NaN)).toThrow(RangeError)
  expect(() => onWire(Number.POSITIVE_INFINITY)).toThrow(RangeError)
})
