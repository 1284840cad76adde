import { describe, expect, it } from 'vitest'
import { memoized } from '@/lib/engine/testdata/memoized'
import type { Classification, CloudProfile, MachineImageVersion } from '@/lib/engine/types'
import { CompiledProfile } from './compile'
import { defaultSpans, rolesOf, successorsOf } from './offer'

const at = Date.UTC(2026, 10, 21)
const past = at - 1
const future = at + 1

type Offer = [version: string, classification?: Classification, expirationDate?: number]

const kubernetes = (...offers: Offer[]): CloudProfile => ({
  kubernetes: offers.map(([version, classification, expirationDate]) => ({
    version,
    ...(classification && { classification }),
    ...(expirationDate !== undefined && { expirationDate }),
  })),
  machineImages: [],
  machineTypes: [],
})

describe('what a new cluster gets that names no Kubernetes version', () => {
  it.each<[string, Offer[], string[]]>([
    [
      'the highest supported one',
      [
        ['1.33.1', 'supported'],
        ['1.34.1', 'supported'],
      ],
      ['1.34.1'],
    ],
    [
      'no preview',
      [
        ['1.33.1', 'supported'],
        ['1.34.1', 'preview'],
      ],
      ['1.33.1'],
    ],
    [
      'nothing deprecated, even if it is higher',
      [
        ['1.33.1', 'supported'],
        ['1.33.2', 'deprecated'],
      ],
      ['1.33.1'],
    ],
    ['one without any classification', [['1.33.1']], ['1.33.1']],
    ['nothing expired', [['1.33.1', 'supported', past]], []],
    ['one that expires at this very instant', [['1.33.1', 'supported', at]], ['1.33.1']],
    [
      'nothing, when nothing is supported',
      [
        ['1.33.1', 'deprecated', future],
        ['1.34.1', 'preview'],
      ],
      [],
    ],
  ])('%s', (_, offers, defaults) => {
    expect([...rolesOf(memoized(kubernetes(...offers)), null, at).defaults]).toEqual(defaults)
  })
})

describe('where auto-update ends', () => {
  it.each<[string, Offer[], string[]]>([
    ['at the highest patch of each minor', [['1.33.1'], ['1.33.2'], ['1.34.0'], ['1.34.5']], ['1.33.2', '1.34.5']],
    ['nowhere for a minor with one patch', [['1.33.1'], ['1.34.1']], []],
    [
      'at a lower supported version for what is below, and at a higher deprecated one from there on',
      [['1.33.1'], ['1.33.2', 'supported'], ['1.33.3', 'deprecated']],
      ['1.33.3'],
    ],
    [
      'never at a preview or an expired version',
      [['1.33.1'], ['1.33.2', 'preview'], ['1.33.3', 'deprecated', past]],
      [],
    ],
  ])('%s', (_, offers, targets) => {
    expect([...rolesOf(memoized(kubernetes(...offers)), null, at).autoTargets]).toEqual(targets)
  })

  it('counts the highest one listed as the latest, previews included', () => {
    expect(rolesOf(memoized(kubernetes(['1.35.0', 'preview'], ['1.34.1'])), null, at).latest).toBe('1.35.0')
  })
})

describe('images', () => {
  const version = (text: string, rest: Partial<MachineImageVersion>): MachineImageVersion => ({
    version: text,
    architectures: ['amd64'],
    cri: [],
    ...rest,
  })
  const profile = (strategy: 'patch' | 'minor' | 'major', ...versions: MachineImageVersion[]): CloudProfile => ({
    kubernetes: [],
    machineImages: [{ name: 'os', updateStrategy: strategy, versions }],
    machineTypes: [],
  })

  it('have a default for each architecture', () => {
    const both = profile('major', version('1.0.0', { architectures: ['amd64', 'arm64'] }), version('2.0.0', {}))
    expect([...rolesOf(memoized(both), 'os', at).defaults].sort()).toEqual(['1.0.0', '2.0.0'])
  })

  it('prefer as a default what is not deprecated', () => {
    const two = profile('major', version('1.0.0', {}), version('2.0.0', { classification: 'deprecated' }))
    expect([...rolesOf(memoized(two), 'os', at).defaults]).toEqual(['1.0.0'])
  })

  it('have no default where the API server takes an expired one and then refuses it', () => {
    const expired = profile('major', version('1.0.0', {}), version('2.0.0', { expirationDate: past }))
    expect([...rolesOf(memoized(expired), 'os', at).defaults]).toEqual([])
  })

  it.each<['patch' | 'minor' | 'major', string[]]>([
    ['patch', ['1.1.1']],
    ['minor', ['1.2.0']],
    ['major', ['2.0.0']],
  ])('auto-update with strategy %s ends at %j', (strategy, targets) => {
    const versions = ['1.1.0', '1.1.1', '1.2.0', '2.0.0'].map((text) => version(text, {}))
    expect([...rolesOf(memoized(profile(strategy, ...versions)), 'os', at).autoTargets]).toEqual(targets)
  })

  it('that are not offered have no roles', () => {
    expect(rolesOf(memoized(profile('major')), 'other', at)).toEqual({
      defaults: new Set(),
      autoTargets: new Set(),
      latest: null,
    })
  })
})

describe('when a version is the default', () => {
  const profile = new CompiledProfile(
    kubernetes(
      ['1.35.1', 'preview'],
      ['1.34.2', 'supported', future],
      ['1.34.1', 'supported'],
      ['1.33.9', 'deprecated'],
    ),
  )

  it.each<[string, { from: number; to: number | null }[]]>([
    ['1.34.2', [{ from: at, to: future }]],
    // A version counts as what it is until its date, that instant included.
    ['1.34.1', [{ from: future + 1, to: null }]],
    ['1.35.1', []],
    ['1.33.9', []],
    ['1.30.0', []],
  ])('%s', (version, spans) => {
    expect(defaultSpans(profile, null, version, at)).toEqual(spans)
  })

  it('of an image that is not there: never', () => {
    expect(defaultSpans(profile, 'ubuntu', '1.0.0', at)).toEqual([])
  })
})

describe('where a version leads', () => {
  const profile = new CompiledProfile(
    kubernetes(['1.35.1', 'supported'], ['1.34.2', 'supported'], ['1.34.1', 'deprecated'], ['1.33.9', 'deprecated']),
  )

  it.each<[string, string | null, string | null]>([
    ['1.33.9', null, '1.34.2'],
    ['1.34.1', '1.34.2', '1.35.1'],
    ['1.35.1', null, null],
    // Also from one that is not listed.
    ['1.33.1', '1.33.9', '1.34.2'],
    ['nonsense', null, null],
  ])('%s: automatically to %s, forced to %s', (version, automatic, forced) => {
    expect(successorsOf(profile, null, version, at)).toEqual({ automatic, forced })
  })
})
