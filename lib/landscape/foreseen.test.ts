import { expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import { ofEvent, ofStep } from '@/lib/engine/testdata/foreseen'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile } from '@/lib/engine/types'
import { demoObjects } from '@/lib/garden/demo/manifests'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { readObject } from '@/lib/garden/read-object'
import { makeSnapshot } from '@/lib/garden/snapshot'

const born = '2026-11-21'
const from = Date.parse(`${born}T18:00:00Z`)
const to = from + 365 * DAY

function landscape(count: number): Snapshot {
  const objects = [...demoObjects({ born, shoots: count })].map((manifest) => {
    const object = readObject(manifest)
    if (object.kind === 'other' || object.kind === 'unreadable') throw new Error('unreadable')
    return { object, source: 'demo' }
  })
  return makeSnapshot({ revision: '1', observedAt: from, objects, problems: [] })
}

it('what lists show of a landscape is what the forecast of each cluster says', () => {
  const { shoots, profiles } = landscape(Math.max(600, runs(3000)))
  const forecaster = new Forecaster()
  let several = 0
  for (const one of shoots) {
    const { autoRotation: _, ...plain } = one
    const offered = profiles.get(profileKey(one.profile))?.profile
    if (offered === undefined || one.deletionTimestamp !== undefined) continue
    const { events } = forecaster.between(from, to, plain, offered)
    const { steps } = forecast(plain, memoized(offered), { from, to })
    expect(events.map((event) => ofEvent(event, plain))).toEqual(steps.map(ofStep))
    if (one.workers.length > 1 && events.length > 1) several++
  }
  expect(several).toBeGreaterThan(shoots.length / 6)
})

it('what is said of a cluster is the same whichever others were looked at before', () => {
  const { shoots, profiles } = landscape(Math.max(400, runs(2000)))
  const offers = new Map([...profiles].map(([key, { profile }]) => [key, withGaps(profile)]))
  for (const [i, one] of shoots.entries()) {
    const offered = offers.get(profileKey(one.profile))
    if (offered === undefined) continue
    const shared = forecast(one, memoized(offered), { from, to })
    // Nothing is remembered for a copy.
    if (i % 5 === 0) expect(shared).toEqual(forecast(one, memoized(structuredClone(offered)), { from, to }))
  }
})

/** Without every third version: many updates are forced or fail. */
function withGaps(profile: CloudProfile): CloudProfile {
  const isLeft = (_: unknown, i: number) => i % 3 !== 1
  return {
    ...profile,
    kubernetes: profile.kubernetes.filter(isLeft),
    machineImages: profile.machineImages.map((image) => ({ ...image, versions: image.versions.filter(isLeft) })),
  }
}
