import { expect, it } from 'vitest'
import { SequenceNumbers } from './sequence-numbers'

it('equal sequences have equal numbers, and no others have', () => {
  const sequences = new SequenceNumbers()
  const links = [0, 1, 2 ** 15 - 1, 2 ** 15, 2 ** 20, 2 ** 26 - 1]
  const starts = ['', '1.33.6']
  const all = () =>
    starts.flatMap((text) => {
      const start = sequences.from(text)
      return [
        start,
        ...links.flatMap((first) => {
          const one = sequences.with(start, first)
          return [one, ...links.map((second) => sequences.with(one, second))]
        }),
      ]
    })
  const numbers = all()
  expect(new Set(numbers).size).toBe(starts.length * (1 + links.length + links.length ** 2))
  expect(all()).toEqual(numbers)
})

it('a sequence can also be one that others have numbered, and be like no other', () => {
  const sequences = new SequenceNumbers()
  const pairs = [0, 1, 70, 2 ** 26].map((sequence) => sequences.with(sequence, 1))
  expect(new Set([...pairs, sequences.another(), sequences.another()]).size).toBe(6)
  expect(sequences.with(70, 1)).toBe(pairs[2])
})

it('a link that is too large is refused', () => {
  expect(() => new SequenceNumbers().with(0, 2 ** 26)).toThrow('67108864 is too large for a link')
})
