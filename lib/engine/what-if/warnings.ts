import type { Edit } from '@/lib/engine/edit'
import { nameOf } from '@/lib/engine/edit/edit'
import type { Nodes } from '@/lib/engine/fleet/classes'
import type { Event } from '@/lib/engine/fleet/outlook'
import { dayText } from '@/lib/engine/instant-text'
import { expiryOf, stageAt } from '@/lib/engine/lifecycle'
import { imageRoles, kubernetesRoles } from '@/lib/engine/offer'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { compareVersions, minorOf, parseVersion, plus, type Version } from '@/lib/engine/version'
import { isSameEvent } from './compare'
import type { Fork } from './forks'

/** What operators want to know before they apply an edit, although the API server would accept it. */
export interface Warning {
  readonly code:
    | 'forces-minor'
    | 'no-next-minor'
    | 'strands-clusters'
    | 'removes-default'
    | 'expires-on-weekend'
    | 'expires-in-freeze'
  /** A whole sentence. */
  readonly text: string
  /** Null: it is about none in particular. */
  readonly clusters: number | null
  readonly nodes: Nodes | null
  /** The version that clusters go to, or that takes over. */
  readonly to: string | null
}

/** Days on which nobody wants to force anything, both included; `YYYY-MM-DD`, or `MM-DD` for every year. */
export interface Freeze {
  readonly from: string
  readonly to: string
  readonly name: string
}

/** The turn of the year. */
export const FREEZES: readonly Freeze[] = [{ from: '12-20', to: '01-06', name: 'the turn of the year' }]

export interface WarningInput {
  readonly edits: readonly Edit[]
  /** What maintenance uses: without edits, then after each of them. */
  readonly states: readonly CloudProfile[]
  readonly changed: readonly Fork[]
  readonly at: Instant
  /** `YYYY-MM-DD` of an instant where the reader is. */
  readonly dateOf: (at: Instant) => string
  readonly freezes: readonly Freeze[]
}

/** The warnings of every edit, in order. Each is about what is so after all of them. */
export function warningsOf(input: WarningInput): Warning[][] {
  const { edits, states } = input
  const moves = movesByVersion(input.changed, editedVersions(edits))
  const first = states[0]
  const last = states.at(-1)
  if (first === undefined || last === undefined) return edits.map(() => [])
  const orphans = orphanedMinors(last, input.at)
  return edits.map((edit, i) => {
    const [before, after] = [states[i], states[i + 1]]
    if (before === undefined || after === undefined || before === after) return []
    return [
      ...(isFollowed(edits, states, i)
        ? []
        : [...moveWarnings(edit, moves), ...defaultWarning(edit, first, last, input.at)]),
      ...orphanWarnings(orphanedMinors(before, input.at), orphanedMinors(after, input.at), orphans),
      ...dateWarnings(edit, last, input),
    ]
  })
}

/** Whether a later edit changes the same version: what becomes of it and its clusters is said once, beside the last. */
function isFollowed(edits: readonly Edit[], states: readonly CloudProfile[], i: number): boolean {
  const edit = edits[i]
  if (edit === undefined || !('version' in edit)) return false
  return edits.some(
    (later, j) =>
      j > i &&
      states[j] !== states[j + 1] &&
      'version' in later &&
      later.version === edit.version &&
      later.image === edit.image,
  )
}

interface Move {
  readonly code: 'forces-minor' | 'strands-clusters'
  readonly to: string | null
  readonly cause: string | null
  clusters: number
  readonly nodes: { min: number; max: number }
  /** The one whose clusters were added last. */
  latest: Fork | null
}

/** What clusters of a version are newly forced to, or newly fail with, by `image version` and then by target or cause. */
function movesByVersion(
  changed: readonly Fork[],
  edited: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Map<string, Move>> {
  const versions = new Map<string, Map<string, Move>>()
  for (const fork of changed) {
    const { before, after, clusters, pools } = fork
    for (const event of after.events) {
      if (event.kind !== 'forced' && event.kind !== 'fails') continue
      if (!event.digest.changes.some(({ what, from }) => edited.get(what)?.has(from) === true)) continue
      const move = moveIn(event)
      if (move === null || before.events.some((known) => isSameEvent(known, event))) continue
      for (const what of move.of) {
        const moves = versions.get(what) ?? new Map<string, Move>()
        versions.set(what, moves)
        const key = `${move.code} ${move.to} ${move.cause}`
        const found = moves.get(key) ?? {
          code: move.code,
          to: move.to,
          cause: move.cause,
          clusters: 0,
          nodes: { min: 0, max: 0 },
          latest: null,
        }
        moves.set(key, found)
        // The same clusters may fail for the same reason again, after something else has changed.
        if (found.latest !== fork) found.clusters += clusters
        found.latest = fork
        for (const pool of event.digest.rolls) {
          found.nodes.min += pools[pool]?.min ?? 0
          found.nodes.max += pools[pool]?.max ?? 0
        }
      }
    }
  }
  return versions
}

/** Texts of the versions that edits are about, by `Kubernetes` or the image's name. */
function editedVersions(edits: readonly Edit[]): Map<string, Set<string>> {
  const edited = new Map<string, Set<string>>()
  for (const edit of edits) {
    if (!('version' in edit)) continue
    const what = edit.image ?? 'Kubernetes'
    edited.set(what, (edited.get(what) ?? new Set()).add(edit.version))
  }
  return edited
}

function moveIn({ kind, digest }: Event) {
  if (kind === 'fails') {
    // Refused as a whole: everything that was wanted that night fails.
    const failing = digest.changes.filter(({ to, why }) => (digest.denied ? why !== 'auto' : to === null))
    const of = new Set(failing.map(({ what, from }) => `${what} ${from}`))
    return { code: 'strands-clusters' as const, of, to: null, cause: digest.cause }
  }
  if (kind !== 'forced') return null
  const forced = digest.changes.find((c) => c.component === 'controlPlane' && c.why !== 'auto' && c.to !== null)
  if (forced === undefined || forced.to === null || sameMinorTexts(forced.from, forced.to)) return null
  return { code: 'forces-minor' as const, of: new Set([`Kubernetes ${forced.from}`]), to: forced.to, cause: null }
}

function moveWarnings(edit: Edit, moves: ReadonlyMap<string, ReadonlyMap<string, Move>>): Warning[] {
  if (!('version' in edit)) return []
  const own = moves.get(`${edit.image ?? 'Kubernetes'} ${edit.version}`)
  return [...(own?.values() ?? [])]
    .toSorted((a, b) => b.clusters - a.clusters)
    .map(({ code, to, cause, clusters, nodes }) => ({
      code,
      clusters,
      to,
      nodes: code === 'forces-minor' ? nodes : null,
      text:
        code === 'forces-minor'
          ? `${count(clusters)} ${clusters === 1 ? 'is' : 'are'} forced to another minor, Kubernetes ${to}: ${range(nodes)} roll.`
          : `${count(clusters)} cannot leave ${nameOf(edit.image, edit.version)}: ${cause ?? 'no version to move to'}.`,
    }))
}

function count(clusters: number): string {
  return clusters === 1 ? '1 cluster' : `${figure(clusters)} clusters`
}

function range({ min, max }: Nodes): string {
  return min === max ? `${figure(max)} nodes` : `${figure(min)} to ${figure(max)} nodes`
}

/** `26,986` */
function figure(count: number): string {
  return count.toLocaleString('en')
}

/** Minors on offer from which no next minor can be reached although there are higher ones. */
function orphanedMinors({ kubernetes }: CloudProfile, at: Instant): Set<string> {
  const versions = kubernetes.flatMap((listed) => {
    const version = parseVersion(listed.version)
    return version === null ? [] : [{ listed, version }]
  })
  const reachable = versions.filter(({ listed }) => stageAt(listed, at) !== 'preview').map(({ version }) => version)
  const highest = reachable.toSorted(compareVersions).at(-1)
  const orphans = new Set<string>()
  for (const { version } of versions) {
    if (highest === undefined || !isLowerMinor(version, highest)) continue
    const next = plus(version.minor, 1)
    if (!reachable.some(({ major, minor }) => major === version.major && minor === next)) orphans.add(minorOf(version))
  }
  return orphans
}

function isLowerMinor(a: Version, b: Version): boolean {
  return a.major < b.major || (a.major === b.major && a.minor < b.minor)
}

function orphanWarnings(before: Set<string>, after: Set<string>, final: Set<string>): Warning[] {
  return [...after]
    .filter((minor) => !before.has(minor) && final.has(minor))
    .map((minor) => ({
      code: 'no-next-minor',
      clusters: null,
      nodes: null,
      to: null,
      text: `From Kubernetes ${minor} there is no next minor any more: clusters on it cannot be updated when it expires.`,
    }))
}

/** An edit of what new clusters get, after which they get something lower or nothing. */
function defaultWarning(edit: Edit, before: CloudProfile, after: CloudProfile, at: Instant): Warning[] {
  if (!('version' in edit)) return []
  const { image, version } = edit
  const had = defaultsOf(before, image, at)
  const has = defaultsOf(after, image, at)
  const was = parseVersion(version)
  if (!had.has(version) || has.has(version) || was === null) return []
  const next = [...has].flatMap((text) => parseVersion(text) ?? []).toSorted(compareVersions)
  const highest = next.at(-1)
  if (highest !== undefined && compareVersions(highest, was) > 0) return []
  const to = highest?.text ?? null
  const who = image === null ? 'New clusters' : 'New pools'
  const text = `${who} that name no version get ${nameOf(image, version)} today; afterwards ${to === null ? 'there is no version for them' : `they get ${to}`}.`
  return [{ code: 'removes-default', clusters: null, nodes: null, to, text }]
}

export function defaultsOf(profile: CloudProfile, image: string | null, at: Instant): ReadonlySet<string> {
  return (image === null ? kubernetesRoles(profile, at) : imageRoles(profile, image, at)).defaults
}

function dateWarnings(edit: Edit, profile: CloudProfile, { at, dateOf, freezes }: WarningInput): Warning[] {
  const setsDate = edit.kind === 'expire' || edit.kind === 'schedule' || edit.kind === 'restore' || edit.kind === 'add'
  if (!setsDate) return []
  const version = edit.kind === 'add' ? edit.entry.version : edit.version
  const list =
    edit.image === null ? profile.kubernetes : profile.machineImages.find(({ name }) => name === edit.image)?.versions
  const listed = list?.find((candidate) => candidate.version === version)
  const expires = listed === undefined ? null : expiryOf(listed)
  if (expires === null || expires <= at) return []
  const date = dateOf(expires)
  const local = dayText(Date.parse(`${date}T00:00:00Z`), 0)
  const utc = dayText(expires, 0)
  // Dates are edited in UTC: whoever sees another one is told why.
  const dayName = local === utc ? local : `${local} (${utc} UTC)`
  const name = nameOf(edit.image, version)
  const none = { clusters: null, nodes: null, to: null }
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  const weekend: Warning[] =
    day === 0 || day === 6
      ? [
          {
            ...none,
            code: 'expires-on-weekend',
            text: `${name} expires on a ${day === 0 ? 'Sunday' : 'Saturday'}, ${dayName}: the first clusters are forced at the weekend.`,
          },
        ]
      : []
  const freeze = freezes.find((one) => isWithin(date, one))
  return freeze === undefined
    ? weekend
    : [
        ...weekend,
        { ...none, code: 'expires-in-freeze', text: `${name} expires on ${dayName}, in a freeze: ${freeze.name}.` },
      ]
}

/** Days of every year may go over its end. */
function isWithin(date: string, { from, to }: Freeze): boolean {
  const day = from.length === 5 ? date.slice(5) : date
  return from <= to ? from <= day && day <= to : from <= day || day <= to
}

function sameMinorTexts(a: string, b: string): boolean {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left !== null && right !== null && minorOf(left) === minorOf(right)
}
