import { describe, expect, it } from 'vitest'
import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import { profile } from '@/lib/engine/testdata/builders'
import { presetText } from '@/lib/words/plan'
import { presetsOf } from './presets'

const now = Date.UTC(2026, 10, 23)
const pool = (name: string, own?: string) => ({
  name,
  machine: { type: 'small', architecture: 'amd64', image: { name: 'linux', version: '1.0.0' } },
  minimum: 1,
  maximum: 3,
  zones: ['a'],
  ...(own !== undefined && { kubernetes: { version: own } }),
})

const input = (version: string, autoUpdate: object, ...workers: object[]) => ({
  manifest: { spec: { kubernetes: { version }, maintenance: { autoUpdate }, provider: { workers } } } as ShootManifest,
  profile: profile([
    '1.32.1',
    '1.32.4 supported',
    '1.32.9 preview',
    '1.33.2 supported',
    '1.33.5 supported',
    '1.34.1 supported',
  ]),
  now,
})
/** Mon to Tue of the week after, 23:30 on the clock of the cluster, which is an hour ahead. */
const windows = { begins: Array.from({ length: 8 }, (_, i) => now + i * 86_400_000 + 22.5 * 3_600_000), ahead: 60 }
const off = { kubernetesVersion: false, machineImageVersion: false }
const on = { kubernetesVersion: true, machineImageVersion: true }

describe('presets', () => {
  const presets = presetsOf(input('1.32.1', off, pool('web'), pool('own', '1.32.1')), windows)
  const of = (key: string) => presets.find((one) => one.key === key)

  it('the latest patch takes pools with a version of their own along, and no preview', () => {
    expect(of('latest-patch')).toMatchObject({
      to: '1.32.4',
      edits: [
        { field: 'spec.kubernetes.version', value: '1.32.4' },
        { pool: 'own', field: 'kubernetes.version', value: '1.32.4' },
      ],
    })
  })

  it('a whole minor holds the pools that follow', () => {
    expect(of('minor-pools-later')).toMatchObject({
      to: '1.33.5',
      edits: [
        { field: 'spec.kubernetes.version', value: '1.33.5' },
        { pool: 'web', field: 'kubernetes.version', value: '1.32.1' },
      ],
    })
  })

  it('never on a weekday means no auto-update from now on, then by hand, on the first night of a weekend where the cluster is', () => {
    expect(of('weekend')?.on).toBe(Date.UTC(2026, 10, 28, 22, 30))
    expect(of('weekend')?.edits).toEqual(of('latest-patch')?.edits)
    const updated = presetsOf(input('1.32.4', on, pool('web')), windows).find(({ key }) => key === 'weekend')
    expect(updated).toMatchObject({ edits: [{ value: false }, { value: false }], on: null })
  })

  it('says what it does, or that there is nothing to do', () => {
    const done = presetsOf(input('1.34.1', on, pool('web')), windows)
    expect(done.map((preset) => [preset.edits.length > 0, presetText(preset)])).toEqual([
      [false, 'No supported later patch of this minor can be taken now.'],
      [false, 'No supported version of the next minor can be taken now.'],
      [true, expect.stringMatching(/^Gardener maintains on every day of the week/)],
      [false, 'It is on.'],
    ])
    expect(presets.map(presetText)[0]).toBe('To 1.32.4; kubelets restart, no node rolls.')
  })
})
