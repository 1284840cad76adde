import { compileProfile } from '@/lib/engine/compile'
import { stateOf } from '@/lib/engine/decide'
import { kubernetesLine } from '@/lib/engine/decision'
import { isInPlace } from '@/lib/engine/image-filter'
import { instantText } from '@/lib/engine/instant-text'
import { expiryOf, stageAt } from '@/lib/engine/lifecycle'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { refusalOfKubernetes } from '@/lib/engine/update-check'
import { parseVersion, sameMinor } from '@/lib/engine/version'
import { settleSettings } from '@/lib/engine/version-bound'
import { offsetOf } from '@/lib/engine/window-offset'
import {
  advice,
  dayOf,
  type Forced,
  firstForced,
  type KnownProspect,
  type Remedy,
  triedOut,
  type Update,
} from './remedy'

/** What can be done about the next forced update of the control plane. */
export function kubernetesAdvice(prospect: KnownProspect): Remedy[] {
  const forced = firstForced(prospect.steps, 'controlPlane')
  if (forced === null) return []
  return [...onOwnDay(prospect, forced), ...moveWindow(prospect, forced), ...autoUpdate(prospect, forced)]
}

/** The same update earlier. Only while it is the next one: nothing can be said about a version that the shoot is not on. */
function onOwnDay({ shoot, profile, at }: KnownProspect, { step, change }: Forced): Remedy[] {
  if (change.from !== shoot.kubernetesVersion) return []
  const { to } = change
  const refusal = refusalOfKubernetes(shoot, compileProfile(profile), to, at)
  if (refusal !== null) {
    const refused = `The API server would refuse it as the cluster is now: ${refusal}`
    return [advice('no-help', `Updating to ${to} now would not help`, refused)]
  }
  const what = isPatchUpdate(change) ? 'Patch' : 'Minor'
  const text = `${what} update, ${lifeOf(profile, to, at, shoot)}. ${effectOf(shoot, change)}, at a time you choose before ${dayOf(step.window.begin, shoot)}.${alongWith(shoot, to)}`
  const patch = JSON.stringify({ spec: { kubernetes: { version: to } } })
  return [{ ...advice('do', `Update to ${to} on your own day`, text), patch, patchType: 'merge' }]
}

/** What a maintenance would take care of, and a person has to. */
function alongWith(shoot: Shoot, to: string): string {
  if (shoot.versionBound === undefined) return ''
  const before = stateOf(shoot)
  const { changes } = settleSettings(shoot.versionBound, before, { ...before, kubernetes: to })
  const gone = changes.filter((change) => change.to === null || Array.isArray(change.to)).map(({ path }) => path)
  if (gone.length === 0) return ''
  return ` ${to} does not go with ${listed(gone)}: a maintenance takes care of that by itself, in a change of your own you have to.`
}

function listed(paths: readonly string[]): string {
  const last = paths.at(-1) ?? ''
  return paths.length === 1 ? last : `${paths.slice(0, -1).join(', ')} and ${last}`
}

function effectOf({ workers }: Shoot, change: Update): string {
  const following = workers.filter(({ kubernetesVersion }) => kubernetesVersion === undefined)
  if (following.length === 0) return 'No node is touched'
  if (isPatchUpdate(change)) return 'Kubelets restart and no node rolls'
  if (following.every(isInPlace)) return 'The same nodes are updated in place'
  return 'The same nodes roll'
}

/** E.g. `deprecated now, until 30 Jun 2027`. */
function lifeOf(profile: CloudProfile, version: string, at: Instant, shoot: Shoot): string {
  const listed = profile.kubernetes.find((candidate) => candidate.version === version)
  if (listed === undefined) return 'not in the profile'
  const expiry = expiryOf(listed)
  return `${stageAt(listed, at)} now, ${expiry === null ? 'no expiry set' : `until ${dayOf(expiry, shoot)}`}`
}

/** A window cannot prevent a forced update; it only decides which one comes first after the expiry. */
function moveWindow({ shoot, profile, at }: KnownProspect, { change }: Forced): Remedy[] {
  const listed = profile.kubernetes.find(({ version }) => version === change.from)
  const expiry = listed === undefined ? null : expiryOf(listed)
  if (expiry === null || expiry <= at) return []
  const text = `${change.from} expires ${instantText(expiry, offsetOf(shoot.window))}. The first window after that forces the update; another hour of the day moves it by less than a day.`
  return [advice('no-help', 'Moving the window would not help', text)]
}

function autoUpdate(prospect: KnownProspect, forced: Forced): Remedy[] {
  const { shoot, profile, at } = prospect
  if (shoot.autoUpdate.kubernetesVersion) return onAlready(prospect, forced)
  const changed = { ...shoot, autoUpdate: { ...shoot.autoUpdate, kubernetesVersion: true } }
  const after = firstForced(triedOut(prospect, changed), 'controlPlane')
  const own = kubernetesLine(compileProfile(profile).kubernetes, shoot.kubernetesVersion, true).at(at)
  const day = dayOf(forced.step.window.begin, shoot)
  if (after === null || after.step.at > forced.step.at) {
    const first = own.kind === 'update' ? `, first ${own.to}` : ''
    const then =
      after === null
        ? 'Nothing is forced then'
        : `The next forced update is then on ${dayOf(after.step.window.begin, shoot)}`
    const text = `It takes patches by itself${first}. ${then} instead of ${day}.`
    const patch = JSON.stringify({ spec: { maintenance: { autoUpdate: { kubernetesVersion: true } } } })
    return [{ ...advice('helps', 'Turn on Kubernetes auto-update', text), patch, patchType: 'merge' }]
  }
  const isPatch = isPatchUpdate(after.change) && after.change.from === shoot.kubernetesVersion
  const text = isPatch
    ? `${shoot.kubernetesVersion} has expired by its next window: the update to ${after.change.to} of ${day} is forced all the same.`
    : `${staysWithin(shoot)} The update of ${day} is forced all the same.`
  return [advice('no-help', 'Kubernetes auto-update would not help', text)]
}

/** Many wonder why something is forced although auto-update is on. */
function onAlready({ shoot }: KnownProspect, { step, change }: Forced): Remedy[] {
  if (isPatchUpdate(change) || change.from !== shoot.kubernetesVersion) return []
  const text = `It is on. ${staysWithin(shoot)} The update of ${dayOf(step.window.begin, shoot)} is forced all the same.`
  return [advice('no-help', 'Kubernetes auto-update does not help', text)]
}

function staysWithin({ kubernetesVersion }: Shoot): string {
  const minor = kubernetesVersion.split('.').slice(0, 2).join('.')
  return `It stays within ${minor}, and there is no patch of it left to go to.`
}

function isPatchUpdate(change: Update): boolean {
  const from = parseVersion(change.from)
  const to = parseVersion(change.to)
  return from !== null && to !== null && sameMinor(from, to)
}
