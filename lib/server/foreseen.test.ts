import { expect, it } from 'vitest'
import { Lookout } from '@/lib/engine/fleet/lookout'
import { forecast } from '@/lib/engine/forecast'
import { ofEvent, ofStep } from '@/lib/engine/testdata/foreseen'
import { DAY } from '@/lib/engine/time'
import { demoObjects } from '@/lib/garden/demo/manifests'
import { profileKey } from '@/lib/garden/garden'
import { readObject } from '@/lib/garden/read-object'
import { makeSnapshot } from '@/lib/garden/snapshot'

it('what lists show of a landscape is what the forecast of each cluster says', () => {
  const born = '2026-11-21'
  const from = Date.parse(`${born}T18:00:00Z`)
  const to = from + 365 * DAY
  const objects = [...demoObjects({ born, shoots: 3000 })].map((manifest) => {
    const object = readObject(manifest)
    if (object.kind === 'other' || object.kind === 'unreadable') throw new Error('unreadable')
    return { object, source: 'demo' }
  })
  const { shoots, profiles } = makeSnapshot({ revision: '1', observedAt: from, objects, problems: [] })
  const lookout = new Lookout()
  let several = 0
  for (const one of shoots) {
    const { autoRotation: _, ...plain } = one
    const offered = profiles.get(profileKey(one.profile))?.profile
    if (offered === undefined || one.deletionTimestamp !== undefined) continue
    const { events } = lookout.between(from, to, plain, offered)
    const { steps } = forecast(plain, offered, { from, to })
    expect(events.map((event) => ofEvent(event, plain))).toEqual(steps.map(ofStep))
    if (one.workers.length > 1 && events.length > 1) several++
  }
  expect(several).toBeGreaterThan(500)
})
