import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { maintain, parseVersion, stageAt } from '@/lib/engine/rules'
import { anyInstant, anyProfile } from '@/lib/engine/testdata/arbitraries'
import { image as imageOf, profile as offered, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant, Shoot } from '@/lib/engine/types'
import { buildLandscape } from '@/lib/landscape/landscape'
import { snapshotOf, windowsOf, withWindow } from '@/lib/landscape/testdata/walk'
import { scenarioQuery } from '../contract'
import { scenarioView } from './guide'

vi.mock('server-only', () => ({}))
vi.setConfig({ testTimeout: 120_000 })

const ref = { kind: 'CloudProfile', name: 'profile' } as const

/** The profile in which a version has expired, and nothing else is other. */
function withoutVersion(profile: CloudProfile, image: string | null, version: string, at: Instant): CloudProfile {
  const gone = <T extends ExpirableVersion>(one: T): T => {
    if (one.version !== version) return one
    const { lifecycle: _, ...rest } = one
    return { ...rest, classification: 'deprecated', expirationDate: at - MINUTE } as T
  }
  return image === null
    ? { ...profile, kubernetes: profile.kubernetes.map(gone) }
    : {
        ...profile,
        machineImages: profile.machineImages.map((one) =>
          one.name === image ? { ...one, versions: one.versions.map(gone) } : one,
        ),
      }
}

/** Where a maintenance takes a cluster that must leave a version, and may run any other; null: nowhere. */
function forcedTo(profile: CloudProfile, image: string | null, version: string, at: Instant): string | null {
  const gone = withoutVersion(profile, image, version, at)
  const open = {
    ...gone,
    machineImages: gone.machineImages.map((one) => ({
      ...one,
      versions: one.versions.map(({ kubeletVersionConstraint: _, inPlaceUpdates: __, ...rest }) => rest),
    })),
  }
  const off = { autoUpdate: { kubernetesVersion: false, machineImageVersion: false } }
  const subject = image === null ? shoot(version, [], off) : shoot('1.33.0', [worker(`a ${image} ${version}`)], off)
  const of = image === null ? 'controlPlane' : 'poolImage'
  const { changes, denied } = maintain(subject, memoized(open), at, { ignoreWindow: true })
  const change = denied ? undefined : changes.find(({ component }) => component === of)
  return change?.kind === 'update' ? change.to : null
}

it('where clusters go that must leave a version is told as a maintenance takes them', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(anyProfile, anyInstant, async (profile, at) => {
      const landscape = await buildLandscape(
        snapshotOf([{ profile, shoot: { ...shoot('1.33.0', []), profile: ref } }], at),
        at,
      )
      for (const image of [null, 'gardenlinux', 'ubuntu']) {
        const asked = { scenario: 'deprecate', profile: 'profile', way: 'hand', ...(image !== null && { image }) }
        const { versions } = await scenarioView(landscape, scenarioQuery.parse(asked), null)
        for (const { version } of versions) {
          const { steps } = await scenarioView(landscape, scenarioQuery.parse({ ...asked, version }), null)
          const check = steps.flatMap(({ checks }) => checks).find(({ what }) => what.includes('that is no preview'))
          const to = forcedTo(profile, image, version, at)
          const [is, was] = [to, version].map((text) => parseVersion(text ?? ''))
          const isOfMinor = is != null && was != null && is.major === was.major && is.minor === was.minor
          const list =
            image === null ? profile.kubernetes : profile.machineImages.find(({ name }) => name === image)?.versions
          const target = list?.find((one) => one.version === to)
          const isAhead = target !== undefined && stageAt(target, at) === 'unavailable'
          const found = `${image} ${version} -> ${to}: ${check?.found}`
          expect(check?.state, found).toBe(isOfMinor && !isAhead ? 'holds' : 'beware')
          if (check?.state === 'holds') expect(check.found).toContain(`${to},`)
          else expect(check?.found).toContain(to === null ? `stay on ${version}` : `it leads to ${to},`)
          if (check?.state === 'beware' && to !== null) expect(check.found.includes('minor'), found).toBe(!isOfMinor)
          told++
        }
      }
    }),
    { numRuns: runs(60) },
  )
  // Few tries may find little.
  if (runs(60) >= 60) expect(told).toBeGreaterThan(50)
})

/** Holds what is told of each version against a walk through the windows of a day. */
async function compareArriving(subject: Shoot, profile: CloudProfile, at: Instant): Promise<void> {
  const landscape = await buildLandscape(snapshotOf([{ profile, shoot: subject }], at), at)
  const going = new Set<string>()
  let current = subject
  for (const { begin, latestStart } of windowsOf(subject, at, at + DAY)) {
    if (latestStart < at || Math.max(begin, at) > at + DAY) continue
    const done = maintain(current, memoized(profile), latestStart)
    current = after(current, done)
    if (done.denied || done.error !== null) continue
    for (const one of done.changes) if (one.kind === 'update') going.add(`${one.image} ${one.to}`)
  }
  for (const image of [null, ...profile.machineImages.map(({ name }) => name)]) {
    const asked = { scenario: 'replace', profile: 'profile', way: 'hand', ...(image !== null && { image }) }
    const list =
      image === null ? profile.kubernetes : profile.machineImages.find(({ name }) => name === image)?.versions
    for (const { version } of list ?? []) {
      const { steps } = await scenarioView(landscape, scenarioQuery.parse({ ...asked, version }), null)
      const check = steps.flatMap(({ checks }) => checks).find(({ what }) => what.includes('within a day'))
      // Of one that no cluster runs it is not told, as it can be deleted.
      if (check === undefined) continue
      expect(check.found, `${image} ${version}`).toMatch(
        going.has(`${image} ${version}`) ? /^1 cluster, the first from/ : /^none$/,
      )
    }
  }
}

it('clusters that go to a version within a day are those of which a walk through their windows brings any part to it', async () => {
  const at = Date.parse('2026-11-21T18:00:00Z')
  const pools = ['a linux 1.0.0', 'b linux 1.0.2'].map((text) => worker(text))
  const window = { begin: '220000+0000', end: '230000+0000' }
  const autoUpdate = { kubernetesVersion: false, machineImageVersion: true }
  const half = { ...shoot('1.33.0', pools, { window, autoUpdate }), profile: ref }
  await compareArriving(half, offered(['1.33.0'], imageOf('linux', 'patch', ['1.0.0', '1.0.2'])), at)
  await fc.assert(
    fc.asyncProperty(withWindow, anyInstant, ({ shoot: given, profile }, when) =>
      compareArriving({ ...given, profile: ref }, profile, when),
    ),
    { numRuns: runs(80) },
  )
})
