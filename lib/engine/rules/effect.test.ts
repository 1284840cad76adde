import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ShootManifest } from '@/lib/engine/api-server/manifest/manifest'
import { stored } from '@/lib/engine/api-server/manifest/stored'
import { forecast } from '@/lib/engine/course/forecast'
import { poolImpacts } from '@/lib/engine/impact/effects'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { MachineImageVersion, Shoot, SpecChange, Worker } from '@/lib/engine/types'
import { CompiledProfile } from './compile'
import type { VersionState } from './decide'
import { controlPlaneCauses, effectsOf, inPlaceSteps } from './effect'
import { imagesForKubelet, kubeletsOf } from './image-filter'

const state = (kubernetes: string, pool: string | null, image: string): VersionState => ({
  kubernetes,
  pools: [pool],
  images: [image],
})
const gates = (path: string): SpecChange => ({ path, from: { OldGate: true }, to: null })

const kubernetes = fc.tuple(fc.integer({ min: 32, max: 35 }), fc.nat(2)).map(([minor, patch]) => `1.${minor}.${patch}`)

describe('a step', () => {
  const told = (before: VersionState, after: VersionState, more: Partial<Worker> = {}, dropped: SpecChange[] = []) => {
    const [found] = effectsOf(shoot('1.33.1', [worker('a linux 1.0.0', more)]), before, after, dropped)
    return [found?.effect, ...(found?.because ?? [])].join(' ')
  }
  const before = state('1.33.1', null, '1.0.0')

  it.each<[string, string, string]>([
    ['without a change touches no node', told(before, before), 'none'],
    [
      'to a patch restarts kubelet',
      told(before, state('1.33.2', null, '1.0.0')),
      'kubeletRestart spec.kubernetes.version',
    ],
    [
      'to a minor rolls the pools that follow',
      told(before, state('1.34.0', null, '1.0.0')),
      'rolling spec.kubernetes.version',
    ],
    [
      'to a minor leaves a pool with a version of its own alone',
      told(state('1.33.1', '1.33.1', '1.0.0'), state('1.34.0', '1.33.1', '1.0.0')),
      'none',
    ],
    [
      'of a pool to a minor rolls it',
      told(state('1.34.0', '1.33.1', '1.0.0'), state('1.34.0', '1.34.0', '1.0.0')),
      'rolling spec.provider.workers[a].kubernetes.version',
    ],
    [
      'to a new image rolls, whatever patch comes along',
      told(before, state('1.33.2', null, '1.0.1')),
      'rolling spec.provider.workers[a].machine.image.version',
    ],
    [
      'to a minor and a new image names both',
      told(before, state('1.34.0', null, '1.0.1')),
      'rolling spec.kubernetes.version spec.provider.workers[a].machine.image.version',
    ],
    [
      'updates in place what is updated in place',
      told(before, state('1.34.0', null, '1.0.0'), { updateStrategy: 'ManualInPlaceUpdate' }),
      'inPlace spec.kubernetes.version',
    ],
    [
      'that only drops a feature gate of the kubelet restarts it',
      told(before, before, {}, [gates('spec.kubernetes.kubelet.featureGates')]),
      'kubeletRestart spec.kubernetes.kubelet.featureGates',
    ],
    [
      'that drops one of the shoot does nothing to a pool with kubelet settings of its own',
      told(before, before, { ownKubelet: true }, [gates('spec.kubernetes.kubelet.featureGates')]),
      'none',
    ],
    [
      'that drops one of the pool restarts its kubelets',
      told(before, before, { ownKubelet: true }, [
        gates('spec.provider.workers[0].kubernetes.kubelet.featureGates.OldGate'),
      ]),
      'kubeletRestart spec.provider.workers[a].kubernetes.kubelet.featureGates.OldGate',
    ],
    [
      'that drops one of kube-proxy does nothing to nodes',
      told(before, before, {}, [gates('spec.kubernetes.kubeProxy.featureGates')]),
      'none',
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('restarts the control plane for a version, for what it drops of its components, and for nothing else', () => {
    const drops = (path: string) => controlPlaneCauses(before, before, [gates(path)])
    expect(controlPlaneCauses(before, state('1.33.2', null, '1.0.0'), [])).toEqual(['spec.kubernetes.version'])
    expect(controlPlaneCauses(before, state('1.33.1', null, '1.0.1'), [])).toEqual([])
    expect(drops('spec.kubernetes.kubeAPIServer.featureGates')).toHaveLength(1)
    expect(drops('spec.kubernetes.kubeScheduler.featureGates')).toHaveLength(1)
    expect(drops('spec.kubernetes.kubelet.featureGates')).toEqual([])
  })
})

/** `minimum` null: in-place updates are supported, from no version; undefined: they are not. */
const versions = (...offers: Offer[]): MachineImageVersion[] =>
  offers.map(([version, minimum, constraint]) => ({
    version,
    architectures: ['amd64'],
    cri: [],
    ...(minimum !== undefined && {
      inPlaceUpdates: { supported: true, ...(minimum !== null && { minVersionForUpdate: minimum }) },
    }),
    ...(constraint !== undefined && { kubeletVersionConstraint: constraint }),
  }))

describe('a forecast', () => {
  it('names the fields that go with a minor, and what they were', () => {
    const subject = shoot('1.32.1', [], {
      versionBound: {
        podEvictionTimeout: '2m0s',
        secretBindingName: 'mine',
        featureGates: { 'spec.kubernetes.kubeAPIServer.featureGates': { ElasticIndexedJob: true } },
        admissionPlugins: [{ name: 'Unheard', stored: { name: 'Unheard' } }],
      },
    })
    const from = instant('2026-06-01')
    const offered = profile(['1.32.1 - 2026-05-01', '1.33.1 - 2026-07-01', '1.34.1'], image('linux', 'major', []))
    const { steps } = forecast(subject, memoized(offered), { from, to: from + 60 * DAY })
    expect(
      steps.map(({ versions, dropped }) => [versions.kubernetesVersion, ...dropped.map(({ path }) => path)]),
    ).toEqual([
      [
        '1.33.1',
        'spec.kubernetes.kubeAPIServer.admissionPlugins',
        'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
      ],
      ['1.34.1', 'spec.credentialsBindingName', 'spec.kubernetes.kubeAPIServer.featureGates', 'spec.secretBindingName'],
    ])
  })

  it('drops nothing that the API server refuses to let go', () => {
    const subject = shoot('1.32.1', [worker('a linux 1.0.0 1.29.0')], { versionBound: { podEvictionTimeout: '2m0s' } })
    const from = instant('2026-06-01')
    const offered = profile(['1.29.0', '1.32.1 - 2026-05-01', '1.33.1'], image('linux', 'major', ['1.0.0']))
    const { steps } = forecast(subject, memoized(offered), { from, to: from + 60 * DAY })
    expect(steps.map(({ denied, dropped }) => [denied, dropped.length])).toEqual([[true, 0]])
  })
})
const own = fc.option(kubernetes)
const imageText = fc.constantFrom('1.0.0', '1.1.0')
const states = fc.tuple(kubernetes, own, imageText, own, imageText).map(
  ([control, a, imageA, b, imageB]): VersionState => ({
    kubernetes: control,
    pools: [a, b],
    images: [imageA, imageB],
  }),
)
const strategy = fc.constantFrom('AutoRollingUpdate' as const, 'AutoInPlaceUpdate' as const)

test('the effect of a step is what the same edit by hand would have', () => {
  fc.assert(
    fc.property(states, states, strategy, fc.boolean(), fc.boolean(), (before, after, updateStrategy, dns, drops) => {
      // A pool does not lose or get a version of its own in a maintenance.
      const same: VersionState = {
        ...after,
        pools: after.pools.map((text, i) => (before.pools[i] === null ? null : (text ?? before.pools[i] ?? null))),
      }
      const subject = shoot(before.kubernetes, [worker('a linux 1.0.0', { updateStrategy }), worker('b linux 1.0.0')])
      const dropped = drops ? [gates('spec.kubernetes.kubelet.featureGates')] : []
      const manifests = [manifestOf(subject, before, dns, drops), manifestOf(subject, same, dns, false)] as const
      const found = poolImpacts({
        before: manifests[0],
        after: manifests[1],
        changed: [
          'spec.kubernetes.version',
          'spec.kubernetes.kubelet.featureGates',
          ...['a', 'b'].flatMap((name) => [
            `spec.provider.workers[${name}].kubernetes.version`,
            `spec.provider.workers[${name}].machine.image.version`,
          ]),
        ],
        machineTypes: [],
        now: 0,
      })
      expect(
        effectsOf(subject, before, same, dropped).map(({ pool, effect, because }) => [
          pool,
          effect,
          [...because].sort(),
        ]),
      ).toEqual(found.map(({ name, effect, because }) => [name, effect, [...because].sort()]))
    }),
    { numRuns: runs(500) },
  )
})

function manifestOf(
  { workers }: Shoot,
  { kubernetes: version, pools, images }: VersionState,
  dns: boolean,
  gated: boolean,
): ShootManifest {
  return stored({
    metadata: { name: 'shoot' },
    spec: {
      kubernetes: { version, kubelet: gated ? { featureGates: { OldGate: true } } : {} },
      systemComponents: { nodeLocalDNS: { enabled: dns } },
      provider: {
        workers: workers.map(({ name, machineType, updateStrategy }, i) => ({
          name,
          updateStrategy,
          machine: { type: machineType, image: { name: 'linux', version: images[i] ?? '' } },
          ...(pools[i] === null || pools[i] === undefined ? {} : { kubernetes: { version: pools[i] } }),
        })),
      },
    },
  })
}

type Offer = [version: string, minimum?: string | null | undefined, constraint?: string]

describe('where in-place updates lead', () => {
  it.each<[string, Offer[], Record<string, string[]>]>([
    [
      'from the minimum on',
      [['3.0.0', '2.0.0'], ['2.0.0'], ['1.0.0']],
      { '3.0.0': [], '2.0.0': ['3.0.0'], '1.0.0': [] },
    ],
    ['nowhere without a minimum', [['2.0.0', null], ['1.0.0']], { '2.0.0': [], '1.0.0': [] }],
    ['nowhere where they are not supported', [['2.0.0'], ['1.0.0', '1.0.0']], { '2.0.0': [], '1.0.0': [] }],
    [
      'never down',
      [
        ['1.0.0', '1.0.0'],
        ['2.0.0', '1.0.0'],
      ],
      { '1.0.0': ['2.0.0'], '2.0.0': [] },
    ],
    ['whatever the suffixes are', [['2.0.0', '1.0.0-rc.1'], ['1.0.0-beta']], { '2.0.0': [], '1.0.0-beta': ['2.0.0'] }],
    ['past what cannot be read', [['x', '1.0.0'], ['2.0.0', '1.0.0'], ['1.0.0']], { '2.0.0': [], '1.0.0': ['2.0.0'] }],
  ])('%s', (_, offers, expected) => {
    const steps = inPlaceSteps({ versions: versions(...offers) })
    expect(Object.fromEntries(steps.map(({ from, to }) => [from, [...to]]))).toEqual(expected)
  })
})

describe('kubelets and images', () => {
  const profile = new CompiledProfile({
    kubernetes: [{ version: '1.34.1' }, { version: '1.33.2' }],
    machineImages: [
      {
        name: 'ubuntu',
        updateStrategy: 'major',
        versions: versions(['2.0.0'], ['1.0.0', undefined, '< 1.34'], ['0.9.0', undefined, 'nonsense']),
      },
    ],
    machineTypes: [],
  })

  it.each<[string, readonly string[] | null]>([
    ['2.0.0', ['1.34.1', '1.33.2']],
    ['1.0.0', ['1.33.2']],
    ['0.9.0', []],
    ['3.0.0', null],
  ])('%s supports %j', (version, kubelets) => {
    expect(kubeletsOf(profile, 'ubuntu', version)).toEqual(kubelets)
  })

  it('are the same seen from the other side', () => {
    expect(imagesForKubelet(profile, '1.34.1')).toEqual([
      { image: 'ubuntu', fit: ['2.0.0'], unfit: ['1.0.0', '0.9.0'] },
    ])
    expect(imagesForKubelet(profile, 'nonsense')).toEqual([])
  })
})
