import type { MemoizedProfile } from '@/lib/engine/course'
import { capitalized, dayText, instantText } from '@/lib/engine/explain'
import type { State } from '@/lib/engine/rules'
import { type EndedSetting, isInPlace, offsetOf, rollOutMoment, settleSettings } from '@/lib/engine/rules'
import type { ForecastStep, Instant, Shoot, ShootVersions } from '@/lib/engine/types'
import { failingSince, sameFailure } from './failing-since'
import type { Obstacle } from './obstacle'
import { overdueTexts } from './overdue-text'
import { failsIn, type IsSo, overdueOf, soSince } from './past-windows'
import { requestsOf } from './requests'
import { windowTrouble } from './window-trouble'

/** A shoot with what is ahead of it. */
export interface Prospect {
  readonly shoot: Shoot
  /** Undefined: not known. */
  readonly profile: MemoizedProfile | undefined
  /** Its forecast from `at` on. */
  readonly steps: readonly ForecastStep[]
  readonly at: Instant
}

/** Everything about a shoot that its owner should know before trusting to maintenance; the worst first. */
export function constraintsOf(prospect: Prospect): Obstacle[] {
  const found = [
    ...standing(prospect),
    ...deadEnds(prospect),
    ...overdue(prospect),
    ...pendingPools(prospect),
    ...windowTroubles(prospect),
    ...requestsOf(prospect),
    ...confinement(prospect),
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
function deadEnds({ shoot, profile, steps, at }: Prospect): Obstacle[] {
  const last = steps.at(-1)
  if (last?.kind !== 'fails' || profile === undefined) return []
  const from = (fails: (step: ForecastStep) => boolean, isSo: IsSo): string => {
    const first = failingSince(steps, fails) ?? last
    const began = first === steps[0] ? soSince(shoot, profile, at, isSo) : null
    const day = dayText(typeof began === 'number' ? began : first.window.begin, offsetOf(shoot.window))
    return typeof began === 'number' ? `since ${day}` : `from ${day} on`
  }
  if (last.denied) {
    const since = capitalized(
      from(
        ({ denied }) => denied,
        ({ kind }) => kind !== 'done',
      ),
    )
    const text = `${since} the API server refuses the whole maintenance, every night: nothing of this cluster is updated any more.`
    return [{ severity: 'bad', text }]
  }
  return last.changes.flatMap((change): Obstacle[] => {
    if (change.kind === 'update') return []
    const owner = change.pool === null ? 'The control plane' : `Pool ${change.pool}`
    const what = `${change.image ?? 'Kubernetes'} ${change.from}`
    const since = from(sameFailure(change), (run) => failsIn(run, shoot, change))
    const text = `${owner} cannot leave ${what}: ${since} there is no version to move to, and maintenance fails every night.`
    return [{ severity: 'bad', text }]
  })
}

/** Parts that stay although they should not, where no maintenance tells why. */
function overdue({ shoot, profile, at }: Prospect): Obstacle[] {
  if (profile === undefined) return []
  return overdueTexts(overdueOf(shoot, profile, at), shoot, at).map((text) => ({ severity: 'warning', text }))
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

function windowTroubles({ shoot: { window } }: Prospect): Obstacle[] {
  const trouble = windowTrouble(window)
  if (trouble !== null) return [{ severity: 'warning', text: trouble.text }]
  if (window !== undefined) return []
  return [{ severity: 'warning', text: 'It has no maintenance window: maintenance may begin at any time of the day.' }]
}

/** Otherwise every change of the specification is rolled out at once. */
function confinement({ shoot, at }: Prospect): Obstacle[] {
  const moment = rollOutMoment(shoot, at)
  if (moment.kind === 'at-once') return []
  const begin = instantText(moment.window.begin, offsetOf(shoot.window))
  const text = `Its roll-outs are confined to the window: a change that you make now is only stored, and rolled out with the maintenance of ${begin}. Hibernating, waking up and gardener.cloud/operation=reconcile act at once.`
  return [{ severity: 'info', text }]
}

/** What many expect to hold maintenance back, although it does not. */
function conditions({ shoot, steps }: Prospect): Obstacle[] {
  const found: Obstacle[] = []
  if (shoot.hibernated) {
    const text =
      'It is hibernated. That does not hold maintenance back: versions change as forecast, nodes come up with them.'
    found.push({ severity: 'info', text })
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
  const found: { readonly when: string; readonly ended: EndedSetting }[] = []
  let settings = shoot.versionBound
  let before = stateFrom({ kubernetesVersion: shoot.kubernetesVersion, workers: [] })
  for (const step of steps) {
    if (settings === undefined) break
    if (step.denied) continue
    const after = stateFrom(step.versions)
    const outcome = settleSettings(settings, before, after)
    const day = dayText(step.window.begin, offsetOf(shoot.window))
    const when = `on ${day}, with Kubernetes ${after.kubernetes}`
    for (const ended of outcome.ended) found.push({ when, ended })
    settings = outcome.settings
    before = after
  }
  const [first, ...others] = found
  if (first === undefined) return []
  if (others.length === 0) {
    return [{ severity: 'warning', text: `O${first.when.slice(1)}: ${first.ended.text}.` }]
  }
  // The steps tell each with its reason: here they are one line, however many minors are ahead.
  const whens = [...new Set(found.map(({ when }) => when))].map((when) => {
    const names = found.filter((one) => one.when === when).map(({ ended }) => ended.path.slice('spec.'.length))
    return `${when}: ${names.join(', ')}`
  })
  return [{ severity: 'warning', text: `${found.length} settings end on the way: ${whens.join('; ')}.` }]
}

function stateFrom({ kubernetesVersion, workers }: ShootVersions): State {
  return {
    kubernetes: kubernetesVersion,
    pools: workers.map((worker) => worker.kubernetesVersion),
    images: workers.map(({ image }) => image?.version ?? null),
  }
}
