import { compileProfile } from './compile'
import { forecast } from './forecast'
import { fittingVersions, isInPlace } from './image-filter'
import { dayText, instantText } from './instant-text'
import { expiryOf, stageAt } from './lifecycle'
import type { Prospect } from './obstacles'
import { decideKubernetes } from './subject'
import { DAY } from './time'
import type { Change, CloudProfile, ForecastStep, Instant, Shoot, Worker } from './types'
import { parseVersion, sameMinor } from './version'
import { offsetOf } from './window-offset'

/**
 * What the owner of a shoot can do. `do`: an update at a time of one's own; `helps`: changes what is ahead for the better;
 * `no-help`: one might think so, but it does not, and why; `warning`: only others can help.
 */
export interface Remedy {
  readonly kind: 'do' | 'helps' | 'no-help' | 'warning'
  readonly title: string
  readonly text: string
  readonly patch: string | null
  readonly patchType: 'merge' | 'json' | null
}

/** A shoot whose profile is known. */
export type KnownProspect = Prospect & { readonly profile: CloudProfile }

/**
 * Remedies for what is forced or fails next, each tried out: whether it helps is what the forecast of the changed shoot says.
 * Nothing when nothing is forced and nothing fails.
 */
export function adviceFor(prospect: KnownProspect): Remedy[] {
  if (prospect.shoot.deletionTimestamp !== undefined) return []
  return [
    ...kubernetesOnOwnDay(prospect),
    ...moveWindow(prospect),
    ...kubernetesAutoUpdate(prospect),
    ...imagesOnOwnDay(prospect),
    ...imageAutoUpdate(prospect),
    ...offDeadImages(prospect),
    ...onlyOthers(prospect),
  ]
}

type Forced = { readonly step: ForecastStep; readonly change: Change & { kind: 'update' } }

/** The first forced update of a component that is not refused. */
function firstForced(steps: readonly ForecastStep[], component: Change['component']): Forced | null {
  for (const step of steps) {
    if (step.denied) continue
    for (const change of step.changes) {
      if (change.component === component && change.kind === 'update' && change.why !== 'auto') return { step, change }
    }
  }
  return null
}

function kubernetesOnOwnDay({ shoot, profile, steps, at }: KnownProspect): Remedy[] {
  const forced = firstForced(steps, 'controlPlane')
  if (forced === null || forced.change.from !== shoot.kubernetesVersion) return []
  const { to } = forced.change
  const rolls = shoot.workers.some(({ kubernetesVersion }) => kubernetesVersion === undefined)
  const isPatch = isPatchUpdate(forced.change)
  const effect = !rolls ? 'No node is touched' : isPatch ? 'Kubelets restart' : 'The same nodes are renewed'
  const text = [
    `${isPatch ? 'Patch' : 'Minor'} update, ${lifeOf(profile, to, at, offsetOf(shoot.window))}.`,
    `${effect}, at a time you choose before ${dayText(forced.step.window.begin, offsetOf(shoot.window))}.`,
  ].join(' ')
  const patch = JSON.stringify({ spec: { kubernetes: { version: to } } })
  return [{ kind: 'do', title: `Update to ${to} on your own day`, text, patch, patchType: 'merge' }]
}

/** E.g. `deprecated, until 30 Jun 2027`. */
function lifeOf(profile: CloudProfile, version: string, at: Instant, ahead: number): string {
  const listed = profile.kubernetes.find((candidate) => candidate.version === version)
  if (listed === undefined) return 'not in the profile'
  const expiry = expiryOf(listed)
  return `${stageAt(listed, at)} now, ${expiry === null ? 'no expiry set' : `until ${dayText(expiry, ahead)}`}`
}

/** A window cannot prevent a forced update; it only decides which one comes first after the expiry. */
function moveWindow({ shoot, profile, steps, at }: KnownProspect): Remedy[] {
  const forced = firstForced(steps, 'controlPlane')
  if (forced === null || forced.change.why !== 'expired') return []
  const listed = profile.kubernetes.find(({ version }) => version === forced.change.from)
  const expiry = listed === undefined ? null : expiryOf(listed)
  if (expiry === null || expiry <= at) return []
  const ahead = offsetOf(shoot.window)
  const text = [
    `${forced.change.from} expires ${instantText(expiry, ahead)}.`,
    'Only the first window that can still begin a maintenance after that forces the update: another hour of the day moves it by less than a day, and does not prevent it.',
  ].join(' ')
  return [{ kind: 'no-help', title: 'Move the window', text, patch: null, patchType: null }]
}

function kubernetesAutoUpdate(prospect: KnownProspect): Remedy[] {
  const { shoot, profile, steps, at } = prospect
  const forced = firstForced(steps, 'controlPlane')
  if (shoot.autoUpdate.kubernetesVersion || forced === null) return []
  const changed = { ...shoot, autoUpdate: { ...shoot.autoUpdate, kubernetesVersion: true } }
  const after = firstForced(retried(prospect, changed), 'controlPlane')
  const own = decideKubernetes(compileProfile(profile).kubernetes, shoot.kubernetesVersion, true, at)
  const patch = JSON.stringify({ spec: { maintenance: { autoUpdate: { kubernetesVersion: true } } } })
  const ahead = offsetOf(shoot.window)
  if (after !== null && after.step.at <= forced.step.at) {
    const minor = shoot.kubernetesVersion.split('.').slice(0, 2).join('.')
    const text =
      own.kind === 'update'
        ? `It would take ${own.to} in the next window, but the forced update of ${dayText(after.step.window.begin, ahead)} comes all the same.`
        : `It stays within ${minor}, and the profile has no later patch of it to go to.`
    return [{ kind: 'no-help', title: 'Kubernetes auto-update would not help', text, patch: null, patchType: null }]
  }
  const then =
    after === null
      ? 'Nothing is forced then'
      : `The next forced update then is on ${dayText(after.step.window.begin, ahead)}`
  const text = `It takes patches by itself, first ${own.kind === 'update' ? own.to : 'the next one'}. ${then} instead of ${dayText(forced.step.window.begin, ahead)}.`
  return [{ kind: 'helps', title: 'Turn on Kubernetes auto-update', text, patch, patchType: 'merge' }]
}

function imagesOnOwnDay({ shoot, steps }: KnownProspect): Remedy[] {
  return shoot.workers.flatMap((worker, i): Remedy[] => {
    for (const step of steps) {
      const change = step.denied
        ? undefined
        : step.changes.find((c) => c.component === 'poolImage' && c.pool === worker.name)
      if (change === undefined) continue
      if (change.kind === 'failure' || change.why === 'auto') return []
      const day = dayText(step.window.begin, offsetOf(shoot.window))
      const effect = isInPlace(worker) ? 'Its nodes are updated in place' : 'Its nodes roll'
      const path = `/spec/provider/workers/${i}`
      const patch = JSON.stringify([
        { op: 'test', path: `${path}/name`, value: worker.name },
        { op: 'replace', path: `${path}/machine/image/version`, value: change.to },
      ])
      const title = `Update pool ${worker.name} to ${change.image} ${change.to} on your own day`
      const text = `${effect}, at a time you choose before ${day}.`
      return [{ kind: 'do', title, text, patch, patchType: 'json' }]
    }
    return []
  })
}

function imageAutoUpdate(prospect: KnownProspect): Remedy[] {
  const { shoot, steps } = prospect
  const forced = firstForced(steps, 'poolImage')
  if (shoot.autoUpdate.machineImageVersion || forced === null) return []
  const changed = { ...shoot, autoUpdate: { ...shoot.autoUpdate, machineImageVersion: true } }
  const after = firstForced(retried(prospect, changed), 'poolImage')
  const ahead = offsetOf(shoot.window)
  if (after !== null && after.step.at <= forced.step.at) {
    const text = `The image ${after.change.image} ${after.change.from} of pool ${after.change.pool} has no later version that an automatic update would take; it is forced on ${dayText(after.step.window.begin, ahead)} all the same.`
    return [{ kind: 'no-help', title: 'Image auto-update would not help', text, patch: null, patchType: null }]
  }
  const then =
    after === null
      ? 'No image is forced then'
      : `The next forced image then is on ${dayText(after.step.window.begin, ahead)}`
  const text = `Pools take new image versions by themselves in their window, and their nodes are renewed more often. ${then} instead of ${dayText(forced.step.window.begin, ahead)}.`
  const patch = JSON.stringify({ spec: { maintenance: { autoUpdate: { machineImageVersion: true } } } })
  return [{ kind: 'helps', title: 'Turn on image auto-update', text, patch, patchType: 'merge' }]
}

/** Pools whose image has no way on, or whose image holds the Kubernetes version back. */
function offDeadImages({ shoot, profile, steps }: KnownProspect): Remedy[] {
  const last = steps.at(-1)
  if (last?.kind !== 'fails') return []
  const ahead = offsetOf(shoot.window)
  const day = dayText(last.window.begin, ahead)
  return shoot.workers.flatMap((worker, i): Remedy[] => {
    const image = last.versions.workers[i]?.image
    if (image === null || image === undefined) return []
    const failed = last.changes.find(
      (c) => c.component === 'poolImage' && c.pool === worker.name && c.kind === 'failure',
    )
    const refused = last.denied && (last.failureReason ?? '').includes(`spec.provider.workers[${i}].machine.image`)
    if (failed === undefined && !refused) return []
    const wanted = last.changes.find((c) => c.component === 'controlPlane' && c.kind === 'update')
    const kubelet =
      worker.kubernetesVersion ?? (wanted?.kind === 'update' ? wanted.to : last.versions.kubernetesVersion)
    const others = otherImages(worker, image, kubelet, profile, last.at)
    const why = refused
      ? `From ${day} on the API server refuses every maintenance because of this image.`
      : `After ${day} no version of it is left and its update fails every night.`
    const choice =
      others.length > 0
        ? ` The profile also has ${others.join(', ')} for this pool.`
        : ' The profile has no other image that fits this pool.'
    const how = isInPlace(worker)
      ? ' A pool that is updated in place cannot change its image: it takes a new pool.'
      : ''
    const kind = others.length > 0 ? 'do' : 'warning'
    return [
      {
        kind,
        title: `Move pool ${worker.name} off ${image.name} ${image.version}`,
        text: why + choice + how,
        patch: null,
        patchType: null,
      },
    ]
  })
}

/** For every other image, and this one, the newest version that fits the pool and is neither expired nor a preview. */
function otherImages(
  worker: Worker,
  current: { readonly name: string; readonly version: string },
  kubelet: string,
  profile: CloudProfile,
  at: Instant,
): string[] {
  const compiled = compileProfile(profile)
  const version = parseVersion(kubelet)
  if (version === null) return []
  // Another pool could have any of them: what holds for updates in place does not count.
  const rolling: Worker = { ...worker, updateStrategy: 'AutoRollingUpdate' }
  const machineType = compiled.machineTypes.get(worker.machineType)
  return compiled.images.flatMap((image) => {
    const demands = { worker: rolling, machineType, kubelet: version, current: current.version }
    const stages = image.table.stagesIn(image.table.epochAt(at))
    const fitting = fittingVersions(image, demands, compiled).filter(
      (index) => stages[index] === 'supported' || stages[index] === 'deprecated',
    )
    const newest = fitting.findLast((index) => stages[index] === 'supported') ?? fitting.at(-1)
    const text = newest === undefined ? undefined : image.table.at(newest).text
    const isCurrent = image.source.name === current.name && text === current.version
    return text === undefined || isCurrent ? [] : [`${image.source.name} ${text}`]
  })
}

/** Failures that only the profile's operators can end. */
function onlyOthers({ shoot, steps }: KnownProspect): Remedy[] {
  const last = steps.at(-1)
  if (last?.kind !== 'fails' || last.denied) return []
  return last.changes.flatMap((change): Remedy[] => {
    if (change.kind === 'update' || change.component === 'poolImage') return []
    const owner = change.pool === null ? 'The control plane' : `Pool ${change.pool}`
    const text = `${owner} is on ${change.from}, and the profile ${shoot.profile.name} lists no version of the next minor. Its operators must add one.`
    return [
      { kind: 'warning', title: 'Only the operators of the profile can help', text, patch: null, patchType: null },
    ]
  })
}

function retried({ profile, steps, at }: KnownProspect, changed: Shoot): readonly ForecastStep[] {
  const to = Math.max(at + 365 * DAY, steps.at(-1)?.lastAt ?? at)
  return forecast(changed, profile, { from: at, to }).steps
}

function isPatchUpdate(change: Change & { kind: 'update' }): boolean {
  const from = parseVersion(change.from)
  const to = parseVersion(change.to)
  return from !== null && to !== null && sameMinor(from, to)
}
