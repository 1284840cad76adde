import { expect, it } from 'vitest'
import { Chains } from './chains'

it('equal chains have equal numbers, and no others have', () => {
  const chains = new Chains()
  const links = [0, 1, 2 ** 15 - 1, 2 ** 15, 2 ** 20, 2 ** 26 - 1]
  const starts = ['', '1.33.6']
  const all = () =>
    starts.flatMap((text) => {
      const start = chains.from(text)
      return [
        start,
        ...links.flatMap((first) => {
          const one = chains.with(start, first)
          return [one, ...links.map((second) => chains.with(one, second))]
        }),
      ]
    })
  const numbers = all()
  expect(new Set(numbers).size).toBe(starts.length * (1 + links.length + links.length ** 2))
  expect(all()).toEqual(numbers)
})

it('a chain can also be one that others have numbered, and be like no other', () => {
  const chains = new Chains()
  const pairs = [0, 1, 70, 2 ** 26].map((chain) => chains.with(chain, 1))
  expect(new Set([...pairs, chains.another(), chains.another()]).size).toBe(6)
  expect(chains.with(70, 1)).toBe(pairs[2])
})

it('a link that is too large is refused', () => {
  expect(() => new Chains().with(0, 2 ** 26)).toThrow('67108864 is too large for a link')
})
