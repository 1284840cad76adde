import { describe, expect, test } from 'vitest'
import type { WhyDecision } from '@/lib/questions/cluster/contract'
import { belowText, fieldCauseText, whyQuestion } from '@/lib/words/steps'
import { durationText } from '@/lib/words/time-text'
import { whyGroups } from './why-decisions'

const image: WhyDecision = {
  component: 'poolImage',
  pool: 'web-a',
  image: 'gardenlinux',
  current: '1877.4.0',
  outcome: 'updates',
  to: '1877.5.0',
  text: 'Yes, 1877.4.0 is listed and deprecated, and image auto-update is on.',
  reason: 'Automatic update of the machine image version is configured (image update strategy: minor)',
  error: null,
  otherwise: null,
  steps: [],
  below: ['1592.9.0', '1312.7.0'],
}
const controlPlane: WhyDecision = {
  ...image,
  component: 'controlPlane',
  pool: null,
  image: null,
  current: '1.33.11',
  outcome: 'keeps',
  to: null,
  below: [],
}

describe('what is decided', () => {
  test('pools of which the same is decided are told once', () => {
    const subjects = [
      controlPlane,
      image,
      { ...image, pool: 'ledger' },
      { ...image, pool: 'batch', image: 'suse-chost' },
    ]
    const { decided, kept } = whyGroups({ subjects })
    expect(decided.map(({ parts }) => parts)).toEqual([
      'gardenlinux of pools web-a and ledger',
      'suse-chost of pool batch',
    ])
    expect(kept.map(({ parts }) => parts)).toEqual(['Control plane'])
  })

  test.each([
    [image, 'Why 1877.5.0 and not another?'],
    [controlPlane, 'Why does it stay on 1.33.11?'],
    [{ ...controlPlane, outcome: 'fails' } as const, 'Why does it not leave 1.33.11?'],
  ])('the question is about the outcome', (why, question) => {
    expect(whyQuestion(why)).toBe(question)
  })

  test('lower versions are one line, or none', () => {
    expect(belowText(image)).toBe('1592.9.0, 1312.7.0: lower than 1877.4.0')
    expect(belowText(controlPlane)).toBeNull()
  })
})

test.each([
  [20 * 60_000, '20 min'],
  [14 * 3_600_000, '14 h'],
  [33_600_000, '9 h 20 min'],
  [50 * 3_600_000, '50 h'],
  [130 * 3_600_000, '5 d 10 h'],
])('%i ms are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})

test('a cause is a path below the spec', () => {
  expect(fieldCauseText(['spec.kubernetes.version', 'spec.provider.workers[a].machine.image.version'])).toBe(
    'kubernetes.version, provider.workers[a].machine.image.version',
  )
})
