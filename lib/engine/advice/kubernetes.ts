import { type MemoizedProfile, type UpdateChange, updatesIn } from '@/lib/engine/course'
import { escapedPointer, type PatchOperation } from '@/lib/engine/edits/shoot'
import { isDeepEqual, type Json } from '@/lib/engine/json'
import {
  compareVersions,
  expiryOf,
  gateErrors,
  isInPlace,
  isOfNextMinor,
  lengthBetween,
  listedEntry,
  nextWindow,
  offsetOf,
  parseVersion,
  parseWindow,
  pickerFor,
  refusalOfKubernetes,
  refusedApiServerSettings,
  refusedTaints,
  sameMinor,
  settleSettings,
  stateOf,
  unsupportedMinor,
  type VersionState,
  versionFor,
  windowClockText,
  windowOf,
} from '@/lib/engine/rules'
import { DAY, MINUTE, secondOfDay } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot, SpecChange, VersionBoundSettings } from '@/lib/engine/types'
import { forecastCourse, isTrouble, limitOf } from './compare-courses'
import type { KnownProspect, NodesTouched, RemedyHint, RemedyPatch } from './remedy'
import { isAdmitted, type RemedyPlan, switched, tryOut } from './remedy-trial'
import {
  bestOffered,
  type ChoosableVersion,
  inPlaceEffect,
  isPatchUpdate,
  nextMinorOf,
  offeredIn,
  updateTo,
} from './updates'

/** Updates of the control plane: to a patch, or to the next minor. Each is worth a piece of advice of its own. */
export function kubernetesPlans(prospect: KnownProspect): RemedyPlan[] {
  const { shoot, profile, at } = prospect
  return targetsOf(prospect)
    .map((target) => updatePlan(prospect, target))
    .filter(({ patch, after }) => patch !== null || isAdmitted(shoot, after, profile.source, at))
}

function targetsOf({ shoot, profile, at }: KnownProspect): ChoosableVersion[] {
  const current = parseVersion(shoot.kubernetesVersion)
  if (current === null) return []
  const offered = offeredIn(profile.kubernetes, at).filter(({ version }) => compareVersions(version, current) > 0)
  const patch = bestOffered(offered.filter(({ version }) => sameMinor(version, current)))
  const minor = bestOffered(offered.filter(({ version }) => isOfNextMinor(version, current)))
  return [patch, minor].flatMap((target) => target ?? [])
}

function updatePlan({ shoot }: KnownProspect, target: ChoosableVersion): RemedyPlan {
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
function patchTo(to: string, operations: RemovedSettings['operations']): RemedyPatch {
  if (operations === null) return { patch: null, patchType: null }
  if (operations.length === 0) {
    return { patch: JSON.stringify({ spec: { kubernetes: { version: to } } }), patchType: 'merge' }
  }
  const update: PatchOperation = { op: 'replace', path: '/spec/kubernetes/version', value: to }
  return { patch: JSON.stringify([update, ...operations]), patchType: 'json' }
}

function nodesOf({ workers }: Shoot, isPatch: boolean, gone: readonly string[]): NodesTouched {
  const following = workers.filter(({ kubernetesVersion }) => kubernetesVersion === undefined)
  // Pools with a version of their own have the gates of the shoot's kubelet as well.
  const areOfKubelet = gone.some((path) => path.includes('.kubelet.featureGates'))
  if (following.length === 0) return areOfKubelet ? 'kubelets-restart' : 'none'
  if (isPatch) return 'kubelets-restart'
  return following.every(isInPlace) ? inPlaceEffect(following) : 'rolling'
}

/** What would lead past the first trouble that the control plane runs into, one might think. */
export function kubernetesMisconceptions(prospect: KnownProspect, helped: readonly RemedyPlan[]): RemedyHint[] {
  const { course, shoot } = prospect
  const step = course.steps.find(isTrouble)
  const change = step?.changes.find(
    (one): one is UpdateChange => one.component === 'controlPlane' && one.kind === 'update' && one.why !== 'auto',
  )
  if (step === undefined || change === undefined || change.from !== shoot.kubernetesVersion) return []
  return [
    ...noOwnDay(prospect, step, change, helped),
    ...moveWindow(prospect, step, change),
    ...autoUpdate(prospect, step, change, helped),
  ]
}

function noOwnDay(
  prospect: KnownProspect,
  step: ForecastStep,
  { to }: UpdateChange,
  helped: readonly RemedyPlan[],
): RemedyHint[] {
  const { shoot, profile, at, until } = prospect
  const targets = targetsOf(prospect)
  if (helped.some(({ after }) => after.kubernetesVersion !== shoot.kubernetesVersion)) return []
  const target = targets.find(({ version }) => version.text === to)
  if (target !== undefined) {
    if (isAdmitted(shoot, updatePlan(prospect, target).after, profile.source, at)) return []
    return [{ code: 'refused-now', to, reason: refusalOfKubernetes(shoot, profile, to, at) }]
  }
  const next = nextMinorOf(profile, shoot.kubernetesVersion, at)
  if (next.kind === 'expired') {
    const after = { ...shoot, kubernetesVersion: to }
    if (isPatchUpdate(shoot.kubernetesVersion, to) || !isAdmitted(shoot, after, profile.source, at)) return []
    return [{ code: 'next-minor-expired', minor: next.minor, end: forcedOnTo(after, profile, at, until) }]
  }
  if (next.kind !== 'not-yet') return []
  const { from, minor } = next
  const end = Math.min(step.window.begin, next.until ?? step.window.begin)
  const choice = from === null ? null : { from, until: from < end ? limitOf(end, at) : null }
  return [{ code: 'next-minor-not-yet', minor, choice }]
}

/** The version to which the next windows force the control plane, one after the other; null: the first of them forces nothing. */
function forcedOnTo(shoot: Shoot, profile: MemoizedProfile, at: Instant, until: Instant): string | null {
  const { steps } = forecastCourse(shoot, profile, at, until)
  let [end, last]: [string | null, Instant] = [null, nextWindow(windowOf(shoot), at).latestStart - DAY]
  for (const step of steps) {
    const change = updatesIn(step).find(({ component, why }) => component === 'controlPlane' && why !== 'auto')
    if (change === undefined || step.at > last + DAY) break
    ;[end, last] = [change.to, step.at]
  }
  return end
}

/** A window cannot prevent a forced update; it only decides which one comes first after the expiry. */
function moveWindow(
  prospect: KnownProspect,
  { denied, window }: ForecastStep,
  { from: version }: UpdateChange,
): RemedyHint[] {
  const { profile, at, shoot, until } = prospect
  const own = listedEntry(profile, null, version)
  const expires = own === undefined ? null : expiryOf(own)
  if (expires === null || expires <= at) return []
  const after = endingAt(shoot, expires)
  const isTaken = after !== null && isAdmitted(shoot, after, profile.source, at)
  const begins = isTaken ? forecastCourse(after, profile, at, until).steps.find(isTrouble)?.window.begin : undefined
  const tried = begins === undefined || begins <= window.begin ? null : { begins, later: begins - window.begin }
  return [{ code: 'other-window', version, expires, isRefused: denied, tried }]
}

/** The shoot with its window moved so that it ends at the time of the day of an instant, to the minute before; null: it has none. */
function endingAt(shoot: Shoot, instant: Instant): Shoot | null {
  const window = parseWindow(shoot.window ?? null)
  if (shoot.window === undefined || !window.parsed) return null
  const ahead = offsetOf(shoot.window)
  const end = Math.floor(secondOfDay(instant + ahead * MINUTE) / 60) * 60
  const begin = end - lengthBetween(window.begin, window.end)
  return { ...shoot, window: { begin: windowClockText(begin, ahead), end: windowClockText(end, ahead) } }
}

/** Turning auto-update on, where it is off. */
export function kubernetesAutoPlan({ shoot, profile, at }: KnownProspect): RemedyPlan | null {
  if (shoot.autoUpdate.kubernetesVersion) return null
  const own = pickerFor(profile).kubernetes(shoot.kubernetesVersion, true, at)
  return {
    action: { code: 'auto-kubernetes', first: own.kind === 'update' ? own.to : null },
    ...switched(shoot, 'kubernetesVersion', true),
    rank: 5,
  }
}

/** Many wonder why something is forced although auto-update is on. */
function autoUpdate(
  prospect: KnownProspect,
  step: ForecastStep,
  change: UpdateChange,
  helped: readonly RemedyPlan[],
): RemedyHint[] {
  const { from, to } = change
  const begins = step.window.begin
  const plan = kubernetesAutoPlan(prospect)
  const isPatch = isPatchUpdate(from, to)
  if (plan === null ? isPatch : helped.some(({ action }) => action.code === 'auto-kubernetes')) return []
  const tried = plan === null ? prospect : tryOut(prospect, plan)
  const isSame = ({ window, changes }: ForecastStep) =>
    window.begin === begins && changes.some((one) => isDeepEqual(one, change))
  if (tried?.course.steps.some(isSame) !== true) return []
  if (isPatch) return [{ code: 'auto-too-late', from, to, begins }]
  const minor = prospect.shoot.kubernetesVersion.split('.').slice(0, 2).join('.')
  return [{ code: 'auto-stays-in-minor', isOn: plan === null, minor, begins, isRefused: step.denied }]
}

/** What has to go from a shoot together with a change of its Kubernetes version. */
interface RemovedSettings {
  /** What is left; absent: nothing. */
  readonly settings: VersionBoundSettings | undefined
  /** The fields that go, in the API server's spelling. */
  readonly paths: readonly string[]
  /** What takes them out; null: no patch can, as something has to be created before that takes the place of one. */
  readonly operations: readonly PatchOperation[] | null
}

/**
 * The settings that the API server refuses with a Kubernetes version of the control plane (docs/rules.md#settings-that-end): those
 * that a maintenance would take out by itself, and those that it never does, which are APIs, taints of the autoscaler, and feature
 * gates that are locked to another value.
 */
function takenOutFor(shoot: Shoot, to: string): RemovedSettings {
  const { versionBound: bound } = shoot
  if (bound === undefined) return { settings: bound, paths: [], operations: [] }
  const before = stateOf(shoot)
  const after = { ...before, kubernetes: to }
  const { settings, changes } = settleSettings(bound, before, after)
  const { runtimeConfig = [], ignoreTaints: _, featureGates: __, ...others } = settings
  const taints = refusedTaints(bound, to).length > 0
  const isRefused = (api: string) => refusedApiServerSettings({ runtimeConfig: [api] }, to).length > 0
  const apis = runtimeConfig.filter(isRefused)
  const left = runtimeConfig.filter((api) => !apis.includes(api))
  const { featureGates, locked } = withoutLocked(settings.featureGates, after)
  const removed = changes.filter((change) => change.to === null || Array.isArray(change.to))
  const more = [
    ...apis.map((api) => `spec.kubernetes.kubeAPIServer.runtimeConfig[${api}]`),
    ...(taints ? ['spec.kubernetes.clusterAutoscaler.ignoreTaints'] : []),
    ...locked,
  ]
  const rest: VersionBoundSettings = {
    ...others,
    ...(left.length > 0 && { runtimeConfig: left }),
    ...(settings.ignoreTaints && !taints && { ignoreTaints: true as const }),
    ...(featureGates && { featureGates }),
  }
  // Anything else that changes is a name of what takes the place of another.
  const isMigrated = changes.length > removed.length
  const operations = [...removed, ...more.map((path): SpecChange => ({ path, from: undefined, to: null }))].flatMap(
    (change) => operationsOf(change, shoot),
  )
  return {
    settings: Object.keys(rest).length > 0 ? rest : undefined,
    paths: [...removed.map(({ path }) => path), ...more],
    operations: isMigrated ? null : operations,
  }
}

/** Gates without those that may only have another value. */
function withoutLocked(all: VersionBoundSettings['featureGates'], state: VersionState) {
  const entries = Object.entries(all ?? {}).map(([path, gates]) => {
    const refused = gateErrors(gates, path, versionFor(path, state)).map(({ name }) => name)
    const kept = Object.entries(gates).filter(([name]) => !refused.includes(name))
    return { path, refused, kept }
  })
  const left = entries.filter(({ kept }) => kept.length > 0)
  return {
    featureGates:
      left.length === 0
        ? undefined
        : Object.fromEntries(left.map(({ path, kept }) => [path, Object.fromEntries(kept)])),
    locked: entries.flatMap(({ path, refused }) => refused.map((name) => `${path}.${name}`)),
  }
}

/** Entries of lists are found by their place: what is there is tested before. */
function operationsOf({ path, from, to }: SpecChange, { workers }: Shoot): PatchOperation[] {
  const pointer = pointerOf(path)
  const pool = poolIn(path)
  const name = pool === null ? undefined : workers[pool]?.name
  const tests: PatchOperation[] =
    name !== undefined
      ? [{ op: 'test', path: `/spec/provider/workers/${pool}/name`, value: name }]
      : Array.isArray(from) || path.includes('.providers[')
        ? [{ op: 'test', path: pointer, value: from as Json }]
        : []
  return [...tests, to === null ? { op: 'remove', path: pointer } : { op: 'replace', path: pointer, value: to as Json }]
}

/** The path of the API as RFC 6901 writes it: `a.b[0].c` and `a.b[c/d]` name what is at `/a/b/0/c` and `/a/b/c~1d`. */
function pointerOf(path: string): string {
  const keys = [...path.matchAll(/\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, listed, key]) => listed ?? key ?? '')
  return keys.map((key) => `/${escapedPointer(key)}`).join('')
}

function poolIn(path: string): number | null {
  const pool = /^spec\.provider\.workers\[(\d+)\]/.exec(path)?.[1]
  return pool === undefined ? null : Number(pool)
}
