import { expect, test } from 'vitest'
import { type PromotionRule, ruleParts, withOthers } from './promotion-rule'

const rule: PromotionRule = { clusters: 3, days: 14, failures: 0, clustersHere: null, landscapes: [] }
const here = { clusters: 2, days: 12, failures: 0 }
const canary = { landscape: 'canary', clusters: 41, days: 30, failures: 0 }
const dev = { landscape: 'dev', clusters: 5, days: 60, failures: 2 }

test.each<[string, Partial<PromotionRule>, Parameters<typeof ruleParts>[2], string]>([
  ['here alone', {}, [], 'clusters 2 of 3 unmet, days 12 of 14 unmet, failures 0 of 0'],
  ['one that it does not name', {}, [canary], 'clusters 2 of 3 unmet, days 12 of 14 unmet, failures 0 of 0'],
  ['one that it names', { landscapes: ['canary'] }, [canary], 'clusters 43 of 3, days 30 of 14, failures 0 of 0'],
  [
    'one that says nothing',
    { landscapes: ['canary'] },
    [],
    'clusters 2 of 3 unmet, days 12 of 14 unmet, failures 0 of 0',
  ],
  [
    'several: clusters and failures together, days of the longest',
    { landscapes: ['dev', 'canary'] },
    [canary, dev],
    'clusters 48 of 3, days 60 of 14, failures 2 of 0 unmet',
  ],
  [
    'and some here in any case',
    { landscapes: ['canary'], clustersHere: 3 },
    [canary],
    'clusters 43 of 3, clustersHere 2 of 3 unmet, days 30 of 14, failures 0 of 0',
  ],
  ['exactly what it wants', { clusters: 2, days: 12 }, [], 'clusters 2 of 2, days 12 of 12, failures 0 of 0'],
])('a rule that counts %s', (_, more, others, text) => {
  const parts = ruleParts({ ...rule, ...more }, here, others)
  expect(parts.map((one) => `${one.part} ${one.value} of ${one.limit}${one.isMet ? '' : ' unmet'}`).join(', ')).toBe(
    text,
  )
})

test('what is known of this landscape alone is completed with what others saw', () => {
  const limits = { ...rule, landscapes: ['canary'], clustersHere: 2 }
  const alone = ruleParts(limits, here, [])
  expect(withOthers(alone, ['canary'], [canary, dev])).toEqual(ruleParts(limits, here, [canary, dev]))
  expect(withOthers(alone, [], [canary])).toEqual(alone)
})
