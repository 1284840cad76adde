import type { State } from './decide'
import { failingSince, sameFailure } from './failing-since'
import { isInPlace } from './image-filter'
import { dayText } from './instant-text'
import type { CloudProfile, ForecastStep, Instant, Shoot, ShootVersions } from './types'
import { settleSettings } from './version-bound'
import { parseWindow } from './window'
import { offsetOf } from './window-offset'

/** Something that stands in the way of maintenance or follows from it, in whole sentences. */
export interface Obstacle {
  readonly severity: 'info' | 'warning' | 'bad'
  readonly text: string
}

/** A shoot with what is ahead of it. */
export interface Prospect {
  readonly shoot: Shoot
  /** Undefined: not known. */
  readonly profile: CloudProfile | undefined
  /** Its forecast from `at` on. */
  readonly steps: readonly ForecastStep[]
  readonly at: Instant
}

/** Everything about a shoot that its owner should know before trusting to maintenance; the worst first. */
export function constraintsOf(prospect: Prospect): Obstacle[] {
  const found = [
    ...standing(prospect),
    ...deadEnds(prospect),
    ...pendingPools(prospect),
    ...windowTrouble(prospect),
    ...conditions(prospect),
    ...lostSettings(prospect),
  ]
  const rank = { bad: 0, warning: 1, info: 2 }
  return found.sort((a, b) => rank[a.severity] - rank[b.severity])
}

/** Why nothing is forecast at all. */
function standing({ shoot, profile }: Prospect): Obstacle[] {
  const found: Obstacle[] = []
  if (profile === undefined) {
    found.push({
      severity: 'bad',
      text: `The profile ${shoot.profile.name} is not known here, so nothing can be forecast.`,
    })
  }
  if (shoot.deletionTimestamp !== undefined) {
    const since = dayText(shoot.deletionTimestamp, offsetOf(shoot.window))
    found.push({ severity: 'info', text: `It is being deleted since ${since}: maintenance never runs for it.` })
  }
  return found
}

/** Failures that go on to the end of the forecast. */
function deadEnds({ shoot, steps }: Prospect): Obstacle[] {
  const last = steps.at(-1)
  if (last?.kind !== 'fails') return []
  const day = (step = last) => dayText(step.window.begin, offsetOf(shoot.window))
  if (last.denied) {
    const from = day(failingSince(steps, ({ denied }) => denied))
    const text = `From ${from} on the API server refuses the whole maintenance, every night: nothing of this cluster is updated any more.`
    return [{ severity: 'bad', text }]
  }
  return last.changes.flatMap((change): Obstacle[] => {
    if (change.kind === 'update') return []
    const owner = change.pool === null ? 'The control plane' : `Pool ${change.pool}`
    const what = `${change.image ?? 'Kubernetes'} ${change.from}`
    const from = day(failingSince(steps, sameFailure(change)))
    const text = `${owner} cannot leave ${what}: from ${from} on there is no version to move to, and maintenance fails every night.`
    return [{ severity: 'bad', text }]
  })
}

function pendingPools({ shoot }: Prospect): Obstacle[] {
  return shoot.workers.flatMap((worker): Obstacle[] => {
    if (!isInPlace(worker) || !shoot.pendingWorkerUpdates.includes(worker.name)) return []
    const follows = worker.kubernetesVersion === undefined
    const blocked = follows ? 'of the pool and of the Kubernetes version' : 'of the pool'
    const text = `Pool ${worker.name} has not finished its update in place. Until then every change ${blocked} is refused, and with it all other updates of the same maintenance.`
    return [{ severity: 'warning', text }]
  })
}

function windowTrouble({ shoot }: Prospect): Obstacle[] {
  const window = parseWindow(shoot.window ?? null)
  if (window.parsed) return []
  const why = window.error === undefined ? 'It has no maintenance window' : 'Its maintenance window cannot be read'
  return [{ severity: 'warning', text: `${why}: maintenance may begin at any time of the day.` }]
}

/** What many expect to hold maintenance back, although it does not. */
function conditions({ shoot, steps }: Prospect): Obstacle[] {
  const found: Obstacle[] = []
  if (shoot.hibernated) {
    const text =
      'It is hibernated. That does not hold maintenance back: versions change as forecast, nodes come up with them.'
    found.push({ severity: 'info', text })
  }
  if (shoot.lastOperation?.state === 'Failed') {
    const text = `Its last operation (${shoot.lastOperation.type}) failed. That does not hold maintenance back: it changes versions all the same.`
    found.push({ severity: 'warning', text })
  }
  for (const worker of shoot.workers) {
    const step = steps.find(({ effects }) => effects.some((e) => e.pool === worker.name && e.effect === 'inPlace'))
    if (worker.updateStrategy !== 'ManualInPlaceUpdate' || step === undefined) continue
    const day = dayText(step.window.begin, offsetOf(shoot.window))
    const text = `Pool ${worker.name} is updated in place by hand: after the maintenance of ${day} somebody must select its nodes, and until all are done the pool blocks further updates.`
    found.push({ severity: 'info', text })
  }
  return found
}

/** Settings that end with a minor which the forecast crosses, in Gardener's words. */
function lostSettings({ shoot, steps }: Prospect): Obstacle[] {
  const found: Obstacle[] = []
  let settings = shoot.versionBound
  let before = stateFrom({ kubernetesVersion: shoot.kubernetesVersion, workers: [] })
  for (const step of steps) {
    if (settings === undefined) break
    if (step.denied) continue
    const after = stateFrom(step.versions)
    const outcome = settleSettings(settings, before, after)
    const day = dayText(step.window.begin, offsetOf(shoot.window))
    for (const operation of outcome.operations) {
      const text = `On ${day}, with Kubernetes ${after.kubernetes}: ${operation}.`
      found.push({ severity: 'warning', text })
    }
    settings = outcome.settings
    before = after
  }
  return found
}

function stateFrom({ kubernetesVersion, workers }: ShootVersions): State {
  return {
    kubernetes: kubernetesVersion,
    pools: workers.map((worker) => worker.kubernetesVersion),
    images: workers.map(({ image }) => image?.version ?? null),
  }
}
