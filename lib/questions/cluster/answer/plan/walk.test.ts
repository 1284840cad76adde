import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { profileObject } from '@/lib/engine/api-server'
import { shootJson } from '@/lib/engine/api-server/manifest/shoot-json'
import { maintain } from '@/lib/engine/rules'
import { days, start } from '@/lib/engine/testdata/arbitraries'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { Garden } from '@/lib/garden'
import { buildLandscape } from '@/lib/landscape/landscape'
import { snapshotOf, toldOf, windowsOf, withWindow } from '@/lib/landscape/testdata/walk'
import { planView } from './view'

vi.setConfig({ testTimeout: 300_000 })

/** So far steps are looked at: nothing that has a date comes later. */
const LOOKED_AHEAD = 115 * DAY

function manifestOf(shoot: Shoot) {
  const { kubernetesVersion, machineImageVersion } = shoot.autoUpdate
  const manifest = shootJson(shoot) as { readonly spec: object; readonly metadata: object }
  return {
    ...manifest,
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    spec: {
      ...manifest.spec,
      cloudProfile: shoot.profile,
      maintenance: {
        timeWindow: shoot.window,
        autoUpdate: shoot.workers.length === 0 ? { kubernetesVersion } : { kubernetesVersion, machineImageVersion },
      },
    },
  }
}

/** A garden that holds a cluster and its profile, as the API server has them. */
function gardenOf(shoot: Shoot, profile: CloudProfile, at: Instant): Garden {
  const snapshot = snapshotOf([{ shoot, profile }], at)
  const object = profileObject('profile', profile)
  const machineTypes = profile.machineTypes.map((one) => ({ ...one, cpu: '4', gpu: '0', memory: '16Gi' }))
  const whole = { ...object, spec: { ...(object.spec as object), machineTypes } }
  return {
    snapshot: () => snapshot,
    preview: async (_: unknown, ref: { readonly kind: string }) => ({
      kind: 'ok',
      resourceVersion: '1',
      object: ref.kind === 'Shoot' ? manifestOf(shoot) : whole,
    }),
  } as unknown as Garden
}

interface Sent {
  readonly at: Instant
  readonly edited: (shoot: Shoot) => Shoot
}

/** How many nodes of rolling pools have another image or another minor of Kubernetes. */
function replacedBetween(before: Shoot, then: Shoot): number {
  const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')
  const rolls = before.workers.filter((was, i) => {
    const is = then.workers[i] ?? was
    const minors = [was.kubernetesVersion ?? before.kubernetesVersion, is.kubernetesVersion ?? then.kubernetesVersion]
    const isOther = new Set(minors.map(minorOf)).size > 1 || was.image?.version !== is.image?.version
    return was.updateStrategy === 'AutoRollingUpdate' && isOther
  })
  return rolls.reduce((sum, { maximum }) => sum + maximum, 0)
}

/** What happens in the windows from an instant on, with a maintenance as late as possible in each, and edits in between. */
function walk(subject: Shoot, profile: CloudProfile, from: Instant, sent: Sent | null) {
  let shoot = subject
  let left = sent
  let before = ''
  const steps: { begin: string; kind: string; moves: string[] }[] = []
  const rolling = { nodes: 0, nights: 0 }
  const go = (then: Shoot) => {
    const nodes = replacedBetween(shoot, then)
    rolling.nodes += nodes
    if (nodes > 0) rolling.nights++
    shoot = then
  }
  for (const { begin, latestStart } of windowsOf(subject, from, from + LOOKED_AHEAD)) {
    if (latestStart < from || begin > from + LOOKED_AHEAD) continue
    if (left !== null && left.at <= latestStart) {
      go(left.edited(shoot))
      left = null
      before = ''
    }
    const done = maintain(shoot, memoized(profile), latestStart)
    go(after(shoot, done))
    const told = toldOf(done)
    const text = JSON.stringify([told?.kind, done.lastMaintenance, done.error, done.specChanged], (key, value) =>
      key === 'triggeredTime' ? undefined : value,
    )
    const isAgain = told?.kind === 'fails' && !done.specChanged && text === before
    before = text
    if (told === null || isAgain) continue
    const moves = done.changes.map((one) => [one.pool, one.from, one.kind === 'update' ? one.to : null].join(' '))
    steps.push({ begin: new Date(begin).toISOString().slice(0, 16), kind: told.kind, moves })
  }
  return { steps, rolling }
}

const question = fc.record({
  given: withWindow,
  steps: fc.nat(days * 24 * 12),
  later: fc.oneof(fc.constant(null), fc.nat(40 * 24 * 12)),
  version: fc.option(fc.nat(50)),
  auto: fc.option(fc.boolean()),
  autoImage: fc.option(fc.boolean()),
})

it('the steps of a plan are those that a walk through every window finds, with its edits made in between', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(question, async ({ given, steps, later, version, auto, autoImage }) => {
      const { profile } = given
      const { versionBound: _, droppedOnWrite: __, lastMaintenance: ___, ...rest } = given.shoot
      const lastOperation = { type: 'Reconcile', state: 'Succeeded' }
      const shoot: Shoot = { ...rest, lastOperation, profile: { kind: 'CloudProfile', name: 'profile' } }
      const at = start + steps * 5 * MINUTE
      const sentAt = at + (later ?? 0) * 5 * MINUTE
      const to = profile.kubernetes[(version ?? 0) % Math.max(1, profile.kubernetes.length)]?.version
      const edits: PlannedEdit[] = [
        ...(version === null || to === undefined ? [] : [{ field: 'spec.kubernetes.version', value: to } as const]),
        ...(auto === null ? [] : [{ field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: auto } as const]),
        ...(autoImage === null
          ? []
          : [{ field: 'spec.maintenance.autoUpdate.machineImageVersion', value: autoImage } as const]),
      ]
      const garden = gardenOf(shoot, profile, at)
      const landscape = await buildLandscape(garden.snapshot(), at)
      const on = later === null ? undefined : new Date(sentAt).toISOString()
      const plan = await planView({ garden, identity: { kind: 'process' } }, landscape, 0, { edits, on })
      const isTaken = (field: string) => plan.outcomes.some((one) => one.edit.field === field && one.kind === 'taken')
      const edited = (one: Shoot): Shoot => ({
        ...one,
        ...(isTaken('spec.kubernetes.version') && to !== undefined && { kubernetesVersion: to }),
        autoUpdate: {
          kubernetesVersion:
            auto !== null && isTaken('spec.maintenance.autoUpdate.kubernetesVersion')
              ? auto
              : one.autoUpdate.kubernetesVersion,
          machineImageVersion:
            autoImage !== null && isTaken('spec.maintenance.autoUpdate.machineImageVersion')
              ? autoImage
              : one.autoUpdate.machineImageVersion,
        },
      })
      const told = ({ steps: all, rolling }: typeof plan.before) => ({
        steps: all
          .filter(({ kind, window }) => kind !== 'other' && Date.parse(window.begin) <= at + LOOKED_AHEAD)
          .map(({ window, kind, changes }) => ({
            begin: window.begin.slice(0, 16),
            kind,
            moves: changes.map((one) => [one.pool, one.from, one.to].join(' ')),
          })),
        rolling,
      })
      expect(told(plan.before)).toEqual(walk(shoot, profile, at, null))
      expect(told(plan.after), JSON.stringify(plan.outcomes)).toEqual(walk(shoot, profile, at, { at: sentAt, edited }))
      taken += plan.outcomes.filter(({ kind }) => kind === 'taken').length
    }),
    { numRuns: runs(40) },
  )
  // Few tries may find little.
  if (runs(40) >= 40) expect(taken).toBeGreaterThan(8)
})
