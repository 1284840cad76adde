import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import { buildLandscape } from '@/lib/landscape/landscape'
import { act, livedThrough } from '@/lib/landscape/testdata/lived'
import { snapshotOf, withWindow } from '@/lib/landscape/testdata/walk'
import { shootPastView } from './past'

vi.mock('server-only', () => ({}))
vi.setConfig({ testTimeout: 120_000 })

it('the past of a cluster is what happened to it in the days that it lived through', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      withWindow,
      fc.array(act, { maxLength: 5 }),
      fc.array(fc.nat(100), { minLength: 3, maxLength: 7 }),
      async ({ shoot, profile }, acts, jitter) => {
        const { history, known, done, ran, end } = livedThrough(shoot, profile, acts, jitter)
        const last = known.at(-1)?.world
        // What is changed without a word is told as by hand.
        const isSilent = ran.some(({ outcome }) => outcome.changes.some((change) => change.unreported !== undefined))
        if (last === undefined || isSilent) return
        const past = await shootPastView(await buildLandscape(snapshotOf([last], end), end), 0, history, false)
        const maintained = ran.flatMap(({ at, outcome }) => {
          const { lastMaintenance, lastMaintenanceWritten, denied, changes } = outcome
          const isTold = denied || / successful[.:] /.test(lastMaintenance?.description ?? '')
          if (!lastMaintenanceWritten || !isTold || lastMaintenance?.triggeredTime !== at) return []
          return [
            [at, denied ? 'denied' : changes.map(({ component, pool }) => `${component} ${pool}`).join()],
          ] as const
        })
        const byHand = done.flatMap(({ at, kind }) => {
          const [before, then] = [known.findLast((one) => one.at < at), known.findLast((one) => one.at <= at)]
          const isOther = before?.world.shoot.kubernetesVersion !== then?.world.shoot.kubernetesVersion
          return kind === 'version' && isOther ? [[at, 'by-hand'] as const] : []
        })
        const expected = [...maintained, ...byHand].toSorted((a, b) => b[0] - a[0])
        expect(
          past.updates.map(({ at, cause, step, moves }) => [
            Date.parse(at),
            step === null
              ? cause
              : step.denied
                ? 'denied'
                : moves.map(({ component, pool }) => `${component} ${pool}`).join(),
          ]),
        ).toEqual(expected)
        const settings = done.flatMap(({ at, kind }) => {
          const [before, then] = [known.findLast((one) => one.at < at), known.findLast((one) => one.at <= at)]
          const isOther = JSON.stringify(before?.world.shoot.window) !== JSON.stringify(then?.world.shoot.window)
          return kind === 'auto' ? [[at, 'auto-update']] : kind === 'window' && isOther ? [[at, 'window']] : []
        })
        expect(past.settings.map(({ at, fact }) => [Date.parse(at), fact.kind])).toEqual(settings.toReversed())
        const lane = past.lanes.find(({ id }) => id === 'control-plane')
        for (const { at, world } of known) {
          const segment = lane?.segments.find(
            ({ from, to }) => (from === null || Date.parse(from) <= at) && (to === null || at < Date.parse(to)),
          )
          if (at < end) expect(segment?.version).toBe(world.shoot.kubernetesVersion)
        }
        told += expected.length
      },
    ),
    { numRuns: runs(40) },
  )
  // Few tries may find little.
  if (runs(40) >= 40) expect(told).toBeGreaterThan(20)
})
