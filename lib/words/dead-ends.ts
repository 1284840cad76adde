import type { Zone } from '@/lib/contract/zone'
import type { IdleEnd } from '@/lib/engine/api-server'
import type { DeadEnd, FailureReason, HoldReason, ProfileDeadEnd } from '@/lib/engine/explain/obstacles'
import type { UpdateRule } from '@/lib/engine/refusal'
import { minorOf, misfitCause, parseVersion, plus } from '@/lib/engine/rules'
import type { ImageMisfit, MaintenanceTimeWindow, Shoot } from '@/lib/engine/types'
import { poolWord } from './alike-pools'
import { type SaidBy, said } from './by-code'
import { codedCauseText } from './causes'
import { capitalized, given, listed, nameOf } from './phrases'
import { countOf, dayText, instantText } from './time-text'
import { windowZone } from './when'

/** A dead end as one sentence, with days on the shoot's own clock; `of`: said of so many pools that are alike. */
export function deadEndText(deadEnd: DeadEnd, shoot: Shoot, of = 1): string {
  const { component, pool, image, version } = deadEnd
  const when = whenText(deadEnd, shoot)
  const owner = component === 'controlPlane' ? 'the control plane' : poolWord(pool, of)
  const stuck = `${when} ${owner} cannot leave ${nameOf(image, version)}`
  switch (deadEnd.kind) {
    case 'minor-gap':
    case 'only-previews':
    case 'last-minor':
    case 'image-end-of-life':
    case 'unreadable':
      return `${stuck}: ${endText(deadEnd.kind, version)}.`
    case 'no-fitting-image':
      return `${stuck}: ${misfitText(deadEnd.misfit)}.`
    case 'machine-type-unknown':
    case 'image-unknown': {
      const machineType = shoot.workers.find(({ name }) => name === pool)?.machineType ?? ''
      const missing = deadEnd.kind === 'image-unknown' ? `image ${image}` : `machine type ${machineType}`
      return `${when} no image of ${owner} and of the pools after it is updated, and nothing is said about it: the ${missing} is not in the profile.`
    }
    case 'refused':
      return `${when} the API server refuses the whole maintenance: ${REFUSED[deadEnd.rule](deadEnd, of)}.`
  }
}

function whenText({ since, began, older, until }: DeadEnd, { window }: Shoot): string {
  const [from, first, to] = [since, began, until].map((at) => (at === null ? null : dayText(at, windowZone(window))))
  if (first !== null) {
    const latest = older ? ' at the latest' : ''
    return to === null ? `Since ${first}${latest}` : `Since ${first}${latest}, and until ${to},`
  }
  if (to === null) return `From ${from} on`
  return from === to ? `On ${from}` : `From ${from} to ${to}`
}

/** What the API server refuses, as the end of a sentence. */
const REFUSED = {
  'image-unknown': (end, of) =>
    `the profile spells the image ${end.image} of ${poolWord(end.pool, of)} in another case`,
  'image-not-listed': (end, of) => `${imageOf(end)}, for ${poolWord(end.pool, of)}, is not in the profile`,
  'image-architecture': (end, of) => `${imageOf(end)} is not for the architecture of ${poolWord(end.pool, of)}`,
  'image-unavailable': (end, of) => `${imageOf(end)}, for ${poolWord(end.pool, of)}, is not available`,
  'image-not-in-place': (end, of) =>
    `${poolWord(end.pool, of)} cannot be updated in place from ${end.image} ${end.version} to ${end.to}`,
  'image-capabilities': (end, of) => `${imageOf(end)} does not fit the machine type of ${poolWord(end.pool, of)}`,
  'image-kubelet': (end, of) => `${imageOf(end)} of ${poolWord(end.pool, of)} does not support its new kubelet version`,
  'version-not-listed': (end, of) =>
    `Kubernetes ${end.to ?? end.version}${end.pool === null ? '' : `, for ${poolWord(end.pool, of)},`} is not in the profile in that spelling`,
  'version-downgrade': (end, of) =>
    `${poolWord(end.pool, of)} would go back from Kubernetes ${end.version} to ${end.to}`,
  'version-skips-minor': (end, of) =>
    `${poolWord(end.pool, of)} is updated in place and would skip a minor, from Kubernetes ${end.version} to ${end.to}`,
  'pool-above-control-plane': (end, of) => `${poolWord(end.pool, of)} would be above its control plane`,
  'pool-too-far-behind': (end, of) =>
    `${poolWord(end.pool, of)}, with its own Kubernetes ${end.version}, would be more than three minors behind its control plane`,
  'pool-pending-in-place': (end, of) => `the update in place of ${poolWord(end.pool, of)} is not finished`,
  'machine-type-gone': (end, of) =>
    `the machine type of ${poolWord(end.pool, of)} is not in the profile, and with machineCapabilities the API server breaks off every write; put the type back into the profile, or remove the pool`,
  'api-ends': (end) =>
    `runtimeConfig names an API that Kubernetes ${end.to ?? end.version} no longer has; take the entry out of spec.kubernetes.kubeAPIServer.runtimeConfig`,
  'ignore-taints-end': (end) =>
    `ignoreTaints ends before Kubernetes ${end.to ?? end.version}; name startupTaints or statusTaints in spec.kubernetes.clusterAutoscaler instead`,
  'plugin-ends': (end) =>
    `Kubernetes ${end.to ?? end.version} does not have an admission plugin that spec.kubernetes.kubeAPIServer.admissionPlugins names`,
  'hibernation-schedule': () =>
    'a hibernation schedule is not valid; mend spec.hibernation.schedules, or every write is refused',
  'operation-hibernated': () =>
    'an operation that is due or asked for is not permitted while it is hibernated or waking up; it is over once the cluster is awake, or without the operation',
  'operation-encryption-changes': () =>
    'a rotation is due or asked for while a change of the encrypted resources is rolled out; it is over once that is done',
  'operation-not-ready': () =>
    'a rotation is due or asked for before the cluster was created or reconciled; it is over with its first reconciliation',
  operation: () => 'an operation that it is annotated with is not permitted',
  'control-plane-moves': () => 'its control plane is moving to another seed',
  'feature-gate-locked': () => 'the new Kubernetes version locks a feature gate to another value',
} as const satisfies Record<UpdateRule, (end: DeadEnd, of: number) => string>

function imageOf({ image, version, to }: DeadEnd): string {
  return `${image} ${to ?? version}`
}

/** A dead end of a profile as one sentence, with days in UTC, as dates of profiles are. */
export function profileDeadEndText({ kind, image, versions, since, until }: ProfileDeadEnd): string {
  const when = given(
    Number.isFinite(since) && `from ${dayText(since, 'UTC')} on`,
    until !== null && `until ${dayText(until, 'UTC')}`,
    'nothing leads away from',
  )
  return `${capitalized(when.join(' '))} ${nameOf(image, listed(versions))}: ${endText(kind, versions[0] ?? '')}.`
}

/** Why nothing leads away from a version, as the end of a sentence. */
export function endText(kind: ProfileDeadEnd['kind'] | 'unreadable', version: string): string {
  switch (kind) {
    case 'minor-gap':
      return `the profile lists no version of ${nextMinorText(version) ?? version}, and a minor cannot be skipped`
    case 'only-previews':
      return `all versions of ${nextMinorText(version) ?? version} are previews, and those are never a target`
    case 'last-minor':
      return 'the profile lists no higher minor'
    case 'image-end-of-life':
      return 'no version of the image is left to go to'
    case 'unreadable':
      return 'Gardener cannot read the version'
  }
}

/** `1.32` of `1.31.14`; null: it cannot be read. */
export function nextMinorText(text: string): string | null {
  const version = parseVersion(text)
  return version && minorOf({ ...version, minor: plus(version.minor, 1) })
}

/** Why a pool has no version of its image to go to, as lists tell it: the end of a sentence that has named pool and version. */
export function misfitText(misfit: ImageMisfit | null): string {
  return misfit === null ? endText('image-end-of-life', '') : codedCauseText(misfitCause(misfit))
}

/**
 * Why a cluster did not move away from a version, as a whole sentence. Its window is told in its own time; the date of a
 * version is a day in the zone of the reader, as everywhere.
 */
export function holdReasonText(held: HoldReason, window: MaintenanceTimeWindow | undefined, zone: Zone): string {
  return said(HOLDS, 'kind', held, window, zone)
}

const HOLDS: SaidBy<'kind', HoldReason, [window: MaintenanceTimeWindow | undefined, zone: Zone]> = {
  deleting: 'It is being deleted: maintenance is not performed.',
  failed: ({ reason }) => `Its maintenance fails: ${reasonText(reason)}`,
  noNextVersion: ({ reason }) =>
    'cause' in reason && reason.cause === 'no-version'
      ? 'There is no next version that it could go to.'
      : `There is no next version that it could go to: ${reasonText(reason)}`,
  window: ({ begins }, window) =>
    `Its maintenance time window was not reached; it begins at ${instantText(begins, windowZone(window))}.`,
  overdue: overdueText,
  extended: ({ until }, _, zone) => `Its namespaced profile gives it until ${dayText(until, zone)}.`,
  nothing: 'Nothing moves it: the version has not expired for it, or it is never maintained.',
}

function reasonText(reason: FailureReason): string {
  return 'said' in reason ? reason.said : codedCauseText(reason.cause)
}

function overdueText(
  { begins, because }: HoldReason & { kind: 'overdue' },
  window: MaintenanceTimeWindow | undefined,
  zone: Zone,
): string {
  const next = instantText(begins, windowZone(window))
  if ('lastFailure' in because) {
    return `The next one, from ${next}, is foreseen to succeed. The last one failed: ${because.lastFailure}`
  }
  const windows = countOf(because.windows, 'window has', 'windows have')
  return `It expired on ${dayText(because.expired, zone)}. ${windows} passed since then, and no maintenance is recorded. Almanac does not know why it did not leave. The next window begins at ${next}.`
}

/** How many are told: users do not read more. */
const MOST = 20

/** The ends of a namespaced profile of which nothing comes, as whole sentences; days are in UTC, as dates of profiles are. */
export function idleTexts(ends: readonly IdleEnd[], parent: string): readonly string[] {
  const told = ends.slice(0, MOST).map(({ image, version, end, because }) => {
    const day = end === undefined ? '' : `, ${dayText(end, 'UTC')},`
    const why =
      because === 'not-listed'
        ? `${parent} does not list that version`
        : `${parent} gives that version stages (lifecycle), and beside those no date counts`
    return `Its own end of ${nameOf(image, version)}${day} has no effect: ${why}.`
  })
  const more = ends.length - told.length
  return more === 0 ? told : [...told, `So it is with ${more} more.`]
}
