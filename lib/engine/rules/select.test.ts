import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyInstant, profile } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import type { ImageUpdateStrategy } from '@/lib/engine/types'
import { VersionTable } from './compile'
import { parseVersion } from './gardener-semver'
import { automaticTarget, automaticTargets } from './select'

const STRATEGIES: readonly ImageUpdateStrategy[] = ['patch', 'minor', 'major']

test('the automatic steps of many versions are those of each of them', () => {
  fc.assert(
    fc.property(profile, anyInstant, fc.constantFrom(...STRATEGIES), (offered, at, strategy) => {
      const zero = { version: '0.0.0' }
      const { kubernetes, images } = memoized(offered)
      for (const { sources } of [kubernetes, ...images.map(({ table }) => table)]) {
        const table = new VersionTable([...sources, zero])
        const candidates = { table, ascending: table.ascending, stages: table.stagesAt(at) }
        const targetOf = automaticTargets(candidates, strategy)
        const others = ['0.0.0-a', '1.0.0', '1.33.99', '2.1'].flatMap((text) => parseVersion(text) ?? [])
        for (const version of [...table.versions, ...others]) {
          expect(targetOf(version)).toBe(automaticTarget(candidates, version, strategy))
        }
      }
    }),
    { numRuns: runs(300) },
  )
})
