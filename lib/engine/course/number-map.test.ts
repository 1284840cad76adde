import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NumberMap } from './number-map'

const key = fc.oneof(fc.nat(50), fc.nat({ max: 2 ** 31 - 1 }), fc.maxSafeNat())

it('holds what a Map holds', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat()), { maxLength: 3000 }), fc.array(key), (entries, others) => {
      const map = new Map<number, number>()
      const flat = new NumberMap()
      for (const [one, value] of entries) {
        map.set(one, value)
        flat.set(one, value)
        expect(flat.get(one)).toBe(value)
      }
      for (const one of [...map.keys(), ...others]) expect(flat.get(one)).toBe(map.get(one))
    }),
  )
})

it('holds many neighbours', () => {
  const flat = new NumberMap()
  for (let i = 0; i < 5000; i++) flat.set(i * 2 ** 26, i)
  for (let i = 0; i < 5000; i++) expect([flat.get(i * 2 ** 26), flat.get(i * 2 ** 26 + 1)]).toEqual([i, undefined])
})
