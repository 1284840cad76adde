import type { Zone } from '@/lib/contract/zone'
import {
  type ClockSpan,
  type ConstraintBeforeUpdate,
  endangersNodes,
  type Obstacle,
  type ObstacleBegin,
  type OperationRetry,
  type OverdueParts,
  type RequestedOperation,
  type SettingsEnd,
  type WindowTrouble,
} from '@/lib/engine/explain/obstacles'
import { MAINTENANCE_OPERATION, NEEDS_RETRY, OPERATION } from '@/lib/engine/rules'
import { SECOND } from '@/lib/engine/time'
import type { ComponentChange, Instant, ReportedConstraint, RotationTimes, Shoot } from '@/lib/engine/types'
import { poolWord } from './alike-pools'
import { type SaidBy, said } from './by-code'
import { operationEffectText, operationWords } from './operations'
import { capitalized, given, listed, nameOf, plural, poolsText, shortPoolsText } from './phrases'
import { unsupportedText } from './releases'
import { clockText, countOf, dayText, durationText, instantText } from './time-text'
import { windowZone } from './when'

/** Instants on the shoot's own clock. */
type ShootClock = (at: Instant) => string

/** An obstacle in whole sentences, with days on the shoot's own clock; `alike`: said of so many pools that are alike. */
export function obstacleText(obstacle: Obstacle, { window }: Pick<Shoot, 'window'>, alike = 1): string {
  const zone = windowZone(window)
  const day: ShootClock = (at) => dayText(at, zone)
  return said(OBSTACLES, 'code', obstacle, { day, zone, alike })
}

const OBSTACLES: SaidBy<
  'code',
  Obstacle,
  [told: { readonly day: ShootClock; readonly zone: Zone; readonly alike: number }]
> = {
  'profile-unknown': ({ profile }) => `Almanac does not know the profile ${profile}, so it can forecast nothing.`,
  'being-deleted': ({ since }, { day }) =>
    `Its deletion was asked for on ${day(since)}: maintenance never runs for it.`,
  overdue: (obstacle, { day }) => overdueText(obstacle, day),
  'in-place-pending': ({ pool, follows }, { alike }) =>
    `${capitalized(poolWord(pool, alike))} has not finished its update in place. Until then every change ${follows ? 'of the pool and of the Kubernetes version' : 'of the pool'} is refused, and with it all other updates of the same maintenance.`,
  'window-trouble': ({ trouble }) => windowTroubleText(trouble),
  'no-window': 'It has no maintenance window: maintenance may begin at any time of the day.',
  'asked-unknown': ({ operation }) =>
    `${OPERATION} asks for ${operation}, which Gardener does not know: it does nothing.`,
  'retry-of-nothing': `${OPERATION} asks for retry, but the last operation has not failed: it does nothing.`,
  'maintains-at-once': () => atOnceText({ operation: 'maintain', effect: null }),
  'asked-at-once': (obstacle) => atOnceText(obstacle),
  'asked-later-unknown': ({ operation }) =>
    `${MAINTENANCE_OPERATION} asks for ${operation}, which Gardener does not know: the API server refuses the maintenance, and with it all its updates, as long as that stands there.`,
  'asked-later-skipped': (obstacle) => {
    const why =
      obstacle.because === 'failed' ? 'the last operation failed' : 'Gardener has not worked on the cluster yet'
    return `${MAINTENANCE_OPERATION} asks for ${obstacle.operation}, but maintenance skips that as ${why}. It stays asked for: with the first maintenance after an operation that succeeded, ${outcomeText(obstacle)}`
  },
  'asked-later': (obstacle, { day }) =>
    `${MAINTENANCE_OPERATION} asks for ${obstacle.operation}: with the maintenance of ${day(obstacle.begins)} ${outcomeText(obstacle)}`,
  'asked-later-refused': ({ operation, reason }) =>
    `${MAINTENANCE_OPERATION} asks for ${operation}, but the API server refuses the next maintenance: ${reason ?? 'it does not say why'}`,
  'asked-later-idle': ({ operation }) =>
    `${MAINTENANCE_OPERATION} asks for ${operation}, which another operation does as well or which has nothing to do here.`,
  'operation-failed': ({ type, retry }, { day }) => `Its last operation (${type}) failed. ${retryText(retry, day)}`,
  'rotation-waits': ({ of, pools }) =>
    `The rotation of the ${ROTATED[of]} waits for ${poolsText(pools)}: maintenance does not roll the nodes for it, ${OPERATION}=rotate-rollout-workers=${pools.join(',')} does.`,
  confined: ({ until }, { zone }) =>
    `Its roll-outs are confined to the window: a change that you make now is only stored, and rolled out with the maintenance of ${instantText(until, zone)}. Hibernating, waking up and ${OPERATION}=reconcile act at once.`,
  reported: (obstacle, { zone }) => reportedText(obstacle, zone),
  hibernated:
    'It is hibernated. That does not hold maintenance back: versions change as forecast, nodes come up with them.',
  sleeps: ({ isHibernated, begins, wakes, skipsRotation }, { day, zone }) => {
    const who = isHibernated ? 'It is hibernated' : 'It sleeps by its schedule'
    const woken =
      wakes === null
        ? 'When somebody wakes it up, its nodes come up with the new versions.'
        : `It wakes up on ${instantText(wakes, zone)}, with the new versions.`
    const skipped = skipsRotation ? ' The rotation of the etcd encryption key is due and skipped while it sleeps.' : ''
    return `${who} in the maintenance of ${day(begins)}: versions change as forecast, and no node rolls, as there is none. ${woken}${skipped}`
  },
  'in-place-by-hand': ({ pool, begins }, { day, alike }) =>
    `${capitalized(poolWord(pool, alike))} is updated in place by hand: after the maintenance of ${day(begins)} somebody must select its nodes, and until all are done the pool blocks further updates.`,
  'settings-end': ({ ends }, { day }) => settingsText(ends, day),
  'auto-to-dead-end': ({ pool, image, from, to, begins, stuck }, { day, alike }) => {
    const who = pool === null ? 'the control plane' : poolWord(pool, alike)
    return `On ${day(begins)} ${who} goes by itself from ${nameOf(image, from)} to ${to}, which ends: from ${day(stuck)} on there is no version to move to. ${nameOf(image, from)} could stay.`
  },
  'image-unmapped': ({ begins, pool, image, version }, { day, alike }) =>
    `On ${day(begins)} ${poolWord(pool, alike)} comes to ${nameOf(image, version)}, for which the profile names no image of the provider (spec.providerConfig): no node can be made of it.`,
  unsupported: ({ begins, minors }, { day }) =>
    `On ${day(begins)} it comes to a minor that these rules do not know. ${minors.map(unsupportedText).join(' ')}`,
  unclassified: ({ versions }) => {
    const [have, them] = [plural(versions.length, 'has', 'have'), plural(versions.length, 'it', 'them')]
    const names = listed(versions.map(({ image, version }) => nameOf(image, version)))
    return `${names} ${have} neither a classification nor a date in the profile: Gardener treats ${them} as supported.`
  },
  'unclassified-until': ({ image, version, expires }, { day }) =>
    `${nameOf(image, version)} has no classification in the profile, but expires on ${day(expires)}: until then Gardener treats it as supported.`,
}

/** `since 3 Nov 2026`, `from 12 Dec 2026 on` */
export function beginningText({ at, isPast }: ObstacleBegin, day: ShootClock): string {
  return isPast ? `since ${day(at)}` : `from ${day(at)} on`
}

/** What is known, and what is not. */
function overdueText({ pools, expired, made, windows, fails, last, ...named }: OverdueParts, day: ShootClock): string {
  const where = pools === null ? '' : ` of ${shortPoolsText(pools)}`
  const before = made === null ? '' : `, before this cluster was made on ${day(made)}`
  const expiry = `${nameOf(named.image, named.version)}${where} expired on ${day(expired)}${before}.`
  const passed = countOf(windows, 'window has', 'windows have')
  const unknown = `Almanac does not know ${fails ? `whether ${plural(windows, 'it', 'they')} failed` : 'why'}.`
  if (last !== null && last >= expired)
    return `${expiry} The last maintenance on record is of ${day(last)}. ${passed} passed since then. ${unknown}`
  const record = last === null ? 'no maintenance is recorded' : `no maintenance after ${day(last)} is recorded`
  return `${expiry} ${passed} passed since then, and ${record}. ${unknown}`
}

/** What is wrong with a window, and when Gardener maintains all the same. */
export function windowTroubleText(trouble: WindowTrouble): string {
  if (trouble.kind === 'unreadable')
    return `Its maintenance window cannot be read: maintenance may begin at any time of the day. It says "${trouble.window.begin}" to "${trouble.window.end}"; times are written like 220000+0100.`
  const { kind, window, begins } = trouble
  const is = `Its maintenance window, ${clockSpan(window)}, is ${durationText((window.to - window.from) * SECOND)} long`
  const [from, to] = [clockOf(begins.from), clockOf(begins.to)]
  const but = `maintenance may begin at any time of the day but ${clockSpan(begins)}`
  if (kind === 'too-long') {
    const when =
      begins.kind === 'outside' ? capitalized(but) : `Maintenance may begin at any time from ${from} to ${to}`
    return `${is}; at most 6 h are allowed. ${when}.`
  }
  const when =
    begins.kind === 'outside'
      ? `That turns the window round: ${but}`
      : begins.from < begins.to
        ? `Maintenance may only begin from ${from} to ${to}`
        : `Maintenance may only begin in the very second of ${from}: it hardly ever does`
  return `${is}; at least 30 min are allowed, and the last 15 are kept free. ${when}.`
}

function clockSpan({ from, to }: ClockSpan): string {
  return `${clockOf(from)}–${clockOf(to)}`
}

/** `22:05`, of a second of the day. */
function clockOf(second: number): string {
  return clockText(second * SECOND, 'UTC')
}

function atOnceText(asked: RequestedOperation): string {
  return `${OPERATION} asks for ${asked.operation}, and Gardener acts on it at once, outside of maintenance: ${outcomeText(asked)}`
}

/** What becomes of what is asked for: a clause to its full stop, then what that means. */
function outcomeText({ operation, effect }: RequestedOperation): string {
  const { clause, meaning } = operationWords(operation)
  return given(`${clause}.`, meaning, effect && operationEffectText(effect)).join(' ')
}

function retryText(retry: OperationRetry, day: ShootClock): string {
  const still = 'That does not hold maintenance back: it changes versions all the same'
  const atOnce = `${OPERATION}=retry does so at once.`
  switch (retry.kind) {
    case 'asked':
      return `${still}.`
    case 'marked':
      return `${still}, and the next one that is not refused retries the operation, for which it is marked (${NEEDS_RETRY}).`
    case 'nothing':
      return `Maintenance does not retry it: it stays failed until somebody asks for it (${OPERATION}=retry) or changes the specification.`
    case 'change':
      return `${still}. It is not retried before ${day(retry.begins)}, when the change of the specification starts a new reconciliation; ${atOnce}`
    case 'after-change':
      return `${still}. As its roll-outs are confined to the window, the change of ${day(retry.begins)} is only stored: it marks the cluster for a retry, and the maintenance after that one rolls it out; ${atOnce}`
  }
}

const ROTATED: Readonly<Record<keyof RotationTimes, string>> = {
  certificateAuthorities: 'CAs',
  serviceAccountKey: 'service account key',
}

/** The steps tell each with its reason: here they are one line, however many minors are ahead. */
function settingsText(ends: readonly SettingsEnd[], day: ShootClock): string {
  const count = ends.reduce((sum, { ended }) => sum + ended.length, 0)
  const lines = ends.map(({ begins, kubernetes, ended }) => {
    const names = ended.map(({ path }) => path.slice('spec.'.length)).join(', ')
    const when = `on ${day(begins)}, with Kubernetes ${kubernetes}`
    // Gardener tells it as done.
    const said = ended.map(({ text }) => `Gardener will say: ${text}`).join()
    return count === 1 ? `${when}, ${names} changes. ${said}` : `${when}: ${names}`
  })
  return count === 1
    ? `${capitalized(lines.join())}.`
    : `${countOf(count, 'setting ends', 'settings end')} on the way: ${lines.join('; ')}.`
}

/** Why nothing is said of a change; null: it is. */
export function unreportedText(
  { kind, unreported: stop }: ComponentChange,
  { workers }: Pick<Shoot, 'workers'>,
): string | null {
  if (stop === undefined) return null
  const worker = workers.find(({ name }) => name === stop.pool)
  const why = {
    'machine-type-unknown': `whose machine type ${worker?.machineType} is not in the profile`,
    'image-unknown': `whose image ${worker?.image?.name} is not in the profile`,
    'version-unreadable': 'whose Kubernetes version cannot be read',
  }[stop.because]
  const what = kind === 'update' ? 'This is stored' : 'This stays'
  return `${what}, and Gardener says nothing of it: the images end at pool ${stop.pool}, ${why}.`
}

/**
 * What gardenlet reports of a cluster, in its words, and what that means for the update that is foreseen. `zone`: that of its window.
 */
export function reportedText(reported: ConstraintBeforeUpdate, zone: Zone): string {
  return `${reportText(reported, zone)} ${meaningText(reported, zone)}`
}

/** What gardenlet reports, alone. */
export function reportText(constraint: ReportedConstraint, zone: Zone): string {
  const { type, status, since } = constraint
  const when = since === undefined ? '' : ` since ${dayText(since, zone)}`
  return `gardenlet reports${when} that ${type} is ${status}${reasonText(constraint)}`
}

/** ` (ProblematicWebhooks): webhook "a" might prevent nodes from joining.` */
function reasonText({ reason, message }: ReportedConstraint): string {
  const said = message.trim()
  const code = reason === '' ? '' : ` (${reason})`
  return said === '' ? `${code}.` : `${code}: ${/[.!?]$/.test(said) ? said : `${said}.`}`
}

function meaningText(reported: ConstraintBeforeUpdate, zone: Zone): string {
  const { begins, pools, by } = reported
  const what = by === 'plan' ? 'The change' : `The maintenance of ${dayText(begins, zone)}`
  if (!endangersNodes(reported)) return `${what} does not look at that.`
  return `${what} does not wait for that: the nodes of ${poolsText(pools)} are replaced or updated all the same.`
}
