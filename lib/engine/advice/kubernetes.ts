import type { PatchOperation } from '@/lib/engine/edits/shoot'
import {
  compareVersions,
  expiryOf,
  isInPlace,
  isOfNextMinor,
  listedEntry,
  parseVersion,
  pickerFor,
  refusalOfKubernetes,
  sameMinor,
  unsupportedMinor,
} from '@/lib/engine/rules'
import type { ForecastStep, Shoot } from '@/lib/engine/types'
import { isTrouble } from './compare-courses'
import { bestOffered, isPatchUpdate, nextMinorOf, type Offered, offeredIn, updateTo } from './offered'
import { inPlaceEffect } from './pools'
import { type KnownProspect, NOTHING_TO_APPLY, type NodesTouched, type Patch, type Remedy, type Update } from './remedy'
import { type TakenOut, takenOutFor } from './settings'
import { limitOf } from './timing'
import { isAdmitted, type Plan, tryOut } from './trial'

/** Updates of the control plane: to a patch, or to the next minor. Each is worth a piece of advice of its own. */
export function kubernetesPlans(prospect: KnownProspect): Plan[] {
  const { shoot, profile, at } = prospect
  return targetsOf(prospect)
    .map((target) => updatePlan(prospect, target))
    .filter(({ patch, after }) => patch !== null || isAdmitted(shoot, after, profile.source, at))
}

function targetsOf({ shoot, profile, at }: KnownProspect): Offered[] {
  const current = parseVersion(shoot.kubernetesVersion)
  if (current === null) return []
  const offered = offeredIn(profile.kubernetes, at).filter(({ version }) => compareVersions(version, current) > 0)
  const patch = bestOffered(offered.filter(({ version }) => sameMinor(version, current)))
  const minor = bestOffered(offered.filter(({ version }) => isOfNextMinor(version, current)))
  return [patch, minor].flatMap((target) => target ?? [])
}

function updatePlan({ shoot }: KnownProspect, target: Offered): Plan {
  const update = updateTo(target, shoot.kubernetesVersion)
  const { to, isPatch } = update
  const { settings, paths, operations } = takenOutFor(shoot, to)
  const { versionBound: _, ...others } = shoot
  return {
    action: {
      code: 'update-kubernetes',
      ...update,
      nodes: nodesOf(shoot, isPatch, paths),
      gone: paths,
      unsupported: isPatch ? null : unsupportedMinor(to),
    },
    after: { ...others, kubernetesVersion: to, ...(settings && { versionBound: settings }) },
    ...patchTo(to, operations),
    expiry: target.expiry,
    rank: isPatch ? 0 : 1,
  }
}

/** A merge patch cannot take out an entry of a list without saying all of the list. */
function patchTo(to: string, operations: TakenOut['operations']): Patch {
  if (operations === null) return { patch: null, patchType: null }
  if (operations.length === 0) {
    return { patch: JSON.stringify({ spec: { kubernetes: { version: to } } }), patchType: 'merge' }
  }
  const update: PatchOperation = { op: 'replace', path: '/spec/kubernetes/version', value: to }
  return { patch: JSON.stringify([update, ...operations]), patchType: 'json' }
}

function nodesOf({ workers }: Shoot, isPatch: boolean, gone: readonly string[]): NodesTouched {
  const following = workers.filter(({ kubernetesVersion }) => kubernetesVersion === undefined)
  if (following.length === 0) return gone.some(isOfKubelet) ? 'kubelets-restart' : 'none'
  if (isPatch) return 'kubelets-restart'
  return following.every(isInPlace) ? inPlaceEffect(following) : 'rolling'
}

/** Pools with a version of their own have the gates of the shoot's kubelet as well. */
function isOfKubelet(path: string): boolean {
  return path.includes('.kubelet.featureGates')
}

/** What would lead past the first trouble that the control plane runs into, one might think. */
export function kubernetesMisconceptions(prospect: KnownProspect, helped: readonly Plan[]): Remedy[] {
  const { course, shoot } = prospect
  const step = course.steps.find(isTrouble)
  const change = step?.changes.find(
    (one): one is Update => one.component === 'controlPlane' && one.kind === 'update' && one.why !== 'auto',
  )
  if (step === undefined || change === undefined || change.from !== shoot.kubernetesVersion) return []
  return [
    ...noOwnDay(prospect, step, change, helped),
    ...moveWindow(prospect, step, change),
    ...autoUpdate(prospect, step, change, helped),
  ]
}

function noOwnDay(prospect: KnownProspect, step: ForecastStep, { to }: Update, helped: readonly Plan[]): Remedy[] {
  const { shoot, profile, at, course } = prospect
  const targets = targetsOf(prospect)
  if (helped.some(({ after }) => after.kubernetesVersion !== shoot.kubernetesVersion)) return []
  const target = targets.find(({ version }) => version.text === to)
  if (target !== undefined) {
    if (isAdmitted(shoot, updatePlan(prospect, target).after, profile.source, at)) return []
    const refusal = refusalOfKubernetes(shoot, profile, to, at)
    return [{ code: 'refused-now', to, reason: refusal, ...NOTHING_TO_APPLY }]
  }
  const next = nextMinorOf(profile, shoot.kubernetesVersion, at)
  if (next.kind === 'expired') {
    const end = course.steps.findLast(({ denied }) => !denied)?.versions.kubernetesVersion ?? to
    return [{ code: 'next-minor-expired', minor: next.minor, end, ...NOTHING_TO_APPLY }]
  }
  if (next.kind !== 'not-yet') return []
  const { from, minor } = next
  const { begin } = step.window
  const choice = from === null ? null : { from, until: from < begin ? limitOf(begin, at) : null }
  return [{ code: 'next-minor-not-yet', minor, choice, ...NOTHING_TO_APPLY }]
}

/** A window cannot prevent a forced update; it only decides which one comes first after the expiry. */
function moveWindow({ profile, at }: KnownProspect, { denied }: ForecastStep, { from: version }: Update): Remedy[] {
  const own = listedEntry(profile, null, version)
  const expires = own === undefined ? null : expiryOf(own)
  if (expires === null || expires <= at) return []
  return [{ code: 'other-window', version, expires, isRefused: denied, ...NOTHING_TO_APPLY }]
}

/** Turning auto-update on, where it is off. */
export function kubernetesAutoPlan({ shoot, profile, at }: KnownProspect): Plan | null {
  if (shoot.autoUpdate.kubernetesVersion) return null
  const own = pickerFor(profile).kubernetes(shoot.kubernetesVersion, true, at)
  return {
    action: { code: 'auto-kubernetes', first: own.kind === 'update' ? own.to : null },
    after: { ...shoot, autoUpdate: { ...shoot.autoUpdate, kubernetesVersion: true } },
    patch: JSON.stringify({ spec: { maintenance: { autoUpdate: { kubernetesVersion: true } } } }),
    patchType: 'merge',
    expiry: null,
    rank: 5,
  }
}

/** Many wonder why something is forced although auto-update is on. */
function autoUpdate(prospect: KnownProspect, step: ForecastStep, change: Update, helped: readonly Plan[]): Remedy[] {
  const { from, to } = change
  const begins = step.window.begin
  const plan = kubernetesAutoPlan(prospect)
  const isPatch = isPatchUpdate(from, to)
  if (plan === null ? isPatch : helped.some(({ action }) => action.code === 'auto-kubernetes')) return []
  if (plan !== null && tryOut(prospect, plan) === null) return []
  if (isPatch) return [{ code: 'auto-too-late', from, to, begins, ...NOTHING_TO_APPLY }]
  const minor = prospect.shoot.kubernetesVersion.split('.').slice(0, 2).join('.')
  const facts = { isOn: plan === null, minor, begins, isRefused: step.denied }
  return [{ code: 'auto-stays-in-minor', ...facts, ...NOTHING_TO_APPLY }]
}
