import { describe, expect, it } from 'vitest'
import {
  auto,
  image,
  imageVersion,
  instant,
  profile,
  shoot,
  unavailableUntil,
  worker,
} from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { candidateText, updatedText, whyStepText } from '@/lib/words/why'
import { explain } from './index'

const now = instant('2026-06-01T22:30:00Z')

/** Each step as `kind reach: version rule, …`, then what is below. */
function told(subject: Shoot, offered: CloudProfile, component = 'controlPlane', pool: string | null = null): string[] {
  const found = [...explain(subject, memoized(offered), now)].find(
    (one) => one.component === component && one.pool === pool,
  )
  if (found === undefined) throw new Error('not explained')
  const steps = found.steps.map(
    ({ kind, reach, candidates }) =>
      `${kind} ${reach}: ${candidates.map(({ version, rule }) => `${version} ${rule}`).join(', ')}`,
  )
  return found.below.length === 0 ? steps : [...steps, `below: ${found.below.join(', ')}`]
}

describe('a Kubernetes version', () => {
  it.each<[string, Shoot, CloudProfile, string[]]>([
    ['that may stay is compared with nothing', shoot('1.33.1'), profile(['1.33.1', '1.33.2']), []],
    [
      'of auto-update gets the highest supported patch, before a higher deprecated one',
      shoot('1.33.1', [], auto),
      profile(['1.33.0', '1.33.1', '1.33.2 supported', '1.33.3 deprecated', '1.33.4 preview', '1.34.0', '1.32.9']),
      [
        'automatic same-minor: 1.33.4 preview, 1.33.3 deprecated, 1.33.2 chosen, 1.33.1 not-higher, 1.33.0 not-higher, 1.34.0 other-minor',
        'below: 1.32.9',
      ],
    ],
    [
      'of auto-update that is the last patch finds nothing',
      shoot('1.33.1', [], auto),
      profile(['1.33.1', '1.34.0', '1.33.2 - 2026-05-01']),
      ['automatic same-minor: 1.33.2 expired, 1.33.1 not-higher, 1.34.0 other-minor'],
    ],
    [
      'that has expired tries a patch first',
      shoot('1.33.1'),
      profile(['1.33.1 - 2026-05-01', '1.33.2', '1.34.0']),
      ['automatic same-minor: 1.33.2 chosen, 1.33.1 not-higher, 1.34.0 other-minor'],
    ],
    [
      'that has expired as the last patch is forced to exactly the next minor',
      shoot('1.32.9'),
      profile([
        '1.31.13 - 2026-01-01',
        '1.32.8 - 2026-05-01',
        '1.32.9 - 2026-05-01',
        '1.33.5 - 2026-05-27',
        '1.33.6 - 2026-05-28',
        '1.33.7',
        '1.34.2 - 2026-05-01',
        '1.34.3',
        '1.34.4 preview',
        '1.35.0 preview',
      ]),
      [
        'automatic same-minor: 1.32.9 not-higher, 1.32.8 not-higher',
        'forced next-minor: 1.33.7 chosen, 1.33.6 expired, 1.33.5 expired, 1.35.0 preview, 1.34.4 preview, 1.34.3 not-next-minor, 1.34.2 not-next-minor',
        'below: 1.31.13',
      ],
    ],
    [
      'is forced to an expired one if the next minor has no other',
      shoot('1.32.9'),
      profile(['1.32.9 - 2026-05-01', '1.33.5 - 2026-05-27', '1.33.6 - 2026-05-28', '1.33.7 preview']),
      ['automatic same-minor: 1.32.9 not-higher', 'forced next-minor: 1.33.7 preview, 1.33.6 chosen, 1.33.5 lower'],
    ],
    [
      'that is not listed counts as expired',
      shoot('1.33.1'),
      profile(['1.33.0', '1.34.0', '1.34.1']),
      ['automatic same-minor: 1.33.0 not-higher', 'forced next-minor: 1.34.1 chosen, 1.34.0 lower'],
    ],
    [
      'that the next minor is not listed for finds nothing',
      shoot('1.33.1'),
      profile(['1.33.1 - 2026-05-01', '1.35.0']),
      ['automatic same-minor: 1.33.1 not-higher', 'forced next-minor: 1.35.0 not-next-minor'],
    ],
    [
      'that is not available yet is a target all the same',
      shoot('1.33.1', [], auto),
      profile(['1.33.1', '1.33.2', unavailableUntil('1.33.3', '2026-07-01')]),
      ['automatic same-minor: 1.33.3 chosen, 1.33.2 lower, 1.33.1 not-higher'],
    ],
  ])('%s', (_, subject, offered, expected) => {
    expect(told(subject, offered)).toEqual(expected)
  })

  it('of a pool of its own is explained by itself, and clipped to the control plane', () => {
    const offered = profile(['1.33.5 - 2026-05-01', '1.34.0', '1.34.9'])
    const subject = shoot('1.34.0', [worker('pool linux 1.0.0 1.33.5')])
    expect(told(subject, offered, 'poolKubernetes', 'pool')).toEqual([
      'automatic same-minor: 1.33.5 not-higher',
      'forced next-minor: 1.34.9 chosen, 1.34.0 lower',
    ])
    const found = [...explain(subject, memoized(offered), now)].find(({ component }) => component === 'poolKubernetes')
    expect(found?.decision).toMatchObject({ kind: 'update', to: '1.34.0' })
  })
})

describe('an image', () => {
  const versions = (...texts: string[]) => texts.map((text) => imageVersion(text))
  const offering = (strategy: 'patch' | 'minor' | 'major', ...texts: string[]) =>
    profile(['1.33.1'], image('linux', strategy, versions(...texts)))
  const on = (current: string, more: Partial<Shoot> = {}) => shoot('1.33.1', [worker(`pool linux ${current}`)], more)

  it.each<[string, Shoot, CloudProfile, string[]]>([
    [
      'of strategy major takes a patch of its minor before anything newer',
      on('1.0.0', auto),
      offering('major', '1.0.0', '1.0.1 deprecated', '1.1.0', '2.0.0'),
      ['automatic same-minor: 1.0.1 chosen, 1.0.0 not-higher, 2.0.0 other-minor, 1.1.0 other-minor'],
    ],
    [
      'of strategy major then takes the highest of all',
      on('1.0.0', auto),
      offering('major', '1.0.0', '1.1.0', '2.0.0', '2.1.0 preview'),
      ['automatic same-minor: 1.0.0 not-higher', 'automatic any: 2.1.0 preview, 2.0.0 chosen, 1.1.0 lower'],
    ],
    [
      'of strategy major is never forced',
      on('1.0.0'),
      offering('major', '1.0.0 - 2026-05-01', '2.0.0 preview', '3.0.0 - 2026-05-01'),
      ['automatic same-minor: 1.0.0 not-higher', 'automatic any: 3.0.0 expired, 2.0.0 preview'],
    ],
    [
      'of strategy minor stays within its major',
      on('1.0.0', auto),
      offering('minor', '1.0.0', '1.1.0', '2.0.0'),
      ['automatic same-minor: 1.0.0 not-higher', 'automatic same-major: 1.1.0 chosen, 2.0.0 other-major'],
    ],
    [
      'of strategy minor is forced to the next higher major that has one',
      on('1.0.0'),
      offering('minor', '1.0.0 - 2026-05-01', '2.0.0 preview', '3.0.0', '3.1.0', '4.0.0'),
      [
        'automatic same-minor: 1.0.0 not-higher',
        'automatic same-major: ',
        'forced next-higher-major: 3.1.0 chosen, 3.0.0 lower, 4.0.0 farther, 2.0.0 preview',
      ],
    ],
    [
      'of strategy patch is forced to an expired nearer minor rather than to a live one farther away',
      on('1.0.0'),
      offering('patch', '1.0.0 - 2026-05-01', '1.1.0 - 2026-05-02', '1.2.0', '2.0.0'),
      [
        'automatic same-minor: 1.0.0 not-higher',
        'forced next-higher-minor: 1.1.0 chosen, 2.0.0 other-major, 1.2.0 farther',
      ],
    ],
  ])('%s', (_, subject, offered, expected) => {
    expect(told(subject, offered, 'poolImage', 'pool')).toEqual(expected)
  })

  it('is filtered before anything else', () => {
    const listed = [
      imageVersion('1.0.0'),
      imageVersion('1.1.0'),
      imageVersion('1.2.0', { architectures: ['arm64'] }),
      imageVersion('1.3.0', { cri: [{ name: 'docker', containerRuntimes: [] }] }),
      imageVersion('1.4.0', { kubeletVersionConstraint: '>= 1.34' }),
      imageVersion('1.5.0', { capabilityFlavors: [{ architecture: ['amd64'], hypervisor: ['gen2'] }] }),
    ]
    const offered: CloudProfile = {
      ...profile(['1.33.1'], image('linux', 'major', listed)),
      machineTypes: [{ name: 'small', capabilities: { hypervisor: ['gen1'] } }],
      machineCapabilities: [{ name: 'hypervisor', values: ['gen1', 'gen2'] }],
    }
    expect(told(on('1.0.0', auto), offered, 'poolImage', 'pool')).toEqual([
      'filter fitting: 1.5.0 capability, 1.4.0 kubelet, 1.3.0 cri, 1.2.0 architecture',
      'automatic same-minor: 1.0.0 not-higher',
      'automatic any: 1.1.0 chosen',
    ])
  })

  it('that is updated in place must be reachable from the current one', () => {
    const listed = [
      imageVersion('1.0.0'),
      imageVersion('1.1.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }),
      imageVersion('1.2.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.1.0' } }),
    ]
    const subject = shoot('1.33.1', [worker('pool linux 1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })])
    expect(told(subject, profile(['1.33.1'], image('linux', 'major', listed)), 'poolImage', 'pool')).toEqual([
      'filter fitting: 1.2.0 in-place, 1.0.0 in-place',
      'automatic same-minor: ',
      'automatic any: 1.1.0 chosen',
    ])
  })

  it('is not looked at from a pool on whose machine type is unknown; pools before it are', () => {
    const pools = [
      worker('one linux 1.0.0'),
      worker('two linux 1.0.0', { machineType: 'gone' }),
      worker('three linux 1.0.0'),
    ]
    const found = [...explain(shoot('1.33.1', pools, auto), memoized(offering('major', '1.0.0', '2.0.0')), now)]
    expect(found.slice(1).map(({ pool, decision, stopped }) => [pool, decision.kind, stopped?.pool])).toEqual([
      ['one', 'update', undefined],
      ['two', 'keep', 'two'],
      ['three', 'keep', 'two'],
    ])
    const last = found[3]
    expect(last && updatedText(last)).toBe(
      'The machine type of pool two is not in the profile, and Gardener looks at no image from there on, without a word: 1.0.0 stays, also if it has expired.',
    )
  })
})

describe('in words', () => {
  const sentences = (subject: Shoot, offered: CloudProfile, component = 'controlPlane') => {
    const found = [...explain(subject, memoized(offered), now)].find((one) => one.component === component)
    if (found === undefined) return []
    const steps = found.steps.flatMap((step) => [
      whyStepText(step, found),
      ...step.candidates.map((candidate) => `${candidate.version}: ${candidateText(candidate, step, found, subject)}`),
    ])
    return [updatedText(found), ...steps]
  }

  it('a forced minor', () => {
    const offered = profile(['1.32.9 - 2026-05-01', '1.33.6 - 2026-05-28', '1.33.7', '1.34.3', '1.34.4 preview'])
    expect(sentences(shoot('1.32.9'), offered)).toEqual([
      'Yes, 1.32.9 is listed and expired: Gardener then updates it whether auto-update is on or off.',
      'Same minor, higher, not preview, not expired; a supported version before a deprecated one. It comes first, also for an expired version.',
      '1.32.9: not higher than 1.32.9',
      'Only because 1.32.9 is expired: minor exactly +1, highest that is not expired.',
      '1.33.7: chosen, highest of 1.33 that is not expired',
      '1.33.6: expired 28 May 2026, and 1.33.7 is not',
      '1.34.4: preview is never a target',
      '1.34.3: minor is +2, only +1 is allowed',
    ])
  })

  it('nothing to do', () => {
    expect(sentences(shoot('1.32.9'), profile(['1.32.9 deprecated']))).toEqual([
      'No, 1.32.9 is listed and deprecated, and Kubernetes auto-update is off: no other version is looked for.',
    ])
  })

  it('nothing to find', () => {
    expect(sentences(shoot('1.32.9', [], auto), profile(['1.32.9', '1.33.0']))).toEqual([
      'Yes, 1.32.9 is listed and supported, and Kubernetes auto-update is on, but no other version qualifies.',
      'Same minor, higher, not preview, not expired; a supported version before a deprecated one.',
      '1.32.9: not higher than 1.32.9',
      '1.33.0: not of 1.32',
    ])
  })

  it('filters', () => {
    const listed = [
      imageVersion('1.0.0', { architectures: ['arm64'] }),
      imageVersion('1.1.0', { kubeletVersionConstraint: '>= 1.34' }),
      imageVersion('1.2.0 deprecated'),
    ]
    const subject = shoot('1.33.1', [worker('pool linux 1.0.0')])
    expect(sentences(subject, profile(['1.33.1'], image('linux', 'minor', listed)), 'poolImage')).toEqual([
      'Yes, 1.0.0 does not fit the pool: that counts as expired.',
      'What fits the pool, before anything else: architecture, capabilities, container runtimes, kubelet, in place.',
      '1.1.0: supports kubelets >= 1.34, the pool has 1.33.1',
      '1.0.0: not for amd64',
      'Same minor, higher, not preview, not expired; a supported version before a deprecated one. It comes first, also for an expired version.',
      'Same major, only because its minor has none; else the same rules.',
      '1.2.0: chosen, highest of 1, as none is supported',
    ])
  })
})
