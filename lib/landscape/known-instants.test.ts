import { expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import { knownOnWire } from './known-instants'

it('tells many instants, one after the other and again', () => {
  const instants = Array.from({ length: 25_000 }, (_, i) => i * 777)
  for (const instant of [...instants, ...instants.slice(-100), ...instants.slice(0, 100)])
    expect(knownOnWire(instant)).toBe(onWire(instant))
})

it('tells no instant that there is not', () => {
  expect(() => knownOnWire(Number.NaN)).toThrow(RangeError)
})
