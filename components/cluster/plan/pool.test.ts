import { expect, test } from 'vitest'
import { poolChoices } from './pool'

const version = (value: string | null) => ({ value, stage: null, expires: null })
const answer = {
  poolVersions: [version(null), version('1.35.1'), version('1.34.2'), version('1.34.1'), version('1.33.9')],
  poolChoices: [
    { kubernetes: [], images: [] },
    {
      kubernetes: [
        { from: 0, to: 1, isRefused: false },
        { from: 1, to: 3, isRefused: true },
        { from: 4, to: 5, isRefused: false },
      ],
      images: [{ from: 3, to: 4, isRefused: false }],
    },
  ],
}

test('what a pool may be given is read from what is told once for all of them, in the order in which it is offered', () => {
  const { kubernetes, images } = poolChoices(answer, { choices: 1 })
  expect(kubernetes.map(({ value, isRefused }) => [value, isRefused])).toEqual([
    [null, false],
    ['1.35.1', true],
    ['1.34.2', true],
    ['1.33.9', false],
  ])
  expect(images.map(({ value }) => value)).toEqual(['1.34.1'])
  expect(poolChoices(answer, { choices: 0 })).toEqual({ kubernetes: [], images: [] })
})
