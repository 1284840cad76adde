import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyInstant, anyProfile } from '@/lib/engine/testdata/arbitraries'
import { image, imageVersion, instant, profile, version } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import type { CloudProfile, ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'
import { comparedProfiles } from './compared'
import { stageAt } from './lifecycle'

const at = instant('2026-11-21')

const compared = (a: CloudProfile, b: CloudProfile) => comparedProfiles(memoized(a), memoized(b), at)

const kubernetes = (a: readonly (string | ExpirableVersion)[], b: readonly (string | ExpirableVersion)[]) =>
  compared(profile(a), profile(b))[0]?.versions.map((one) => [one.a, one.b, ...one.differences])

const staged = (...stages: [stage: 'preview' | 'supported' | 'deprecated' | 'expired', from?: string][]) => ({
  version: '1.33.1',
  lifecycle: stages.map(([classification, from]) => ({
    classification,
    ...(from === undefined ? {} : { startTime: instant(from) }),
  })),
})

describe('two lists of Kubernetes versions', () => {
  it.each<[string, Parameters<typeof kubernetes>, ReturnType<typeof kubernetes>]>([
    ['the same', [['1.33.1 supported'], ['1.33.1 supported']], [['1.33.1', '1.33.1']]],
    [
      'what only one of them lists, in the order of the first and then of the second',
      [
        ['1.33.1', '1.32.2', '1.31.0'],
        ['1.34.0 preview', '1.33.1', '1.32.2'],
      ],
      [
        ['1.33.1', '1.33.1'],
        ['1.32.2', '1.32.2'],
        ['1.31.0', null, 'only-a'],
        [null, '1.34.0', 'only-b'],
      ],
    ],
    ['versions of one value', [['v1.33.1'], ['1.33.1']], [['v1.33.1', '1.33.1']]],
    [
      'what cannot be read, by its text',
      [['x'], ['x', 'y']],
      [
        ['x', 'x'],
        [null, 'y', 'only-b'],
      ],
    ],
    [
      'another day of the end',
      [['1.33.1 supported 2027-03-02'], ['1.33.1 supported 2027-03-03']],
      [['1.33.1', '1.33.1', 'expiry']],
    ],
    [
      'an end in one of them',
      [['1.33.1 supported'], ['1.33.1 supported 2027-03-03']],
      [['1.33.1', '1.33.1', 'expiry']],
    ],
    [
      'ends that have passed, which decide what is there and what is not',
      [['1.33.1 deprecated 2026-11-01'], ['1.33.1 deprecated 2026-11-22']],
      [['1.33.1', '1.33.1', 'expiry', 'stage']],
    ],
    [
      'another stage, with which a new cluster gets another version',
      [
        ['1.33.1 supported', '1.32.1 supported'],
        ['1.33.1 preview', '1.32.1 supported'],
      ],
      [
        ['1.33.1', '1.33.1', 'stage', 'default'],
        ['1.32.1', '1.32.1', 'default'],
      ],
    ],
    ['one that nobody classified', [['1.33.1'], ['1.33.1 supported']], [['1.33.1', '1.33.1', 'stage']]],
    [
      'other days of the stages to come',
      [
        [staged(['supported'], ['deprecated', '2026-12-01'], ['expired', '2027-03-02'])],
        [staged(['supported'], ['deprecated', '2026-12-02'], ['expired', '2027-03-02'])],
      ],
      [['1.33.1', '1.33.1', 'course']],
    ],
    [
      'a stage that begins at this very instant is to come',
      [
        [staged(['preview'], ['supported', '2026-11-21'])],
        [staged(['preview'], ['supported', '2026-11-20T23:59:59Z'])],
      ],
      [['1.33.1', '1.33.1', 'stage', 'course', 'default']],
    ],
    [
      'not when they came to be what they are',
      [[staged(['preview'], ['supported', '2026-05-03'])], [staged(['supported', '2026-06-03'])]],
      [['1.33.1', '1.33.1']],
    ],
    [
      'not how an end is written',
      [[staged(['supported'], ['expired', '2027-03-02'])], ['1.33.1 supported 2027-03-02']],
      [['1.33.1', '1.33.1']],
    ],
  ])('%s', (_, lists, expected) => {
    expect(kubernetes(...lists)).toEqual(expected)
  })
})

const linux = (more: Partial<MachineImageVersion> = {}, strategy: 'minor' | 'major' = 'minor') =>
  profile([], image('linux', strategy, [imageVersion('1.0.0 supported', more)]))

const flavors = (...capabilityFlavors: NonNullable<MachineImageVersion['capabilityFlavors']>) => ({ capabilityFlavors })

describe('two lists of an image', () => {
  it.each<[string, CloudProfile, CloudProfile, string[]]>([
    ['the same', linux(), linux(), []],
    ['other architectures', linux(), linux({ architectures: ['amd64', 'arm64'] }), ['architectures']],
    ['not their order', linux({ architectures: ['arm64', 'amd64'] }), linux({ architectures: ['amd64', 'arm64'] }), []],
    [
      'not whether flavors or the version name them',
      linux({ architectures: ['arm64'] }),
      { ...linux({ architectures: [], ...flavors({ architecture: ['arm64'] }) }), machineCapabilities: [] },
      [],
    ],
    ['other capabilities', linux(flavors({ gpu: ['a'] })), linux(flavors({ gpu: ['a', 'b'] })), ['capabilities']],
    [
      'not the order of flavors',
      linux(flavors({ gpu: ['a'] }, { gpu: ['b'] })),
      linux(flavors({ gpu: ['b'] }, { gpu: ['a'] })),
      [],
    ],
    [
      'another container runtime',
      linux(),
      linux({ cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }] }),
      ['cri'],
    ],
    ['other kubelets', linux(), linux({ kubeletVersionConstraint: '< 1.34' }), ['kubelet']],
    ['updates in place', linux(), linux({ inPlaceUpdates: { supported: true } }), ['in-place']],
    [
      'updates in place from another version on',
      linux({ inPlaceUpdates: { supported: true, minVersionForUpdate: '0.9.0' } }),
      linux({ inPlaceUpdates: { supported: true, minVersionForUpdate: '0.8.0' } }),
      ['in-place'],
    ],
    [
      'not a minimum that does not count',
      linux(),
      linux({ inPlaceUpdates: { supported: false, minVersionForUpdate: '1' } }),
      [],
    ],
  ])('%s', (_, a, b, expected) => {
    expect(compared(a, b)[1]?.versions).toEqual([{ a: '1.0.0', b: '1.0.0', differences: expected }])
  })

  it('tells how far updates of each go, and which has the image', () => {
    expect(compared(linux(), linux({}, 'major'))[1]?.strategies).toEqual({ a: 'minor', b: 'major' })
    expect(compared(profile([]), linux())[1]).toEqual({
      image: 'linux',
      strategies: { a: null, b: 'minor' },
      versions: [{ a: null, b: '1.0.0', differences: ['only-b'] }],
    })
  })

  it('keeps texts of images apart', () => {
    const [, list] = compared(
      profile([], image('linux', 'minor', ['1.0'])),
      profile([], image('linux', 'minor', ['1.0.0'])),
    )
    expect(list?.versions.map(({ differences }) => differences[0])).toEqual(['only-a', 'only-b'])
  })
})

it('finds no difference between a profile and itself', () => {
  const one = profile(
    [version('1.33.1 supported 2027-03-02'), version('1.34.0 preview')],
    image('linux', 'minor', ['1.0.0']),
  )
  expect(compared(one, one).flatMap(({ versions }) => versions.flatMap(({ differences }) => differences))).toEqual([])
})

it('tells a difference of two versions exactly where a stage of theirs differs from the instant on, or an end that has passed', () => {
  let same = 0
  fc.assert(
    fc.property(anyProfile, anyProfile, anyInstant, (a, b, now) => {
      for (const { image: name, versions } of comparedProfiles(memoized(a), memoized(b), now)) {
        const listOf = (of: CloudProfile): readonly ExpirableVersion[] =>
          name === null ? of.kubernetes : (of.machineImages.find((one) => one.name === name)?.versions ?? [])
        for (const { a: one, b: other, differences } of versions) {
          const [was, is] = [listOf(a).find((v) => v.version === one), listOf(b).find((v) => v.version === other)]
          expect(differences.includes('only-a')).toBe(is === undefined)
          expect(differences.includes('only-b')).toBe(was === undefined)
          if (was === undefined || is === undefined) continue
          const instants = [was, is].flatMap(({ expirationDate, lifecycle = [] }) => [
            ...(expirationDate === undefined ? [] : [expirationDate]),
            ...lifecycle.flatMap(({ startTime }) => startTime ?? []),
          ])
          // A stage holds strictly after its start.
          const later = [now, ...instants.filter((at) => at >= now).map((at) => at + 1)]
          const isOther = later.some((at) => stageAt(was, at) !== stageAt(is, at))
          const told = differences.filter((kind) => ['expiry', 'stage', 'course'].includes(kind))
          if (isOther) expect(told).not.toEqual([])
          if (differences.includes('course')) expect(isOther).toBe(true)
          if (!isOther) same++
        }
      }
    }),
    { numRuns: runs(200) },
  )
  // Few tries may find little.
  if (runs(200) >= 200) expect(same).toBeGreaterThan(0)
})
