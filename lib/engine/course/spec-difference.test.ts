import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { accepted, anyProfile, anyShoot, days, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ForecastStep, Shoot, ShootVersions } from '@/lib/engine/types'
import { forecast } from './forecast'
import { movesBetween } from './past-updates'

vi.setConfig({ testTimeout: 120_000 })

/** The shoot with other versions. */
function withVersions(subject: Shoot, { kubernetesVersion, workers }: ShootVersions): Shoot {
  return {
    ...subject,
    kubernetesVersion,
    workers: subject.workers.map(({ kubernetesVersion: _, ...worker }, i) => {
      const [own, image] = [workers[i]?.kubernetesVersion ?? null, workers[i]?.image ?? null]
      return { ...worker, ...(own !== null && { kubernetesVersion: own }), ...(image !== null && { image }) }
    }),
  }
}

const inOrder = (changes: readonly object[]) => changes.map((change) => JSON.stringify(change)).sort()

/** What each step says that it updates is what differs in the spec, be it reported or not. */
function expectDifferences(subject: Shoot, steps: readonly ForecastStep[]) {
  let before = subject
  for (const { changes, versions, denied } of steps) {
    const after = withVersions(subject, versions)
    const updates = changes.flatMap(({ component, pool, image, from, ...change }) =>
      change.kind === 'update' && change.to !== from ? [{ component, pool, image, from, to: change.to }] : [],
    )

    expect(inOrder(movesBetween(before, after))).toEqual(denied ? [] : inOrder(updates))
    before = after
  }
}

test('what a step of any shoot says that it updates is what differs in the spec', () => {
  const options = { from: start, to: start + days * DAY }
  const check = (subject: Shoot, offered: CloudProfile) =>
    expectDifferences(subject, forecast(subject, memoized(offered), options).steps)
  fc.assert(fc.property(anyShoot, anyProfile, check), { numRuns: runs(300) })
  fc.assert(
    fc.property(accepted, (one) => check(one.shoot, one.profile)),
    { numRuns: runs(200) },
  )
})
