import { describe, expect, it } from 'vitest'
import { stageAt } from '@/lib/engine/rules'
import { image, imageVersion, instant, profile, version } from '@/lib/engine/testdata/builders'
import type { CloudProfile } from '@/lib/engine/types'
import { idleTexts } from '@/lib/words/dead-ends'
import { idleEnds, mergeNamespacedProfile, ownPart, type ProfileOverrides } from './overrides'

const parent = profile(
  ['1.33.1 supported', '1.32.1 deprecated 2027-01-01'],
  image('linux', 'minor', ['1.0.0', '1.1.0']),
)

const overrides: ProfileOverrides = {
  kubernetes: [version('1.32.1 - 2027-01-01'), version('1.31.9 - 2027-02-01')],
  machineImages: [
    {
      name: 'linux',
      versions: [version('1.0.0 - 2027-02-01'), imageVersion('1.2.0')],
    },
    { name: 'own', versions: [imageVersion('3.0.0')] },
  ],
  machineTypes: [],
}

it.each([
  [null, '1.33.1', 'inherits'],
  [null, '1.32.1', 'overrides'],
  ['linux', '1.1.0', 'inherits'],
  ['linux', '1.0.0', 'overrides'],
  ['linux', '1.2.0', 'adds'],
  ['own', '3.0.0', 'adds'],
])('of %s %s: %s', (name, text, part) => {
  expect(ownPart(overrides, parent, name, text)).toBe(part)
})

describe('ends of which nothing comes', () => {
  const lifecycle = [
    { classification: 'deprecated' },
    { classification: 'expired', startTime: instant('2026-12-01') },
  ] as const
  const staged = profile(
    ['1.33.1 supported', { version: '1.32.1', lifecycle }],
    image('linux', 'minor', [imageVersion({ version: '1.0.0', lifecycle }), '1.1.0']),
  )

  it.each<[string, CloudProfile, string[]]>([
    [
      'of a version that the parent does not list',
      parent,
      ['Its own end of Kubernetes 1.31.9, 1 Feb 2027, has no effect: aws does not list that version.'],
    ],
    [
      'of versions to which the parent gives stages',
      staged,
      [
        'Its own end of Kubernetes 1.32.1, 1 Jan 2027, has no effect: aws gives that version stages (lifecycle), and beside those no date counts.',
        'Its own end of Kubernetes 1.31.9, 1 Feb 2027, has no effect: aws does not list that version.',
        'Its own end of linux 1.0.0, 1 Feb 2027, has no effect: aws gives that version stages (lifecycle), and beside those no date counts.',
      ],
    ],
  ])('%s', (_, base, expected) => {
    expect(idleTexts(idleEnds(overrides, base), 'aws')).toEqual(expected)
  })

  it('is what maintenance makes of them', () => {
    const { kubernetes, machineImages } = mergeNamespacedProfile(staged, overrides)
    const of = (text: string) => kubernetes.find((one) => one.version === text)
    expect(of('1.31.9')).toBeUndefined()
    expect(stageAt(of('1.32.1') ?? {}, instant('2026-12-02'))).toBe('expired')
    expect(stageAt(machineImages[0]?.versions[0] ?? {}, instant('2026-12-02'))).toBe('expired')
  })

  it('are told as far as anybody reads', () => {
    const many = Array.from({ length: 30 }, (_, i) => version(`1.20.${i} - 2027-01-01`))
    const texts = idleTexts(idleEnds({ ...overrides, kubernetes: many }, parent), 'aws')
    expect([texts.length, texts.at(-1)]).toEqual([21, 'So it is with 10 more.'])
  })
})
