import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { CompiledProfile, imageDecision, kubernetesDecision, type VersionTable } from '@/lib/engine/rules'
import { withoutBreak } from '@/lib/engine/steps'
import { profile as anyProfile, start } from '@/lib/engine/testdata/arbitraries'
import { profile } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, ImageUpdateStrategy, Stage } from '@/lib/engine/types'
import { profileDeadEndsOf } from './profile-dead-ends'

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
        ...stuck(kubernetes, 'Kubernetes', (version, stages) => kubernetesDecision(kubernetes, version, false, stages)),
        ...images.flatMap((image) => {
          const { table, source } = image
          return stuck(table, source.name, (version, stages) =>
            imageDecision(image, table.ascending, { name: source.name, version }, false, stages),
          )
        }),
      ]
      const found = withoutBreak(profileDeadEndsOf(memoized(offered), Number.NEGATIVE_INFINITY)).flatMap(
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
  decisionFor: (version: string, stages: readonly Stage[]) => { readonly kind: string },
): string[] {
  const stages = [...table.boundaries, Number.POSITIVE_INFINITY].map((at) => table.stagesAt(at))
  return table.versions.flatMap(({ text }) => {
    const isStuck = stages.map((then) => decisionFor(text, then).kind === 'failure')
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
  withoutBreak(profileDeadEndsOf(offered, start))
  return looks
}
