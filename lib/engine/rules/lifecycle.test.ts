import { describe, expect, test } from 'vitest'
import { parseInstant } from '@/lib/engine/time'
import type { ExpirableVersion, Stage } from '@/lib/engine/types'
import { expiryOf, isClassified, isSpanAt, stageAt, stagesOf, statedStage } from './lifecycle'

const may = read('2026-05-01T00:00:00Z')
const june = read('2026-06-01T00:00:00Z')
const july = read('2026-07-01T00:00:00Z')

const legacy: ExpirableVersion = { version: '1.33.5', classification: 'deprecated', expirationDate: june }
const staged: ExpirableVersion = {
  version: '1.34.0',
  lifecycle: [
    { classification: 'preview', startTime: may },
    { classification: 'supported', startTime: june },
    { classification: 'expired', startTime: july },
  ],
}

const stages: [sentence: string, version: ExpirableVersion, at: string, stage: Stage][] = [
  ['nothing is known: it counts as supported', { version: '1.0.0' }, '2026-06-01T00:00:00Z', 'supported'],
  ['an expiration date is ahead', legacy, '2026-05-31T23:59:59Z', 'deprecated'],
  ['it is the very instant of the expiration', legacy, '2026-06-01T00:00:00Z', 'deprecated'],
  ['the expiration is a nanosecond ago', legacy, '2026-06-01T00:00:00.000000001Z', 'expired'],
  ['a preview expires as well', { ...legacy, classification: 'preview' }, '2026-07-01T00:00:00Z', 'expired'],
  [
    'a date without classification is ahead',
    { version: '1.0.0', expirationDate: june },
    '2026-05-01T00:00:00Z',
    'supported',
  ],
  ['no stage has begun', staged, '2026-05-01T00:00:00Z', 'unavailable'],
  ['a stage has begun', staged, '2026-05-01T00:00:01Z', 'preview'],
  ['it is the very instant of the next stage', staged, '2026-06-01T00:00:00Z', 'preview'],
  ['the last stage has begun', staged, '2026-07-02T00:00:00Z', 'expired'],
  ['stages are empty: the legacy fields count', { ...legacy, lifecycle: [] }, '2026-07-01T00:00:00Z', 'expired'],
  ['there are stages: the legacy fields are ignored', { ...legacy, ...staged }, '2026-06-15T00:00:00Z', 'supported'],
  [
    'times are not in order: the last begun in list order wins',
    {
      version: '1',
      lifecycle: [
        { classification: 'deprecated', startTime: june },
        { classification: 'supported', startTime: may },
      ],
    },
    '2026-07-01T00:00:00Z',
    'supported',
  ],
  [
    'a stage without a start has begun',
    { version: '1', lifecycle: [{ classification: 'supported' }, { classification: 'expired', startTime: july }] },
    '2020-01-01T00:00:00Z',
    'supported',
  ],
]

describe('the stage when', () => {
  test.each(stages)('%s', (_, version, at, stage) => {
    expect(stageAt(version, read(at))).toBe(stage)
  })
})

test('all stages over time, neighbours merged', () => {
  expect(stagesOf(staged)).toEqual([
    { stage: 'unavailable', from: null, to: may },
    { stage: 'preview', from: may, to: june },
    { stage: 'supported', from: june, to: july },
    { stage: 'expired', from: july, to: null },
  ])
  expect(stagesOf({ version: '1.0.0' })).toEqual([{ stage: 'supported', from: null, to: null }])
  const hidden = {
    version: '1',
    lifecycle: [
      { classification: 'preview' as const, startTime: june },
      { classification: 'supported' as const, startTime: may },
    ],
  }
  expect(stagesOf(hidden)).toEqual([
    { stage: 'unavailable', from: null, to: may },
    { stage: 'supported', from: may, to: null },
  ])
})

test.each(stages)('the span of an instant is the one of its stage when %s', (_, version, at, stage) => {
  const spans = stagesOf(version).filter((span) => isSpanAt(span, read(at)))
  expect(spans.map((span) => span.stage)).toEqual([stage])
})

test('an expiry is what the version ends with', () => {
  expect(expiryOf(legacy)).toBe(june)
  expect(expiryOf(staged)).toBe(july)
  expect(expiryOf({ version: '1.0.0', classification: 'supported' })).toBeNull()
})

test('a version is classified as soon as it is said what it is: a date alone does not say that', () => {
  const dated = { version: '1', expirationDate: june }
  const versions = [{ version: '1' }, dated, legacy, staged, { version: '1', lifecycle: [] }]
  expect(versions.map(isClassified)).toEqual([false, false, true, true, false])
  expect([may, june + 1].map((at) => statedStage(dated, stageAt(dated, at)))).toEqual(['unclassified', 'expired'])
  expect(statedStage(legacy, 'supported')).toBe('supported')
})

function read(text: string): number {
  const at = parseInstant(text)
  if (at === null) throw new Error(`${text} is no time`)
  return at
}
