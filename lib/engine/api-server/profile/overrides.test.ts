import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { image, imageVersion, instant, profile, shoot, version, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import { mergeNamespacedProfile, type ProfileOverrides } from './overrides'

const parent = profile(
  ['1.33.1 supported 2026-08-01', '1.34.1'],
  image('linux', 'major', ['1.0.0 supported 2026-09-01', '1.1.0 supported', '2.0.0 supported']),
)
const nothing: ProfileOverrides = { kubernetes: [], machineImages: [], machineTypes: [] }
const on = (day: string) => instant(`${day}T22:45:00Z`)

describe('a namespaced profile', () => {
  it('without overrides is its parent', () => {
    expect(mergeNamespacedProfile(parent, nothing)).toEqual(parent)
  })

  it('overrides dates of versions that the parent lists, and no others', () => {
    const kubernetes = [version('1.33.1 - 2026-12-01'), version('1.35.0 - 2026-12-01')]
    expect(mergeNamespacedProfile(parent, { ...nothing, kubernetes }).kubernetes).toEqual([
      version('1.33.1 supported 2026-12-01'),
      version('1.34.1'),
    ])
  })

  it('overrides dates and the strategy of images, and adds versions, images and machine types', () => {
    const overrides: ProfileOverrides = {
      kubernetes: [],
      machineImages: [
        {
          name: 'linux',
          updateStrategy: 'minor',
          versions: [version('1.0.0 - 2026-12-01'), imageVersion('1.2.0 preview')],
        },
        { name: 'own', versions: [imageVersion('9.0.0')] },
      ],
      machineTypes: [{ name: 'huge', architecture: 'arm64' }],
    }
    const merged = mergeNamespacedProfile(parent, overrides)
    expect(merged.machineImages).toEqual([
      image('linux', 'minor', ['1.0.0 supported 2026-12-01', '1.1.0 supported', '2.0.0 supported', '1.2.0 preview']),
      image('own', 'major', ['9.0.0']),
    ])
    expect(merged.machineTypes.map(({ name }) => name)).toEqual(['small', 'huge'])
  })

  it('is what its shoots are forecast with', () => {
    const kubernetes = [version('1.33.1 - 2026-12-01')]
    const machineImages: ProfileOverrides['machineImages'] = [{ name: 'linux', updateStrategy: 'minor', versions: [] }]
    const merged = mergeNamespacedProfile(parent, { ...nothing, kubernetes, machineImages })
    const subject = shoot('1.33.1', [worker('a linux 1.0.0')])
    const from = instant('2026-06-01')
    const moves = (by: typeof parent) =>
      forecast(subject, memoized(by), { from, to: from + 365 * DAY }).steps.map(({ at, changes }) => [
        at,
        ...changes.map((change) => (change.kind === 'update' ? change.to : 'fails')),
      ])
    expect(moves(parent)).toEqual([
      [on('2026-08-01'), '1.34.1'],
      [on('2026-09-01'), '2.0.0'],
    ])
    expect(moves(merged)).toEqual([
      [on('2026-09-01'), '1.1.0'],
      [on('2026-12-01'), '1.34.1'],
    ])
  })

  it('leaves its parent untouched', () => {
    const before = JSON.stringify(parent)
    mergeNamespacedProfile(parent, { ...nothing, kubernetes: [version('1.33.1 - 2026-12-01')] })
    expect(JSON.stringify(parent)).toBe(before)
  })
})
