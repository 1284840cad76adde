import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CompiledProfile,
  imageDecision,
  kubernetesDecisions,
  listedImage,
  parseVersion,
  type VersionDecision,
  type VersionTable,
} from '@/lib/engine/rules'
import { anyInstant, anyProfile, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import type { ImageUpdateStrategy, Instant } from '@/lib/engine/types'
import { DecisionTimeline } from './decision-timeline'

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
        for (const current of [...kubernetes.versions.map(({ text }) => text), '0.0.0', '1.32.99', '1.33', 'none']) {
          checked(kubernetes, instants, kubernetesDecisions(kubernetes, current, auto))
        }
        for (const { source: image } of images) {
          const zero = { version: '0.0.0', expirationDate: start, architectures: ['amd64'], cri: [] }
          const changed = { ...image, updateStrategy, versions: [...image.versions, zero] }
          const [compiled] = new CompiledProfile({ ...offered, machineImages: [changed] }).images
          if (compiled === undefined) throw new Error('the profile has one image')
          const { table, source } = compiled
          const fitting = table.ascending.filter((index) => index % 5 !== 1)
          for (const version of [...table.versions.map(({ text }) => text), '1.1.99', '0.0.0-a', 'none']) {
            const listed = listedImage(compiled, fitting, { name: source.name, version })
            checked(table, instants, (at) =>
              imageDecision(compiled, fitting, { version: parseVersion(version), listed, auto }, table.stageOf(at)),
            )
          }
        }
      },
    ),
    { numRuns: runs(60) },
  )
})

function checked(table: VersionTable, instants: readonly Instant[], decideAt: (at: Instant) => VersionDecision): void {
  const line = new DecisionTimeline(table.boundaries, decideAt)
  for (const at of instants) {
    const { decision, until } = line.at(at)
    expect(decision).toEqual(decideAt(at))
    const ends = [...table.boundaries.filter((boundary) => boundary >= at), Number.POSITIVE_INFINITY]
    const end = ends.indexOf(until)
    expect(end).not.toBe(-1)
    for (const same of ends.slice(0, end + 1)) expect(decideAt(same)).toEqual(decideAt(at))
    const next = ends[end + 1]
    if (next !== undefined) expect(decideAt(next)).not.toEqual(decideAt(at))
  }
}
