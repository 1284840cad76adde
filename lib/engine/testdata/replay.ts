import type { CompiledProfile } from '@/lib/engine/rules/compile'
import { stateOf } from '@/lib/engine/rules/decide'
import { maintain, shootVersionsOf, windowOf } from '@/lib/engine/rules/maintain'
import { MAINTENANCE_OPERATION, rotated } from '@/lib/engine/rules/operations'
import { firstDay, lastDay, type MaintenanceMoment, momentOn, scheduleOf } from '@/lib/engine/rules/window'
import type { ForecastStep, Shoot, SpecChange } from '@/lib/engine/types'

/** What of a step must come out the same either way. */
export type Essence = Pick<
  ForecastStep,
  'at' | 'lastAt' | 'repeats' | 'versions' | 'description' | 'state' | 'failureReason' | 'specChanged' | 'denied'
> & { readonly dropped: readonly SpecChange[] }

export function essence(step: ForecastStep): Essence {
  const { at, lastAt, repeats, versions, description, state, failureReason, specChanged, denied, dropped } = step
  const fields = dropped.map(({ path, from, to }) => ({ path, from, to }))
  return { at, lastAt, repeats, versions, description, state, failureReason, specChanged, denied, dropped: fields }
}

/**
 * The plain way: one maintenance a day, as the vectors' README says what counts as a step; and what fails although the status does not
 * say so is one as well.
 */
export function replay(subject: Shoot, offered: CompiledProfile, from: number, to: number, when: MaintenanceMoment) {
  const schedule = scheduleOf(windowOf(subject), when)
  const steps: Essence[] = []
  let current = subject
  let previousDay = Number.NaN
  let previousSilent = ''
  for (let day = firstDay(schedule, from); day <= lastDay(schedule, to); day++) {
    const at = momentOn(schedule, day)
    const done = maintain(current, offered, at)
    const unreported = done.changes.filter((change) => change.unreported !== undefined)
    const silent = JSON.stringify([
      done.error,
      unreported.map((change) => [change.pool, change.why, change.kind === 'update' ? change.to : change.error]),
    ])
    const isRefused = done.error !== null && !done.lastMaintenanceWritten
    const failsInSilence = isRefused || unreported.some(({ kind }) => kind === 'failure')
    if (done.specChanged || done.lastMaintenanceWritten || failsInSilence) {
      const written = done.lastMaintenanceWritten ? done.lastMaintenance : null
      const step: Essence = {
        at,
        lastAt: at,
        repeats: 0,
        versions: done.versions,
        description: written?.description ?? null,
        state: written?.state ?? null,
        failureReason: isRefused ? done.error : (written?.failureReason ?? null),
        specChanged: done.specChanged,
        denied: done.denied || isRefused,
        dropped: done.otherSpecChanges,
      }
      const previous = steps.at(-1)
      const same = (a: Essence) => JSON.stringify({ ...a, at: 0, lastAt: 0, repeats: 0 })
      const isSame = previous !== undefined && same(previous) === same(step) && silent === previousSilent
      previousSilent = silent
      if (previous !== undefined && previousDay === day - 1 && !step.specChanged && isSame) {
        steps[steps.length - 1] = { ...previous, lastAt: at, repeats: previous.repeats + 1 }
      } else {
        steps.push(step)
      }
      previousDay = day
    }
    const isDone = !done.denied && done.error === null && writesOperations(current)
    current = after(isDone ? rotated(current, at) : current, done)
  }
  return { steps, final: shootVersionsOf(current, stateOf(current)) }
}

/**
 * Whether operations are written. Before the first operation, and after one that failed, rotations are reported as started and nothing
 * starts them.
 */
export function writesOperations({ lastOperation }: Shoot): boolean {
  return lastOperation !== undefined && lastOperation.state !== 'Failed'
}

/** The shoot after a maintenance and the reconciliation that follows. */
export function after(current: Shoot, done: ReturnType<typeof maintain>): Shoot {
  const { lastMaintenance, versionBound, droppedOnWrite, ...rest } = current
  const isWritten = !done.denied && done.error === null
  const asked = done.annotations[MAINTENANCE_OPERATION]
  const removed = new Set(
    done.otherSpecChanges.filter(({ to }) => to === null).map(({ path }) => path.split('.').at(-1)),
  )
  const kept = Object.entries(versionBound ?? {}).filter(([key]) => !removed.has(key))
  const migrated = done.otherSpecChanges.filter(({ path, to }) => path.split('.').length === 2 && to !== null)
  const settings = Object.fromEntries([...kept, ...migrated.map(({ path, to }) => [path.slice('spec.'.length), to])])
  return {
    ...rest,
    annotations: asked === undefined ? {} : { [MAINTENANCE_OPERATION]: asked },
    lastOperation: { type: 'Reconcile', state: 'Succeeded' },
    kubernetesVersion: done.versions.kubernetesVersion,
    workers: current.workers.map((one, i) => {
      const versions = done.versions.workers[i]
      return {
        ...one,
        ...(typeof versions?.kubernetesVersion === 'string' ? { kubernetesVersion: versions.kubernetesVersion } : {}),
        ...(versions?.image ? { image: versions.image } : {}),
      }
    }),
    ...(done.lastMaintenance === null ? {} : { lastMaintenance: done.lastMaintenance }),
    ...(versionBound === undefined ? {} : { versionBound: settings }),
    ...(droppedOnWrite === undefined || isWritten || done.lastMaintenanceWritten ? {} : { droppedOnWrite }),
  }
}
