import type { Edit } from '@/lib/engine/edits'
import { nameOf } from '@/lib/engine/edits'
import { dayText } from '@/lib/engine/explain'
import type { Nodes } from '@/lib/engine/fleet'
import {
  CompiledProfile,
  compareVersions,
  expiryOf,
  imageRoles,
  justAfter,
  kubernetesRoles,
  minorOf,
  parseVersion,
  plus,
  stageAt,
  type Version,
} from '@/lib/engine/rules'
import { WEEKDAYS } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { WHAT_IF_WARNINGS } from '@/lib/engine/words'
import type { ChangedBranch } from './comparisons'
import { type Harm, harmsOf } from './harms'
import { isFollowed, Responsible } from './responsible'

/** What operators want to know before they apply an edit, although the API server would accept it. */
export interface Warning {
  readonly code: (typeof WHAT_IF_WARNINGS)[number]
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
  readonly changed: readonly ChangedBranch[]
  readonly at: Instant
  /** `YYYY-MM-DD` of an instant where the reader is. */
  readonly dateOf: (at: Instant) => string
  readonly freezes: readonly Freeze[]
}

/** The warnings of every edit, in order. Each is about what is so after all of them. */
export function warningsOf(input: WarningInput): Warning[][] {
  const { edits, states, changed } = input
  const first = states[0]
  const last = states.at(-1)
  if (first === undefined || last === undefined) return edits.map(() => [])
  const harms = harmsOf(changed, edits.length, new Responsible(edits, states))
  // Nobody makes or moves a cluster before the edit is there: a stage that it begins now has begun then.
  const now = justAfter(input.at)
  const orphans = orphanedMinors(last, now)
  return edits.map((edit, i) => {
    const [before, after] = [states[i], states[i + 1]]
    if (before === undefined || after === undefined || before === after) return []
    return [
      ...(harms[i] ?? []).map((harm) => harmWarning(harm, input)),
      ...(isFollowed(edits, states, i) ? [] : defaultWarning(edit, first, last, now)),
      ...orphanWarnings(orphanedMinors(before, now), orphanedMinors(after, now), orphans),
      ...dateWarnings(edit, last, input),
    ]
  })
}

function harmWarning(harm: Harm, input: WarningInput): Warning {
  const { effect, clusters, nodes, to, isMinor } = harm
  if (effect === 'stuck' || effect === 'failing')
    return { code: 'strands-clusters', clusters, nodes: null, to, text: strandedText(harm) }
  return { code: isMinor ? 'forces-minor' : 'forces-update', clusters, nodes, to, text: forcedText(harm, input) }
}

function strandedText({ effect, what, from, cause, clusters }: Harm): string {
  const anyway = effect === 'stuck' ? '' : ` that ${clusters === 1 ? 'fails' : 'fail'} to update anyway`
  const either = effect === 'stuck' ? '' : ' either'
  const left = what === '' ? 'be updated' : `leave ${what} ${from}`
  return `${count(clusters)}${anyway} cannot ${left}${either}: ${cause ?? 'no version to move to'}.`
}

function forcedText({ effect, what, to, isMinor, clusters, nodes, begins }: Harm, { dateOf }: WarningInput): string {
  const who = `${count(clusters)} ${clusters === 1 ? 'is' : 'are'}`
  const where = isMinor ? `to another minor, ${what} ${to}` : `to ${what} ${to}`
  const day = dayText(Date.parse(`${dateOf(begins)}T00:00:00Z`), 0)
  const how =
    effect === 'forced'
      ? `newly forced ${where}`
      : `forced earlier ${where}, ${clusters === 1 ? 'on' : 'the first on'} ${day}`
  return `${who} ${how}: ${rollText(nodes)}.`
}

function rollText(nodes: Nodes): string {
  if (nodes.max === 0) return 'no node rolls'
  return nodes.min === 1 && nodes.max === 1 ? '1 node rolls' : `${range(nodes)} roll`
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
  const had = defaultsOf(new CompiledProfile(before), image, at)
  const has = defaultsOf(new CompiledProfile(after), image, at)
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

export function defaultsOf(profile: CompiledProfile, image: string | null, at: Instant): ReadonlySet<string> {
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
  const dayName = dayText(Date.parse(`${date}T00:00:00Z`), 0)
  const name = nameOf(edit.image, version)
  const none = { clusters: null, nodes: null, to: null }
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  const weekend: Warning[] =
    day === 0 || day === 6
      ? [
          {
            ...none,
            code: 'expires-on-weekend',
            text: `${name} expires on a ${WEEKDAYS[day]}, ${dayName}: the first clusters are forced at the weekend.`,
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
