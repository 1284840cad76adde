import type { Outlook } from '@/lib/engine/fleet/outlook'
import { instantText } from '@/lib/engine/instant-text'
import type { Held } from '@/lib/engine/scenarios'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { FleetIndex } from '../fleet-index'
import { versionKey } from '../usage'

/** A cluster that runs a version, and why it still does. */
export interface ClusterHolding {
  readonly namespace: string
  readonly name: string
  readonly project: string
  readonly held: Held
}

/** Clusters that run a Kubernetes version of a CloudProfile, directly or through a profile that builds on it. */
export function holdersOf(index: FleetIndex, profile: string, version: string): ClusterHolding[] {
  const keys = familyOf(index, profile)
  const key = versionKey('Kubernetes', version)
  const found = index.roster.members.flatMap(({ shoot, project, profile: own }, i): ClusterHolding[] => {
    if (!keys.has(own) || versionKey('Kubernetes', shoot.kubernetesVersion) !== key) return []
    const held = heldBy(shoot, index.outlooks[i])
    return [{ namespace: shoot.namespace, name: shoot.name, project, held }]
  })
  return found.sort((a, b) => leavesAt(a.held) - leavesAt(b.held))
}

/** Keys of a CloudProfile and of the namespaced ones that build on it. */
export function familyOf({ snapshot }: FleetIndex, profile: string): ReadonlySet<string> {
  const children = [...snapshot.profiles].filter(([, { parent }]) => parent === profile).map(([key]) => key)
  return new Set([profile, ...children])
}

/** Those that never leave by themselves come first. */
function leavesAt(held: Held): number {
  return held.kind === 'window' ? held.leaves : Number.NEGATIVE_INFINITY
}

function heldBy(shoot: Shoot, outlook: Outlook | undefined): Held {
  if (shoot.deletionTimestamp !== undefined) return { kind: 'deleting' }
  const events = outlook?.events ?? []
  const leaves = events.find(
    ({ kind, digest }) => kind !== 'fails' && digest.changes.some(({ what }) => what === 'Kubernetes'),
  )
  const fails = events.find(({ kind, from }) => kind === 'fails' && (leaves === undefined || from < leaves.from))
  if (fails !== undefined) {
    const cause = fails.digest.cause ?? 'it fails'
    const { lastMaintenance } = shoot
    if (lastMaintenance?.state === 'Failed')
      return { kind: 'failed', reason: lastMaintenance.failureReason ?? lastMaintenance.description }
    return cause === noVersion ? { kind: 'noNextVersion', reason: cause } : { kind: 'failed', reason: cause }
  }
  if (leaves === undefined) return { kind: 'nothing' }
  return { kind: 'window', begins: leaves.window.begin, leaves: leaves.window.latestStart }
}

/** As `causeOf` says it. */
const noVersion = 'no version to move to'

export function reasonText(held: Held): string {
  switch (held.kind) {
    case 'deleting':
      return 'It is being deleted: maintenance is not performed.'
    case 'failed':
      return `Its maintenance fails: ${held.reason}`
    case 'noNextVersion':
      return 'There is no next version that it could go to.'
    case 'window':
      return `Its maintenance time window was not reached; it begins at ${windowText(held.begins)}.`
    case 'nothing':
      return 'Nothing moves it: the version has not expired for it, or it is never maintained.'
  }
}

function windowText(begins: Instant): string {
  return instantText(begins, 0)
}
