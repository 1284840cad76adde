import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { applyEdit, applyEdits, versionLike } from '@/lib/engine/edits'
import { type ExpectedRelease, type LifecyclePolicy, proposeEdits } from '@/lib/engine/policy'
import { highestVersion, maintain } from '@/lib/engine/rules'
import { days, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant, MachineImageVersion, Shoot } from '@/lib/engine/types'
import { buildLandscape } from '@/lib/landscape/landscape'
import { snapshotOf, windowsOf, withWindow } from '@/lib/landscape/testdata/walk'
import { zoneDate } from '@/lib/landscape/zone'
import { policyEffectsView } from './policy-effects'

vi.setConfig({ testTimeout: 120_000 })

const YEAR = 365 * DAY

const management = fc
  .record({
    expires: fc.integer({ min: 2, max: 60 }),
    maintained: fc.integer({ min: 0, max: 3 }),
    sooner: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ expires, maintained, sooner }) => ({
    expirationDuration: expires * DAY,
    ...(maintained > 0 && {
      versionMaintenance: { maintainedVersions: maintained, expirationDurationUnmaintainedVersion: sooner * DAY },
    }),
  }))

const anyPolicy: fc.Arbitrary<LifecyclePolicy> = fc.record({
  kubernetes: fc.option(management),
  machineImages: fc.option(management),
})

const anyRelease = fc
  .record({
    after: fc.integer({ min: 1, max: 200 }),
    image: fc.constantFrom(null, null, 'gardenlinux', 'ubuntu'),
    major: fc.integer({ min: 1, max: 3 }),
    minor: fc.nat(5),
    patch: fc.nat(4),
    classification: fc.constantFrom(null, null, 'preview' as const, 'supported' as const),
  })
  .map(({ after: later, image, major, minor, patch, classification }) => ({
    later,
    image,
    version: image === null ? `1.${31 + minor}.${patch}` : `${major}.${minor % 3}.${patch}`,
    classification,
  }))

interface Counts {
  forced: number
  fails: number
}

/** How often a cluster is forced and begins to fail within a year, with a maintenance as late as possible in each window. */
function walk(subject: Shoot, profileAt: (at: Instant) => CloudProfile, from: Instant): Counts {
  const counts: Counts = { forced: 0, fails: 0 }
  let shoot = subject
  let before = ''
  for (const { begin, latestStart } of windowsOf(subject, from, from + YEAR)) {
    if (latestStart < from || begin > from + YEAR) continue
    const done = maintain(shoot, memoized(profileAt(latestStart)), latestStart)
    shoot = after(shoot, done)
    const isFailing = done.denied || done.error !== null || done.changes.some(({ kind }) => kind === 'failure')
    const text = JSON.stringify([isFailing, done.lastMaintenance, done.error, done.specChanged], (key, value) =>
      key === 'triggeredTime' ? undefined : value,
    )
    const isRefused = done.denied || done.error !== null
    if (!isRefused && done.changes.some(({ kind, why }) => kind === 'update' && why !== 'auto')) counts.forced++
    if (isFailing && (done.specChanged || text !== before)) counts.fails++
    before = text
  }
  return counts
}

it('what a policy means for clusters is what they come to where its edits are made by hand', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      withWindow,
      anyPolicy,
      fc.array(anyRelease, { maxLength: 5 }),
      fc.nat(days * 24 * 12),
      async ({ shoot: given, profile }, policy, asked, steps) => {
        const at = start + steps * 5 * MINUTE
        const ref = { kind: 'CloudProfile', name: 'profile' } as const
        const shoot: Shoot = { ...given, profile: ref }
        const releases = asked
          .map(({ later, ...rest }) => ({ ...rest, date: zoneDate('UTC', at + later * DAY) }))
          .toSorted((a, b) => (a.date < b.date ? -1 : 1))
        const landscape = await buildLandscape(snapshotOf([{ shoot, profile }], at), at)
        const entry = landscape.snapshot.profiles.get('profile')
        if (entry === undefined) throw new Error('there is one')
        const { proposals, year } = await policyEffectsView(landscape, entry, {
          policy,
          zone: 'UTC',
          releases,
          cadence: undefined,
        })
        const proposed = proposeEdits(profile, policy, at)
        if (proposed.kind === 'unreadable') return
        const now = walk(shoot, () => profile, at)
        expect(proposals.length).toBe(proposed.proposals.length)
        for (const [i, proposal] of proposed.proposals.entries()) {
          const { value } = applyEdits(profile, proposal.edits, applyEdit)
          const then = walk(shoot, () => value, at)
          expect(proposals[i]).toMatchObject({
            version: proposal.before.version,
            forced: { before: Math.min(1, now.forced), after: Math.min(1, then.forced) },
            fails: { before: Math.min(1, now.fails), after: Math.min(1, then.fails) },
          })
          told++
        }
        const states = byHand(profile, policy, releases, at)
        const then = walk(shoot, (when) => states.findLast((one) => one.from <= when)?.profile ?? profile, at)
        expect(year).toMatchObject({
          forced: { before: now.forced, after: then.forced },
          fails: { before: now.fails, after: then.fails },
        })
      },
    ),
    { numRuns: runs(25) },
  )
  // Few tries may find little.
  if (runs(25) >= 25) expect(told).toBeGreaterThan(5)
})

type Release = Omit<ExpectedRelease, 'at'> & { readonly date: string }

/** The profile after each day on which something is released, and the policy makes its edits. */
function byHand(profile: CloudProfile, policy: LifecyclePolicy, releases: readonly Release[], at: Instant) {
  const states: { from: Instant; profile: CloudProfile }[] = []
  let current = profile
  const run = (from: Instant) => {
    const proposed = proposeEdits(current, policy, from)
    if (proposed.kind === 'unreadable') throw new Error(proposed.reason)
    current = proposed.proposals.reduce((value, { edits }) => applyEdits(value, edits, applyEdit).value, current)
    states.push({ from, profile: current })
  }
  run(at)
  for (const date of new Set(releases.map((one) => one.date))) {
    const from = Date.parse(date)
    for (const { image, version, classification } of releases.filter((one) => one.date === date)) {
      const list =
        image === null ? current.kubernetes : current.machineImages.find(({ name }) => name === image)?.versions
      const isListed = list?.some((one) => one.version === version) === true
      const entry = classification === null ? { version } : { version, classification }
      const edit =
        isListed && classification !== null
          ? ({ kind: 'classify', image, version, classification, from } as const)
          : ({
              kind: 'add',
              image,
              entry:
                image === null
                  ? entry
                  : versionLike(highestVersion(list ?? []) as MachineImageVersion | undefined, entry),
            } as const)
      current = applyEdits(current, [edit as Parameters<typeof applyEdit>[1]], applyEdit).value
    }
    run(from)
  }
  return states
}
