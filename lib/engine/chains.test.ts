import { expect, it } from 'vitest'
import { Chains } from './chains'

it('equal chains have equal numbers, and no others have', () => {
  const chains = new Chains()
  const links = [0, 1, 2 ** 15 - 1, 2 ** 15, 2 ** 20, 2 ** 40]
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
