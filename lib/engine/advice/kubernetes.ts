import { instantText } from '@/lib/engine/explain'
import {
  compareVersions,
  expiryOf,
  isInPlace,
  offsetOf,
  parseVersion,
  pickerFor,
  plus,
  refusalOfKubernetes,
  sameMinor,
  settleSettings,
  stateOf,
} from '@/lib/engine/rules'
import type { ForecastStep, Shoot } from '@/lib/engine/types'
import { isTrouble } from './course'
import { bestOffered, lifeText, nextMinorOf, type Offered, offeredIn } from './offered'
import { isAdmitted, type Plan, tryOut } from './plan'
import { advice, dayOf, type KnownProspect, listed, type Remedy, type Update } from './remedy'
import { beforeText, timingText } from './timing'

/** Updates of the control plane: to a patch, or to the next minor. Each is worth a piece of advice of its own. */
export function kubernetesPlans(prospect: KnownProspect): Plan[] {
  return targetsOf(prospect).map((target) => updatePlan(prospect, target))
}

function targetsOf({ shoot, profile, at }: KnownProspect): Offered[] {
  const current = parseVersion(shoot.kubernetesVersion)
  if (current === null) return []
  const offered = offeredIn(profile.kubernetes, at).filter(({ version }) => compareVersions(version, current) > 0)
  const patch = bestOffered(offered.filter(({ version }) => sameMinor(version, current)))
  const minor = bestOffered(
    offered.filter(({ version }) => version.major === current.major && version.minor === plus(current.minor, 1)),
  )
  return [patch, minor].flatMap((target) => target ?? [])
}

function updatePlan({ shoot }: KnownProspect, target: Offered): Plan {
  const to = target.version.text
  const isPatch = isPatchUpdate(shoot.kubernetesVersion, to)
  return {
    kind: 'do',
    title: `Update to ${to} ${shoot.confineSpecUpdateRollout ? 'yourself' : 'on your own day'}`,
    text: (tried) => {
      const isSame = tried.spared.changes.some(
        (change) => change.component === 'controlPlane' && change.kind === 'update' && change.to === to,
      )
      const effect = effectOf(shoot, isPatch, isSame)
      return `${isPatch ? 'Patch' : 'Minor'} update, ${lifeText(target, tried)}. ${effect}${timingText(tried)}${alongWith(shoot, to)}`
    },
    after: { ...shoot, kubernetesVersion: to },
    patch: JSON.stringify({ spec: { kubernetes: { version: to } } }),
    patchType: 'merge',
    expiry: target.expiry,
    rank: isPatch ? 0 : 1,
  }
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

/** `isSame`: it is what maintenance would do later. */
function effectOf({ workers }: Shoot, isPatch: boolean, isSame: boolean): string {
  const following = workers.filter(({ kubernetesVersion }) => kubernetesVersion === undefined)
  const nodes = isSame ? 'The same nodes' : 'The nodes'
  if (following.length === 0) return 'No node is touched'
  if (isPatch) return 'Kubelets restart and no node rolls'
  return following.every(isInPlace) ? `${nodes} are updated in place` : `${nodes} roll`
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
  if (targets.some(({ version }) => version.text === to)) {
    if (isAdmitted(shoot, { ...shoot, kubernetesVersion: to }, profile.source, at)) return []
    const refusal = refusalOfKubernetes(shoot, profile, to, at)
    const why = refusal === null ? '.' : `: ${refusal}`
    return [
      advice(
        'no-help',
        `Updating to ${to} now would not help`,
        `The API server would refuse it as the cluster is now${why}`,
      ),
    ]
  }
  const next = nextMinorOf(profile, shoot.kubernetesVersion, at)
  if (next.kind === 'expired') {
    const end = course.steps.findLast(({ denied }) => !denied)?.versions.kubernetesVersion ?? to
    const text = `Every version of ${next.minor} has expired: whichever it goes to, the next window forces the cluster on, until it is on ${end}.`
    return [advice('no-help', 'Updating Kubernetes on your own day would not help', text)]
  }
  if (next.kind !== 'not-yet') return []
  const { from, minor } = next
  const isInTime = from !== null && from < step.window.begin
  const until = isInTime ? ` From then on you can choose a day ${beforeText(step.window.begin, prospect)}.` : ''
  const text =
    from === null
      ? `No version of ${minor} is out of preview.`
      : `No version of ${minor} is out of preview before ${dayOf(from, shoot)}.${until}`
  return [advice('no-help', 'There is no Kubernetes version to choose yet', text)]
}

/** A window cannot prevent a forced update; it only decides which one comes first after the expiry. */
function moveWindow({ shoot, profile, at }: KnownProspect, { denied }: ForecastStep, { from }: Update): Remedy[] {
  const own = profile.source.kubernetes.find(({ version }) => version === from)
  const expiry = own === undefined ? null : expiryOf(own)
  if (expiry === null || expiry <= at) return []
  const then = denied
    ? 'Maintenance fails from the first window after that on'
    : 'The first window after that forces the update'
  const text = `${from} expires ${instantText(expiry, offsetOf(shoot.window))}. ${then}; another hour of the day moves it by less than a day.`
  return [advice('no-help', 'Moving the window would not help', text)]
}

/** Turning auto-update on, where it is off. */
export function kubernetesAutoPlan({ shoot, profile, at }: KnownProspect): Plan | null {
  if (shoot.autoUpdate.kubernetesVersion) return null
  const own = pickerFor(profile).kubernetes(shoot.kubernetesVersion, true, at)
  const first = own.kind === 'update' ? `, first ${own.to}` : ''
  return {
    kind: 'helps',
    title: 'Turn on Kubernetes auto-update',
    text: () => `It takes patches by itself${first}, before they are forced.`,
    after: { ...shoot, autoUpdate: { ...shoot.autoUpdate, kubernetesVersion: true } },
    patch: JSON.stringify({ spec: { maintenance: { autoUpdate: { kubernetesVersion: true } } } }),
    patchType: 'merge',
    expiry: null,
    rank: 5,
  }
}

/** Many wonder why something is forced although auto-update is on. */
function autoUpdate(prospect: KnownProspect, step: ForecastStep, change: Update, helped: readonly Plan[]): Remedy[] {
  const { shoot } = prospect
  const { from, to } = change
  const same = `The update of ${dayOf(step.window.begin, shoot)} is ${step.denied ? 'due' : 'forced'} all the same.`
  const title = (would: string) => `Kubernetes auto-update ${would} not help`
  const plan = kubernetesAutoPlan(prospect)
  if (plan === null) {
    if (isPatchUpdate(from, to)) return []
    return [advice('no-help', title('does'), `It is on. ${staysWithin(shoot)} ${same}`)]
  }
  if (helped.some((one) => one.title === plan.title) || tryOut(prospect, plan) === null) return []
  const text = isPatchUpdate(from, to)
    ? `${from} has expired by its next window: the update to ${to} of ${dayOf(step.window.begin, shoot)} is forced all the same.`
    : `${staysWithin(shoot)} ${same}`
  return [advice('no-help', title('would'), text)]
}

function staysWithin({ kubernetesVersion }: Shoot): string {
  const minor = kubernetesVersion.split('.').slice(0, 2).join('.')
  return `It stays within ${minor}, and there is no patch of it left to go to.`
}

export function isPatchUpdate(from: string, to: string): boolean {
  const [a, b] = [parseVersion(from), parseVersion(to)]
  return a !== null && b !== null && sameMinor(a, b)
}
