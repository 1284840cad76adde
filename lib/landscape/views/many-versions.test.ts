/** @module-tag long */
import { expect, it } from 'vitest'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { openGarden } from '@/lib/garden/open-garden'
import { newClusterView } from '@/lib/questions/profiles/answer/new-cluster'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { versionView } from '@/lib/questions/version/answer/version'
import { buildLandscape } from '../landscape'

const at = Date.parse('2026-11-21T18:00:00Z')
const unasked = { machineType: undefined, kubernetes: undefined, runtime: undefined }

it('a profile and one of its versions look at versions about as often as there are of them, and not for each pair', async () => {
  const few = await looksAt(200)
  const many = await looksAt(800)
  expect(many.profile / few.profile).toBeLessThan(8)
  expect(many.version / few.version).toBeLessThan(8)
})

it('a new cluster is told for the newest of very many versions, and as long as an answer can be', async () => {
  const entry = (await demoProfile()).entry
  const some = await newClusterOf(entry.profile)
  expect(some.leftOut).toEqual({ kubernetes: 0, images: 0 })
  expect(Date.parse(some.until)).toBe(at + 365 * DAY)
  const added = Array.from(
    { length: 1500 },
    (_, i): ExpirableVersion => ({
      version: `1.${10 + (i % 10)}.${Math.floor(i / 10)}`,
      classification: 'deprecated',
      expirationDate: at + Math.floor(i / 10) * DAY,
    }),
  )
  const many = await newClusterOf({ ...entry.profile, kubernetes: [...added, ...entry.profile.kubernetes] })
  expect(many.kubernetes.length + many.leftOut.kubernetes).toBe(some.kubernetes.length + 1500 + 10)
  expect(many.kubernetes.slice(0, some.kubernetes.length - 3).map(({ asked }) => asked)).toEqual(
    some.kubernetes.slice(0, -3).map(({ asked }) => asked),
  )
  const until = Date.parse(many.until)
  expect(until).toBeGreaterThan(at)
  expect(until).toBeLessThan(at + 365 * DAY)
  // What is told until then is what would be told of it without an end.
  const [first] = some.kubernetes
  const [now] = many.kubernetes
  expect(now?.spans[0]?.got).toEqual(first?.spans[0]?.got)
})

it('lets others through while it is told what a new cluster gets', async () => {
  const { snapshot, entry } = await demoProfile()
  const landscape = await buildLandscape(snapshot, at)
  let turns = 0
  const others = setInterval(() => turns++)
  await newClusterView(landscape, entry, entry.profile, unasked)
  clearInterval(others)
  expect(turns).toBeGreaterThan(1)
})

async function newClusterOf(profile: CloudProfile) {
  const { snapshot, entry } = await demoProfile()
  const grown = { ...entry, profile }
  const landscape = await buildLandscape({ ...snapshot, profiles: new Map(snapshot.profiles).set('aws', grown) }, at)
  return newClusterView(landscape, grown, profile, unasked)
}

async function demoProfile() {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '40' })
  await garden.ready()
  const snapshot = garden.snapshot()
  await garden.close()
  const entry = snapshot.profiles.get('aws')
  if (entry === undefined) throw new Error('The demo has this profile.')
  return { snapshot, entry }
}

/** How often it is looked when a version expires, where so many versions of a profile expire one after the other. */
async function looksAt(count: number) {
  let looks = 0
  const added = Array.from({ length: count }, (_, i): ExpirableVersion => {
    const version = `1.${40 + (i % 10)}.${Math.floor(i / 10)}`
    return Object.defineProperty({ version, classification: 'deprecated' as const }, 'expirationDate', {
      enumerable: true,
      get: () => {
        looks++
        return at + i * DAY
      },
    })
  })
  const { snapshot, entry } = await demoProfile()
  const grown = { ...entry, profile: { ...entry.profile, kubernetes: [...entry.profile.kubernetes, ...added] } }
  const landscape = await buildLandscape({ ...snapshot, profiles: new Map(snapshot.profiles).set('aws', grown) }, at)
  looks = 0
  profileView(landscape, grown, null)
  const profile = looks
  await versionView(landscape, grown, { what: 'Kubernetes', version: '1.33.11' }, 'UTC')
  return { profile, version: looks - profile }
}
