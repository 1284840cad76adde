import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { maintain, parseVersion, stageAt } from '@/lib/engine/rules'
import { anyInstant, anyProfile } from '@/lib/engine/testdata/arbitraries'
import { shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { buildLandscape } from '@/lib/landscape/landscape'
import { snapshotOf } from '@/lib/landscape/testdata/walk'
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
  expect(told).toBeGreaterThan(runs(60))
})
