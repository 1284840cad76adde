import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { shootJson } from '@/lib/engine/api-server/manifest/shoot-json'
import { forecast } from '@/lib/engine/course/forecast'
import { movedOn } from '@/lib/engine/course/moved-on'
import { impact } from '@/lib/engine/impact/impact'
import { stageAt } from '@/lib/engine/rules/lifecycle'
import { maintain, windowOf } from '@/lib/engine/rules/maintain'
import { nextWindow, offsetOf } from '@/lib/engine/rules/window'
import { type Accepted, acceptedBusy } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { patched } from '@/lib/engine/testdata/patched'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { ExpirableVersion, ForecastStep, Shoot } from '@/lib/engine/types'
import { remedyWords } from '@/lib/words/remedies'
import { adviceFor } from './advice'
import { autoUpdatesOf, deadlineOf } from './checklist'
import type { OwnerRemedy } from './remedy'

vi.setConfig({ testTimeout: 120_000 })

const ahead = 200 * DAY

/** Fewer nights that fail, then fewer in which something is forced, then a later first one, then less that is forced. */
function troubleOf(steps: readonly ForecastStep[]): number[] {
  const forced = steps.map(({ denied, changes }) =>
    denied ? 0 : changes.filter((change) => change.kind === 'update' && change.why !== 'auto').length,
  )
  const first = steps.findIndex(({ kind }, i) => kind === 'fails' || (forced[i] ?? 0) > 0)
  return [
    steps.reduce((sum, { kind, repeats }) => sum + (kind === 'fails' ? repeats + 1 : 0), 0),
    forced.filter((count) => count > 0).length,
    -(steps[first]?.at ?? Number.POSITIVE_INFINITY),
    forced.reduce((sum, count) => sum + count, 0),
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, at) => value !== b[at])
  return i === -1 ? 0 : (a[i] ?? 0) - (b[i] ?? 0)
}

/** Tries every piece of advice that comes with a patch. */
function everyPatch(
  count: number,
  check: (followed: {
    given: Accepted
    remedy: OwnerRemedy
    after: ReturnType<typeof patched>
    troubles: { before: number[]; then: number[] }
  }) => void,
): void {
  let tried = 0
  fc.assert(
    fc.property(acceptedBusy, (given) => {
      const { shoot, profile, at } = given
      const until = at + ahead
      const { steps } = forecast(shoot, memoized(profile), { from: at, to: until })
      const patches = adviceFor({ shoot, profile: memoized(profile), at, until, steps }).filter(
        ({ patch }) => patch !== null,
      )
      const before = troubleOf(steps)
      let best: number[] | null = null
      for (const remedy of patches) {
        const after = patched(shoot, remedy)
        const then = troubleOf(forecast(after.shoot, memoized(profile), { from: at, to: until }).steps)
        best ??= then
        expect(compare(best, then)).toBeLessThanOrEqual(0)
        check({ given, remedy, after, troubles: { before, then } })
        tried++
      }
    }),
    { numRuns: runs(count) },
  )
  // With a tenth of the tries there may be none that is advised anything.
  if (runs(count) >= 100) expect(tried).toBeGreaterThan(0)
}

test('a patch that changes nothing leaves all that is tried of a shoot', () => {
  fc.assert(
    fc.property(acceptedBusy, ({ shoot }) => {
      expect(patched(shoot, { patch: '{}', patchType: 'merge' }).shoot).toEqual(shoot)
    }),
    { numRuns: runs(400) },
  )
})

test('whoever follows a piece of advice is better off, most of all with the first', () => {
  everyPatch(400, ({ troubles: { before, then } }) => {
    expect(compare(then, before)).toBeLessThan(0)
    // Nothing comes earlier unless fewer nights fail in exchange.
    if (then[0] === before[0]) expect(then[2]).toBeLessThanOrEqual(before[2] ?? 0)
  })
})

test('the API server takes it, and nodes are touched as it says', () => {
  const ofEffect = { rolling: 'rolling', inPlace: 'in-place', kubeletRestart: 'kubelets-restart', none: 'none' }
  const order = ['rolling', 'inPlace', 'kubeletRestart', 'none'] as const
  everyPatch(800, ({ given: { shoot, profile, at }, remedy, after }) => {
    const told = impact({ before: shootJson(shoot), after: after.json, profile, now: at })
    const effects = told.allowed ? told.pools.map(({ effect }) => effect) : []
    expect(told.allowed).toBe(true)
    const strongest = order.find((effect) => effects.includes(effect)) ?? 'none'
    if ('nodes' in remedy) expect(remedy.nodes).toBe(ofEffect[strongest])
    else if (remedy.code.startsWith('auto-')) expect(strongest).toBe('none')
  })
})

test('it leads to versions only that are supported or deprecated now', () => {
  everyPatch(150, ({ given: { shoot, profile, at }, after }) => {
    const stageIn = (versions: readonly ExpirableVersion[] | undefined, text: string | undefined) => {
      const found = versions?.find(({ version }) => version === text)
      return found && stageAt(found, at)
    }
    const changed: unknown[] = []
    if (after.shoot.kubernetesVersion !== shoot.kubernetesVersion)
      changed.push(stageIn(profile.kubernetes, after.shoot.kubernetesVersion))
    after.shoot.workers.forEach(({ image, kubernetesVersion }, i) => {
      const old = shoot.workers[i]
      if (kubernetesVersion !== old?.kubernetesVersion) changed.push(stageIn(profile.kubernetes, kubernetesVersion))
      if (image?.name === old?.image?.name && image?.version === old?.image?.version) return
      changed.push(stageIn(profile.machineImages.find(({ name }) => name === image?.name)?.versions, image?.version))
    })
    expect(changed.filter((stage) => stage !== 'supported' && stage !== 'deprecated')).toEqual([])
  })
})

test('a time limit lies ahead, and whoever follows it just before is as well off as now', () => {
  everyPatch(400, ({ given: { shoot, profile, at }, remedy, troubles: { before, then } }) => {
    const limit = limitIn(remedyWords(remedy, shoot).text, shoot) ?? deadlineOf(remedy)
    if (limit === null) return
    expect(limit).toBeGreaterThan(at)
    const offer = memoized(profile)
    if (before[0] !== 0 && then[0] === 0) {
      const failed = forecast(shoot, offer, { from: at, to: at + ahead }).steps.find(({ kind }) => kind === 'fails')
      const { begin = 0, latestStart = 0 } = failed?.window ?? {}
      // In a window that is open it helps as long as maintenance may begin.
      expect(limit).toBeLessThanOrEqual(begin > at ? begin : latestStart)
    }
    // What maintenance takes out before, the patch cannot.
    const takesOut = remedy.code === 'update-kubernetes' && remedy.gone.length > 0
    if (takesOut || ('timing' in remedy && remedy.timing.kind === 'next-window')) return
    const later = movedOn(shoot, offer, { from: at, to: limit })
    const { steps } = forecast(shoot, offer, { from: at, to: limit - 1 })
    const after = forecast(patched(later, remedy).shoot, offer, { from: limit, to: at + ahead })
    expect(compare(troubleOf([...steps, ...after.steps]), then)).toBeLessThanOrEqual(0)
  })
})

test('an automatic update that is left out at the last moment does not come, and one that is kept spares what is said', () => {
  let told = 0
  fc.assert(
    fc.property(acceptedBusy, fc.boolean(), fc.boolean(), ({ shoot: given, profile, at }, kubernetesVersion, both) => {
      const shoot = { ...given, autoUpdate: { kubernetesVersion, machineImageVersion: both || !kubernetesVersion } }
      const offer = memoized(profile)
      const until = at + ahead
      const { steps } = forecast(shoot, offer, { from: at, to: until })
      for (const one of autoUpdatesOf({ shoot, profile: offer, at, until, steps }, [])) {
        const off = { ...shoot, autoUpdate: { ...shoot.autoUpdate, [one.flag]: false } }
        const before = movedOn(shoot, offer, { from: at, to: one.begins })
        const { latestStart } = nextWindow(windowOf(shoot), one.begins)
        const changesOf = (subject: Shoot) => {
          const { denied, error, changes } = maintain(subject, offer, latestStart)
          const isRefused = denied || error !== null
          const ofParts = changes.map((change) => ({
            part: `${change.component} ${change.pool}`,
            what: change.kind === 'failure' ? 'fails' : isRefused ? 'is refused' : `${change.why} ${change.to}`,
          }))
          return [...ofParts, ...(isRefused ? [{ part: 'all', what: 'fails' }] : [])]
        }
        told++
        if (one.code === 'leave-out') {
          const parts = changesOf({ ...before, autoUpdate: off.autoUpdate }).map(({ part }) => part)
          const left = changesOf(before).filter(({ part }) => !parts.includes(part))
          expect(left.map(({ what }) => what)).toEqual(expect.arrayContaining(one.moves.map(({ to }) => `auto ${to}`)))
          continue
        }
        const same = JSON.stringify(changesOf(before))
        const spared = changesOf(movedOn(off, offer, { from: at, to: one.begins })).filter(
          (change) => !same.includes(JSON.stringify(change)),
        )
        expect(spared.map(({ what }) => what)).toContainEqual(
          one.fails ? 'fails' : expect.stringMatching(/^(expired|not-listed) /),
        )
      }
    }),
    { numRuns: runs(400) },
  )
  if (runs(400) >= 100) expect(told).toBeGreaterThan(0)
})

test('what would not help does not, and what only operators can do none of the rest does', () => {
  const told = new Set<string>()
  fc.assert(
    fc.property(acceptedBusy, ({ shoot, profile, at }) => {
      const [offer, until] = [memoized(profile), at + ahead]
      const courseOf = (subject: Shoot) => forecast(subject, offer, { from: at, to: until }).steps
      const withAuto = (flag: keyof Shoot['autoUpdate']) =>
        courseOf({ ...shoot, autoUpdate: { ...shoot.autoUpdate, [flag]: true } })
      const advice = adviceFor({ shoot, profile: offer, at, until, steps: courseOf(shoot) })
      for (const hint of advice) {
        told.add(hint.code)
        if ('held' in hint && !hint.held.begins.isPast) {
          const { begins, until: end } = hint.held
          const all = courseOf(shoot).filter((step) => step.window.begin >= begins.at && step.at <= (end ?? until))
          expect(all.filter(({ kind }) => kind !== 'fails')).toEqual([])
          expect(all.slice(1).map((step) => step.at)).toEqual(all.slice(0, -1).map((step) => step.lastAt + DAY))
        }
        if (hint.code === 'kubernetes-of-operators') {
          for (const other of advice.filter(({ patch }) => patch !== null)) {
            const last = courseOf(patched(shoot, other).shoot).at(-1)?.changes ?? []
            const left = last.filter(({ kind, component }) => kind === 'failure' && component !== 'poolImage')
            expect(left.map(({ pool }) => pool)).toEqual(expect.arrayContaining(hint.stuck.map(({ pool }) => pool)))
          }
        }
        if (hint.code === 'auto-stays-in-minor' || hint.code === 'auto-too-late') {
          const step = withAuto('kubernetesVersion').find(({ window }) => window.begin === hint.begins)
          expect(step?.changes).toContainEqual(
            expect.objectContaining({ component: 'controlPlane', why: expect.stringMatching(/expired|not-listed/) }),
          )
        }
        if (hint.code === 'auto-images-idle') {
          const before = withAuto('machineImageVersion').filter(({ at: one }) => one < (hint.until?.at ?? at))
          const moved = before.flatMap(({ versions }) => versions.workers).find(({ name }) => name === hint.pool)
          expect(moved?.image?.version ?? hint.version).toBe(hint.version)
        }
        if (hint.code === 'next-minor-expired') {
          const minor = profile.kubernetes.filter(({ version }) => version.startsWith(`${hint.minor}.`))
          for (const { version } of minor) {
            const [first] = courseOf({ ...shoot, kubernetesVersion: version })
            const own = first?.changes.find(({ component }) => component === 'controlPlane')
            expect(hint.end === null ? first?.kind : own?.kind).toBe(hint.end === null ? 'fails' : 'update')
          }
        }
      }
    }),
    { numRuns: runs(300) },
  )
  if (runs(300) >= 100) expect(told).toContain('kubernetes-of-operators')
})

/** A day begins on the clock of the cluster. */
function limitIn(text: string, { window }: Shoot): number | null {
  const found = /you choose before (?:that of )?(\d+ \w+ \d{4})(?: (\d\d:\d\d [+−]\d\d:\d\d))?/.exec(text)
  if (found === null) return null
  const [, day, time] = found
  return time === undefined
    ? Date.parse(`${day} 00:00 +00:00`) - offsetOf(window) * MINUTE
    : Date.parse(`${day} ${time.replace('−', '-')}`)
}
