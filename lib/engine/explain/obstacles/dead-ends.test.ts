import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  CompiledProfile,
  imageDecision,
  kubernetesDecisions,
  listedImage,
  parseVersion,
  type VersionTable,
} from '@/lib/engine/rules'
import { anyProfile, start } from '@/lib/engine/testdata/arbitraries'
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
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, ImageUpdateStrategy, Instant, Shoot } from '@/lib/engine/types'
import { deadEndText } from '@/lib/words/dead-ends'
import { deadEndsOf, profileDeadEndsOf } from './dead-ends'

const from = instant('2026-06-01')
const inPlace = { updateStrategy: 'AutoInPlaceUpdate' } as const
const ahead = { from, to: from + 365 * DAY }
const texts = (subject: Shoot, offered: CloudProfile) =>
  deadEndsOf(subject, memoized(offered), ahead).map((found) => deadEndText(found, subject))

const linux = (...versions: Parameters<typeof image>[2]) => image('linux', 'minor', versions)

describe('a dead end of a shoot is found ahead', () => {
  it.each<[string, Shoot, CloudProfile, string[]]>([
    ['none', shoot('1.33.1'), profile(['1.33.1 - 2026-08-01', '1.34.0']), []],
    ['never of a shoot that is being deleted', shoot('1.33.1', [], { deletionTimestamp: from }), profile([]), []],
    [
      'a minor that is not listed',
      shoot('1.33.1'),
      profile(['1.33.1 - 2026-08-01', '1.35.0']),
      [
        'From 1 Aug 2026 on the control plane cannot leave Kubernetes 1.33.1: the profile lists no version of 1.34, and a minor cannot be skipped.',
      ],
    ],
    [
      'a next minor that has previews only',
      shoot('1.33.1'),
      profile(['1.33.1 - 2026-08-01', '1.34.0 preview', '1.34.1 preview', '1.35.0']),
      [
        'From 1 Aug 2026 on the control plane cannot leave Kubernetes 1.33.1: all versions of 1.34 are previews, and those are never a target.',
      ],
    ],
    [
      'previews that become supported',
      shoot('1.33.1'),
      profile([
        '1.33.1 - 2026-08-01',
        {
          version: '1.34.0',
          lifecycle: [{ classification: 'preview' }, { classification: 'supported', startTime: instant('2026-08-11') }],
        },
      ]),
      [
        'From 1 Aug 2026 to 10 Aug 2026 the control plane cannot leave Kubernetes 1.33.1: all versions of 1.34 are previews, and those are never a target.',
      ],
    ],
    [
      'the last minor',
      shoot('1.33.1'),
      profile(['1.33.1 - 2026-08-01']),
      ['From 1 Aug 2026 on the control plane cannot leave Kubernetes 1.33.1: the profile lists no higher minor.'],
    ],
    [
      'two on the way',
      shoot('1.33.1', [worker('a linux 1.0.0')]),
      profile(['1.33.1 - 2026-08-01', '1.34.0 - 2026-10-01'], linux('1.0.0 - 2026-09-01')),
      [
        'From 1 Sep 2026 on pool a cannot leave linux 1.0.0: no version of the image is left to go to.',
        'From 1 Oct 2026 on the control plane cannot leave Kubernetes 1.34.0: the profile lists no higher minor.',
      ],
    ],
    [
      'versions of the image that do not fit the pool',
      shoot('1.33.1', [worker('a linux 1.0.0')]),
      profile(['1.33.1'], linux('1.0.0 - 2026-09-01', imageVersion('1.1.0', { architectures: ['arm64'] }))),
      ['From 1 Sep 2026 on pool a cannot leave linux 1.0.0: no image for the architecture.'],
    ],
    [
      'a version that the pool has although it does not fit it',
      shoot('1.34.1', [worker('a linux 1.0.0')]),
      profile(['1.34.1'], linux(imageVersion('1.0.0', { kubeletVersionConstraint: '< 1.34' }))),
      [
        'From 1 Jun 2026 on the API server refuses the whole maintenance: linux 1.0.0 of pool a does not support its new kubelet version.',
        'From 1 Jun 2026 on pool a cannot leave linux 1.0.0: image does not support the kubelet.',
      ],
    ],
    [
      'an image that is not for updates in place',
      shoot('1.33.1', [worker('a linux 1.0.0', inPlace)]),
      profile(['1.33.1'], linux('1.1.0', '1.0.0')),
      ['From 1 Jun 2026 on pool a cannot leave linux 1.0.0: image is not for updates in place.'],
    ],
    [
      'versions that no update in place reaches',
      shoot('1.33.1', [worker('a linux 1.0.0', inPlace)]),
      profile(
        ['1.33.1'],
        linux(
          imageVersion('1.1.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.5' } }),
          imageVersion('1.0.0 - 2026-09-01', { inPlaceUpdates: { supported: true } }),
        ),
      ),
      ['From 1 Sep 2026 on pool a cannot leave linux 1.0.0: no in-place step left.'],
    ],
    [
      'an image that does not support the new kubelet, until somebody moves it',
      shoot('1.33.1', [worker('a linux 1.0.0')]),
      profile(
        ['1.33.1 - 2026-08-01', '1.34.0'],
        linux(imageVersion('1.0.0 - 2026-10-01', { kubeletVersionConstraint: '< 1.34' }), '1.1.0'),
      ),
      [
        'From 1 Aug 2026 to 30 Sep 2026 the API server refuses the whole maintenance: linux 1.0.0 of pool a does not support its new kubelet version.',
      ],
    ],
    [
      'a pool that falls four minors behind',
      shoot('1.33.1', [worker('a linux 1.0.0 1.30.0')]),
      profile(['1.30.0', '1.33.1 - 2026-08-01', '1.34.0'], linux('1.0.0')),
      [
        'From 1 Aug 2026 on the API server refuses the whole maintenance: pool a, with its own Kubernetes 1.30.0, would be more than three minors behind its control plane.',
      ],
    ],
    [
      'a target that is not available yet',
      shoot('1.33.1', [worker('a linux 1.0.0')], auto),
      profile(['1.33.1'], linux('1.0.0', unavailableImage('1.1.0', '2026-06-11'))),
      [
        'From 1 Jun 2026 to 10 Jun 2026 the API server refuses the whole maintenance: linux 1.1.0, for pool a, is not available.',
      ],
    ],
    [
      'an update in place that is not finished',
      shoot('1.33.1', [worker('a linux 1.0.0', { updateStrategy: 'ManualInPlaceUpdate' })], {
        pendingWorkerUpdates: ['a'],
      }),
      profile(['1.33.1 - 2026-08-01', '1.33.2'], linux(imageVersion('1.0.0', { inPlaceUpdates: { supported: true } }))),
      [
        'From 1 Aug 2026 on the API server refuses the whole maintenance: the update in place of pool a is not finished.',
      ],
    ],
    [
      'a machine type that the profile does not know, though nothing fails and nobody says so',
      shoot('1.33.1', [worker('a linux 1.0.0', { machineType: 'gone' })], auto),
      profile(['1.33.1'], linux('1.0.0', '1.1.0')),
      [
        'From 1 Jun 2026 on no image of pool a and of the pools after it is updated, and nothing is said about it: the machine type gone is not in the profile.',
      ],
    ],
    [
      'an image that the profile does not know',
      shoot('1.33.1', [worker('a other 1.0.0')]),
      profile(['1.33.1'], linux('1.0.0')),
      [
        'From 1 Jun 2026 on no image of pool a and of the pools after it is updated, and nothing is said about it: the image other is not in the profile.',
      ],
    ],
    [
      'an image that is spelled in another case',
      shoot('1.33.1', [worker('a Linux 1.0.0')]),
      profile(['1.33.1'], linux('1.0.0', '1.1.0')),
      [
        'From 1 Jun 2026 on the API server refuses the whole maintenance: the profile spells the image Linux of pool a in another case.',
      ],
    ],
  ])('%s', (_, subject, offered, expected) => {
    expect(texts(subject, offered)).toEqual(expected)
  })

  it('says what is refused, and that nothing else gets on meanwhile', () => {
    const offered = profile(['1.30.0', '1.33.1 - 2026-08-01', '1.34.0'], linux('1.0.0'))
    const [found] = deadEndsOf(shoot('1.33.1', [worker('a linux 1.0.0 1.30.0')]), memoized(offered), ahead)
    expect(found).toEqual({
      kind: 'refused',
      rule: 'pool-too-far-behind',
      component: 'poolKubernetes',
      pool: 'a',
      image: null,
      version: '1.30.0',
      to: null,
      since: instant('2026-08-01T22:00:00Z'),
      began: null,
      older: false,
      until: null,
      misfit: null,
      blocksAll: true,
    })
  })
})

describe('a dead end of a profile', () => {
  const found = (offered: CloudProfile) =>
    profileDeadEndsOf(memoized(offered), from).map(({ kind, image: name, versions, since, until }) =>
      [kind, name ?? 'Kubernetes', versions.join(' '), day(since), until === null ? 'on' : day(until)].join(', '),
    )
  const day = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : 'always')

  it.each<[string, CloudProfile, string[]]>([
    ['none as long as there is a way on', profile(['1.33.1 - 2026-08-01', '1.34.0'], linux('1.0.0')), []],
    [
      'a gap: all patches are stuck once the last of them has expired',
      profile(['1.33.1 - 2026-07-01', '1.33.2 - 2026-08-01', '1.35.0']),
      ['minor-gap, Kubernetes, 1.33.2 1.33.1, 2026-08-01, on'],
    ],
    ['the end of the list', profile(['1.33.1 - 2026-08-01']), ['last-minor, Kubernetes, 1.33.1, 2026-08-01, on']],
    [
      'one that a later stage opens',
      profile(['1.33.1 - 2026-08-01', unavailablePreview('1.34.0', '2026-09-01')]),
      ['only-previews, Kubernetes, 1.33.1, 2026-08-01, 2026-09-01'],
    ],
    ['one that is over is left out', profile(['1.33.1 - 2026-01-01', unavailablePreview('1.34.0', '2026-02-01')]), []],
    [
      'an image that ends, all of its versions together',
      profile([], linux('1.0.0 - 2026-07-01', '2.0.0 - 2026-08-01')),
      ['image-end-of-life, linux, 2.0.0, 2026-08-01, on'],
    ],
    [
      'images of strategy major are never forced',
      profile([], image('linux', 'major', ['1.0.0 - 2026-07-01', '2.0.0 - 2026-08-01', '3.0.0 preview'])),
      ['image-end-of-life, linux, 2.0.0 1.0.0, 2026-08-01, on'],
    ],
  ])('%s', (_, offered, expected) => {
    expect(found(offered)).toEqual(expected)
  })
})

function unavailableImage(number: string, day: string) {
  return imageVersion(unavailableUntil(number, day))
}

function unavailablePreview(number: string, day: string) {
  return {
    version: number,
    lifecycle: [
      { classification: 'preview' as const },
      { classification: 'supported' as const, startTime: instant(day) },
    ],
  }
}

const STRATEGIES: readonly ImageUpdateStrategy[] = ['patch', 'minor', 'major']

test('versions are stuck when a maintenance finds nothing for them, decided anew for each version and each time', () => {
  fc.assert(
    fc.property(anyProfile, fc.constantFrom(...STRATEGIES), fc.boolean(), (drawn, updateStrategy, withZero) => {
      const zero = { version: '0.0.0', expirationDate: start, architectures: ['amd64'], cri: [] }
      const offered: CloudProfile = {
        ...drawn,
        machineImages: drawn.machineImages.map((image) => ({
          ...image,
          updateStrategy,
          versions: withZero ? [...image.versions, zero] : image.versions,
        })),
      }
      const { kubernetes, images } = memoized(offered)
      const expected = [
        ...stuck(kubernetes, 'Kubernetes', (version) => kubernetesDecisions(kubernetes, version, false)),
        ...images.flatMap((image) => {
          const { table, source } = image
          return stuck(table, source.name, (current) => {
            const listed = listedImage(image, table.ascending, { name: source.name, version: current })
            return (at) =>
              imageDecision(
                image,
                table.ascending,
                { version: parseVersion(current), listed, auto: false },
                table.stageOf(at),
              )
          })
        }),
      ]
      const found = profileDeadEndsOf(memoized(offered), Number.NEGATIVE_INFINITY).flatMap(
        ({ image, versions, since, until }) =>
          versions.map((version) => [image ?? 'Kubernetes', version, since, until].join(' ')),
      )
      expect(found.sort()).toEqual(expected.sort())
    }),
    { numRuns: runs(300) },
  )
})

/** Each version with the last time in which nothing leads away from it. */
function stuck(
  table: VersionTable,
  what: string,
  decisionsFor: (version: string) => (at: Instant) => { readonly kind: string },
): string[] {
  return table.versions.flatMap(({ text }) => {
    const decideAt = decisionsFor(text)
    const isStuck = [...table.boundaries, Number.POSITIVE_INFINITY].map((at) => decideAt(at).kind === 'failure')
    const last = isStuck.lastIndexOf(true)
    if (last === -1) return []
    const first = isStuck.lastIndexOf(false, last) + 1
    const since = table.boundaries[first - 1] ?? Number.NEGATIVE_INFINITY
    return [[what, text, since, table.boundaries[last] ?? null].join(' ')]
  })
}

it('looks at versions about as often as there are of them, and not for each pair', () => {
  expect(looksAt(1600) / looksAt(200)).toBeLessThan(16)
})

/** How often it is looked when a version expires, where so many versions of one profile expire one after the other. */
function looksAt(count: number): number {
  let looks = 0
  const versions = Array.from({ length: count }, (_, i): ExpirableVersion => {
    const version = `1.${30 + (i % 40)}.${Math.floor(i / 40)}`
    return Object.defineProperty({ version, classification: 'deprecated' as const }, 'expirationDate', {
      enumerable: true,
      get: () => {
        looks++
        return start + i * DAY
      },
    })
  })
  const offered = new CompiledProfile(profile(versions))
  looks = 0
  profileDeadEndsOf(offered, start)
  return looks
}
