import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CompiledProfile,
  imageDecision,
  kubernetesDecision,
  listedKubernetes,
  type VersionTable,
} from '@/lib/engine/rules'
import { anyInstant, anyProfile, start } from '@/lib/engine/testdata/arbitraries'
import { profile } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { HOUR } from '@/lib/engine/time'
import type { ImageUpdateStrategy, Instant, Stage } from '@/lib/engine/types'
import { DecisionTimeline, TargetsOverTime } from './targets-over-time'

const STRATEGIES: readonly ImageUpdateStrategy[] = ['patch', 'minor', 'major']

test('decisions over time are those of each instant, and stay so up to the last one before another', () => {
  fc.assert(
    fc.property(
      anyProfile,
      fc.array(anyInstant, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...STRATEGIES),
      fc.boolean(),
      (offered, instants, updateStrategy, auto) => {
        const { kubernetes, images } = memoized(offered)
        const offers = new TargetsOverTime(kubernetes, kubernetes.ascending, 'patch', 'Kubernetes')
        for (const current of [...kubernetes.versions.map(({ text }) => text), '0.0.0', '1.32.99', '1.33', 'none']) {
          const listed = listedKubernetes(kubernetes, current)
          checked(new DecisionTimeline(offers, { current, listed, auto }), kubernetes, instants, (stages) =>
            kubernetesDecision(kubernetes, current, auto, stages),
          )
        }
        for (const { source: image } of images) {
          const zero = { version: '0.0.0', expirationDate: start, architectures: ['amd64'], cri: [] }
          const changed = { ...image, updateStrategy, versions: [...image.versions, zero] }
          const [compiled] = new CompiledProfile({ ...offered, machineImages: [changed] }).images
          if (compiled === undefined) throw new Error('the profile has one image')
          const { table, source } = compiled
          const fitting = table.ascending.filter((index) => index % 5 !== 1)
          const targets = new TargetsOverTime(table, fitting, updateStrategy, 'image')
          for (const version of [...table.versions.map(({ text }) => text), '1.1.99', '0.0.0-a', 'none']) {
            const listed = fitting.includes(table.indexOf(version)) ? table.indexOf(version) : null
            checked(new DecisionTimeline(targets, { current: version, listed, auto }), table, instants, (stages) =>
              imageDecision(compiled, fitting, { name: source.name, version }, auto, stages),
            )
          }
        }
      },
    ),
    { numRuns: runs(60) },
  )
})

function checked(
  line: DecisionTimeline,
  table: VersionTable,
  instants: readonly Instant[],
  decide: (stages: readonly Stage[]) => ReturnType<typeof kubernetesDecision>,
): void {
  const decideAt = (at: Instant) => decide(table.stagesAt(at))
  for (const at of instants) {
    expect(line.at(at)).toEqual(decideAt(at))
    const ends = [...table.boundaries.filter((boundary) => boundary >= at), Number.POSITIVE_INFINITY]
    const end = ends.indexOf(line.unchangedUntil(at))
    expect(end).not.toBe(-1)
    for (const same of ends.slice(0, end + 1)) expect(decideAt(same)).toEqual(decideAt(at))
    const next = ends[end + 1]
    if (next !== undefined) expect(decideAt(next)).not.toEqual(decideAt(at))
  }
}

test('looking at all versions over all time costs in step with their number, not with its square', () => {
  const [some = 0, more = 0] = [200, 800].map((count) => {
    let looks = 0
    const kubernetes = Array.from({ length: count }, (_, i) => ({
      version: `1.${20 + (i % 10)}.${i}`,
      classification: 'deprecated' as const,
      get expirationDate() {
        looks += 1
        return start + i * HOUR
      },
    }))
    const { picker } = memoized(profile(kubernetes)).classes
    for (const { version } of kubernetes) {
      const line = picker.ofKubernetes(version, true)
      for (let at = start; at < Number.POSITIVE_INFINITY; at = line.unchangedUntil(at) + 1) line.at(at)
    }
    return looks
  })
  expect(some).toBeGreaterThan(0)
  expect(more).toBeLessThan(5 * some)
})
