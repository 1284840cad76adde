import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { adviceFor } from '@/lib/engine/advice/advice'
import { shootJson } from '@/lib/engine/api-server/manifest/shoot-json'
import { newCluster } from '@/lib/engine/api-server/new-clusters'
import { forecast } from '@/lib/engine/course/forecast'
import { shootAtWindow } from '@/lib/engine/course/moved-on'
import { explain, outcomesOf } from '@/lib/engine/explain'
import { deadEndsOf, profileDeadEndsOf } from '@/lib/engine/explain/obstacles/dead-ends'
import { constraintsOf } from '@/lib/engine/explain/obstacles/obstacles'
import { impact } from '@/lib/engine/impact/impact'
import { compareVersions } from '@/lib/engine/rules/gardener-semver'
import { stageAt } from '@/lib/engine/rules/lifecycle'
import { maintain } from '@/lib/engine/rules/maintain'
import { rolesOf } from '@/lib/engine/rules/offer'
import {
  accepted,
  anyInstant,
  anyProfile,
  anyShoot,
  days,
  deepFreeze,
  read,
  start,
} from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Shoot, Stage } from '@/lib/engine/types'

vi.setConfig({ testTimeout: 120_000 })

describe('a maintenance of any shoot that the API server once accepted', () => {
  test('never downgrades, and moves to another version unless a pool waits for its control plane', () => {
    everyMaintenance(({ shoot: subject, done }) => {
      for (const change of done.changes) {
        if (change.kind === 'failure') continue
        const order = compareVersions(read(change.to), read(change.from))
        if (change.component === 'poolKubernetes') expect(order).toBeGreaterThanOrEqual(0)
        else expect(order).toBeGreaterThan(0)
      }
      subject.workers.forEach(({ image, kubernetesVersion }, i) => {
        const later = done.versions.workers[i]
        if (image !== undefined)
          expect(compareVersions(read(later?.image?.version ?? ''), read(image.version))).toBeGreaterThanOrEqual(0)
        if (kubernetesVersion !== undefined) {
          expect(compareVersions(read(later?.kubernetesVersion ?? ''), read(kubernetesVersion))).toBeGreaterThanOrEqual(
            0,
          )
        }
      })
    })
  })

  test('never targets a preview; a pool may only come to one that its control plane runs', () => {
    everyMaintenance(({ profile: offered, at, done }) => {
      for (const change of done.changes) {
        if (change.kind === 'failure') continue
        const isPreview = stageOf(offered, change.image, change.to, at) === 'preview'
        const isClipped = change.component === 'poolKubernetes' && change.to === done.versions.kubernetesVersion
        expect(isPreview && !isClipped).toBe(false)
      }
    })
  })

  test('never lets the control plane jump a minor', () => {
    everyMaintenance(({ shoot: subject, done }) => {
      const [from, to] = [read(subject.kubernetesVersion), read(done.versions.kubernetesVersion)]
      expect(to.major).toBe(from.major)
      expect(Number(to.minor) - Number(from.minor)).toBeLessThanOrEqual(1)
    })
  })

  test('never lets a pool pass its control plane, or fall more than three minors behind', () => {
    everyMaintenance(({ done }) => {
      const controlPlane = read(done.versions.kubernetesVersion)
      for (const { kubernetesVersion } of done.versions.workers) {
        if (kubernetesVersion === null) continue
        const pool = read(kubernetesVersion)
        expect(compareVersions(pool, controlPlane)).toBeLessThanOrEqual(0)
        expect(Number(controlPlane.minor) - Number(pool.minor)).toBeLessThanOrEqual(3)
      }
    })
  })

  test('comes to rest at one instant in at most as many steps as there are versions', () => {
    fc.assert(
      fc.property(accepted, ({ shoot: subject, profile: offered, at }) => {
        const versions = offered.kubernetes.length + offered.machineImages.flatMap((one) => one.versions).length
        let current = subject
        let steps = 0
        for (; steps <= versions; steps++) {
          const done = maintain(current, memoized(offered), at, { ignoreWindow: true })
          if (!done.specChanged) break
          current = after(current, done)
        }
        expect(steps).toBeLessThanOrEqual(versions)
      }),
      { numRuns: runs(300) },
    )
  })
})

test('a maintenance of any shoot at all, accepted or not, does neither', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, anyInstant, (subject, offered, at) => {
      const done = maintain(subject, memoized(offered), at, { ignoreWindow: true })
      for (const change of done.changes) {
        if (change.kind === 'failure' || change.component === 'poolKubernetes') continue
        expect(compareVersions(read(change.to), read(change.from))).toBeGreaterThan(0)
        expect(stageOf(offered, change.image, change.to, at)).not.toBe('preview')
      }
    }),
    { numRuns: runs(300) },
  )
})

test('what is explained is what is decided, and every version is told once', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, anyInstant, (subject, offered, at) => {
      const { changes } = maintain(subject, memoized(offered), at, { ignoreWindow: true })
      const found = [...explain(subject, memoized(offered), at)]
      const isStopped = found.some(({ stopped }) => stopped !== null)
      const { picker } = memoized(offered).classes
      const withoutVersions = found.map(({ steps: _, below: __, ...outcome }) => outcome)
      const outcomes = outcomesOf(subject, memoized(offered), at, picker).map(({ lookedAt: _, ...outcome }) => outcome)
      expect(outcomes).toEqual(withoutVersions)
      for (const { component, pool, image, decision, why, steps, below, stopped } of found) {
        const candidates = steps.flatMap((step) => step.candidates)
        const chosen = candidates.filter(({ rule }) => rule === 'chosen').map(({ version }) => version)
        const change = changes.find((one) => one.component === component && one.pool === pool)
        if (component !== 'poolImage' || !isStopped) expect(change?.kind ?? 'keep').toBe(decision.kind)
        expect(chosen.length).toBe(decision.kind === 'update' ? 1 : 0)
        if (decision.kind === 'update') {
          if (component !== 'poolKubernetes') expect(chosen).toEqual([decision.to])
          expect(steps.at(-1)?.candidates.some(({ rule }) => rule === 'chosen')).toBe(true)
        }
        if (why === null || stopped !== null) continue
        const listed =
          image === null
            ? offered.kubernetes
            : (offered.machineImages.find(({ name }) => name === image.toLowerCase())?.versions ?? [])
        const told = [...candidates.map(({ version }) => version), ...below]
        expect(told.sort()).toEqual(listed.map(({ version }) => version).sort())
      }
    }),
    { numRuns: runs(500) },
  )
})

test('whatever fails for good is a dead end, and only that', () => {
  fc.assert(
    fc.property(anyShoot, anyProfile, (subject, offered) => {
      const options = { from: start, to: start + days * DAY }
      const { steps } = forecast(subject, memoized(offered), options)
      const all = deadEndsOf(subject, memoized(offered), options)
      const found = all.filter(({ kind }) => !SILENT.includes(kind))
      const failing = steps.filter(({ kind }) => kind === 'fails')
      for (const { window, denied, changes } of failing) {
        const now = all.filter(({ since, until }) => since <= window.begin && (until === null || until >= window.begin))
        expect(now.length).toBeGreaterThan(0)
        if (denied) expect(now.some(({ blocksAll }) => blocksAll)).toBe(true)
        const failed = changes.filter(({ kind }) => kind === 'failure')
        const isSilent = failed.some(({ unreported }) => unreported !== undefined)
        if (isSilent) expect(now.some(({ kind }) => SILENT.includes(kind) || kind === 'unreadable')).toBe(true)
        const stuck = failed
          .filter(({ unreported }) => unreported === undefined)
          .map(({ component, pool }) => `${component} ${pool}`)
        expect(stuck.filter((one) => !now.some(({ component, pool }) => one === `${component} ${pool}`))).toEqual([])
      }
      for (const { since } of found) expect(failing.some(({ window }) => window.begin === since)).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

const SILENT: readonly string[] = ['machine-type-unknown', 'image-unknown']

test('nothing changes what it is given', () => {
  const uses: ((subject: Shoot, offered: CloudProfile, at: number) => unknown)[] = [
    (subject, offered, at) => maintain(subject, memoized(offered), at, { ignoreWindow: true }),
    (subject, offered, at) => forecast(subject, memoized(offered), { from: at, to: at + days * DAY, rotations: true }),
    (subject, offered, at) => [...explain(subject, memoized(offered), at)],
    (subject, offered, at) => deadEndsOf(subject, memoized(offered), { from: at, to: at + days * DAY }),
    (subject, offered, at) => shootAtWindow(subject, memoized(offered), at, at + 30 * DAY),
    (subject, offered, at) => {
      const until = at + days * DAY
      const { steps } = forecast(subject, memoized(offered), { from: at, to: until })
      return [
        adviceFor({ shoot: subject, profile: memoized(offered), steps, at, until }),
        constraintsOf({ shoot: subject, profile: memoized(offered), steps, at }),
      ]
    },
    (_, offered, at) => [
      profileDeadEndsOf(memoized(offered), at),
      rolesOf(memoized(offered), null, at),
      rolesOf(memoized(offered), 'ubuntu', at),
    ],
    (_, offered, at) => newCluster({ pools: [{ name: 'a', machineType: 'small' }] }, offered, at),
    (subject, offered, at) => {
      const before = deepFreeze(shootJson(subject))
      return impact({
        before,
        after: deepFreeze(shootJson({ ...subject, kubernetesVersion: '1.35.9' })),
        profile: offered,
        now: at,
      })
    },
  ]
  fc.assert(
    fc.property(anyShoot, anyProfile, anyInstant, (subject, offered, at) => {
      const before = JSON.stringify([subject, offered])
      const [frozenShoot, frozenProfile] = [deepFreeze(subject), deepFreeze(offered)]
      for (const use of uses) use(frozenShoot, frozenProfile, at)
      expect(JSON.stringify([subject, offered])).toBe(before)
    }),
    { numRuns: runs(100) },
  )
})

/** Tries it with every maintenance until the shoot rests, each as the API server stored the one before. */
function everyMaintenance(
  check: (tried: { shoot: Shoot; profile: CloudProfile; at: number; done: ReturnType<typeof maintain> }) => void,
): void {
  fc.assert(
    fc.property(accepted, ({ shoot: subject, profile: offered, at }) => {
      let current = subject
      for (let i = 0; i < 5; i++) {
        const done = maintain(current, memoized(offered), at, { ignoreWindow: true })
        check({ shoot: current, profile: offered, at, done })
        if (!done.specChanged) break
        current = after(current, done)
      }
    }),
    { numRuns: runs(300) },
  )
}

function stageOf(offered: CloudProfile, name: string | null, text: string, at: number): Stage | undefined {
  const versions: readonly ExpirableVersion[] =
    name === null
      ? offered.kubernetes
      : (offered.machineImages.find((one) => one.name === name.toLowerCase())?.versions ?? [])
  const found = versions.find(({ version }) => version === text)
  return found && stageAt(found, at)
}
