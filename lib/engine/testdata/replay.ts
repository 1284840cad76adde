import { stateOf } from '../decide'
import { maintain, versionsOf, windowOf } from '../maintain'
import { firstDay, lastDay, type Moment, momentOn, scheduleOf } from '../schedule'
import type { CloudProfile, ForecastStep, Shoot } from '../types'

/** What of a step must come out the same either way. */
export type Essence = Pick<
  ForecastStep,
  | 'at'
  | 'lastAt'
  | 'repeats'
  | 'versions'
  | 'description'
  | 'state'
  | 'failureReason'
  | 'specChanged'
  | 'denied'
  | 'dropped'
>

export function essence(step: ForecastStep): Essence {
  const { at, lastAt, repeats, versions, description, state, failureReason, specChanged, denied, dropped } = step
  return { at, lastAt, repeats, versions, description, state, failureReason, specChanged, denied, dropped }
}

/** The plain way: one maintenance a day, as the vectors' README says what counts as a step. */
export function replay(subject: Shoot, offered: CloudProfile, from: number, to: number, when: Moment) {
  const schedule = scheduleOf(windowOf(subject), when)
  const steps: Essence[] = []
  let current = subject
  let previousDay = Number.NaN
  for (let day = firstDay(schedule, from); day <= lastDay(schedule, to); day++) {
    const at = momentOn(schedule, day)
    const done = maintain(current, offered, at)
    if (done.specChanged || done.lastMaintenanceWritten) {
      const written = done.lastMaintenanceWritten ? done.lastMaintenance : null
      const step: Essence = {
        at,
        lastAt: at,
        repeats: 0,
        versions: done.versions,
        description: written?.description ?? null,
        state: written?.state ?? null,
        failureReason: written?.failureReason ?? null,
        specChanged: done.specChanged,
        denied: done.denied,
        dropped: done.otherSpecChanges,
      }
      const previous = steps.at(-1)
      const same = (a: Essence) => JSON.stringify({ ...a, at: 0, lastAt: 0, repeats: 0 })
      if (previous !== undefined && previousDay === day - 1 && !step.specChanged && same(previous) === same(step)) {
        steps[steps.length - 1] = { ...previous, lastAt: at, repeats: previous.repeats + 1 }
      } else {
        steps.push(step)
      }
      previousDay = day
    }
    current = after(current, done)
  }
  return { steps, final: versionsOf(current, stateOf(current)) }
}

/** The shoot after a maintenance and the reconciliation that follows. */
export function after(current: Shoot, done: ReturnType<typeof maintain>): Shoot {
  const { lastMaintenance, versionBound, droppedOnWrite, ...rest } = current
  const isWritten = !done.denied && done.error === null
  const removed = new Set(done.otherSpecChanges.map(({ path }) => path.split('.').at(-1)))
  const settings = Object.fromEntries(Object.entries(versionBound ?? {}).filter(([key]) => !removed.has(key)))
  return {
    ...rest,
    annotations: {},
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
    ...(droppedOnWrite === undefined || isWritten ? {} : { droppedOnWrite }),
  }
}
