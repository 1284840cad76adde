import type { Edit } from '@/lib/engine/edits'
import { madeOnce } from '@/lib/engine/grouped'
import type { NodeBounds } from '@/lib/engine/outlook'
import {
  type CompiledProfile,
  compareVersions,
  defaultVersions,
  expiryOf,
  isActive,
  isMinorsAhead,
  justAfter,
  listedVersion,
  minorOf,
  parseVersion,
  plus,
  stageAt,
  unsupportedMinor,
  type Version,
} from '@/lib/engine/rules'
import { formatInstant, isEndOfDay } from '@/lib/engine/time'
import type { CloudProfile, Instant, NamedVersion } from '@/lib/engine/types'
import { type HarmedClusters, type HarmOfEdits, isFollowed } from './responsible'

/** What operators want to know before they apply an edit, although the API server would accept it: a code, and the facts of it. */
export type EditWarning =
  /** `harm`: they get stuck, or are `failing` anyway. */
  | ({ readonly code: 'strands-clusters'; readonly harm: 'stuck' | 'failing'; readonly clusters: number } & Pick<
      HarmedClusters,
      'what' | 'from' | 'cause'
    >)
  /** `date`: of the first of them, where the reader is. */
  | {
      readonly code: 'forces-minor' | 'forces-update'
      readonly harm: 'forced' | 'earlier' | 'more'
      readonly clusters: number
      readonly nodes: NodeBounds
      readonly what: string
      readonly to: string | null
      readonly date: string
    }
  | { readonly code: 'no-next-minor'; readonly minor: string }
  /** `to`: what new clusters get then; null: nothing. */
  | ({ readonly code: 'removes-default'; readonly to: string | null } & NamedVersion)
  | { readonly code: 'minor-unsupported'; readonly minor: string }
  /** A version that is added, for which the provider's part of the profile names no image. */
  | { readonly code: 'image-without-mapping'; readonly image: string; readonly version: string }
  /** The default changes, not at once but when the version expires. */
  | ({ readonly code: 'changes-default'; readonly to: string | null } & ExpiringVersion)
  /** For Kubernetes: no version of a minor that is on offer is supported any more. */
  | { readonly code: 'loses-supported'; readonly minor: string }
  | ({ readonly code: 'expires-at-once' } & ExpiringVersion)
  | ({ readonly code: 'expires-on-weekend' } & ExpiringVersion)
  | ({ readonly code: 'expires-in-freeze'; readonly freeze: FreezePeriod } & ExpiringVersion)

/** `date`: `YYYY-MM-DD` where the reader is. */
interface ExpiringVersion extends NamedVersion {
  readonly date: string
  /** The day of UTC with whose last second it expires, where that is another day than the reader's; null otherwise. */
  readonly utcDay: string | null
}

/** Days on which operators want to force nothing, both included; `YYYY-MM-DD`, or `MM-DD` for every year. */
export interface FreezePeriod {
  readonly from: string
  readonly to: string
  /** How they are called; absent: they have no name. */
  readonly name?: string
}

/** The turn of the year. */
export const FREEZES: readonly FreezePeriod[] = [{ from: '12-20', to: '01-06', name: 'the turn of the year' }]

export interface WarningInput {
  readonly edits: readonly Edit[]
  /** What maintenance uses: without edits, then after each of them. */
  readonly states: readonly CloudProfile[]
  /** What the edits cost clusters. */
  readonly harms: HarmOfEdits
  /** The first or the last of the states, compiled. */
  readonly compiled: (profile: CloudProfile) => CompiledProfile
  readonly at: Instant
  /** `YYYY-MM-DD` of an instant where the reader is. */
  readonly dateOf: (at: Instant) => string
  readonly freezes: readonly FreezePeriod[]
  /** Whether the provider's part of the profile has an image of a version, or there is no such part; absent: there is none. */
  readonly isMapped?: (image: string, version: string) => boolean
}

/** The warnings of every edit, in order. Each is about what is so after all of them. */
export function editWarnings(input: WarningInput): EditWarning[][] {
  const { edits, states } = input
  const first = states[0]
  const last = states.at(-1)
  if (first === undefined || last === undefined) return edits.map(() => [])
  // No cluster is made or moved before the edit is there: a stage that it begins now has begun then.
  const now = justAfter(input.at)
  const orphansKnown = new Map<CloudProfile['kubernetes'], ReadonlySet<string>>()
  const orphansOf = (kubernetes: CloudProfile['kubernetes']) =>
    madeOnce(orphansKnown, kubernetes, () => orphanedMinors(kubernetes, now))
  const orphans = orphansOf(last.kubernetes)
  const defaultsIn = (profile: CloudProfile): DefaultsOf => {
    const [compiled, known] = [input.compiled(profile), new Map<string | null, ReadonlySet<string>>()]
    return (image) => madeOnce(known, image, () => defaultVersions(compiled, image, now))
  }
  const [had, has] = [defaultsIn(first), defaultsIn(last)]
  const unsupported = minorsWithoutSupported(last.kubernetes, now)
  return edits.map((edit, i) => {
    const [before, after] = [states[i], states[i + 1]]
    if (before === undefined || after === undefined || before === after) return []
    const harms = input.harms.of(i)
    return [
      ...harms.map((harm) => harmWarning(harm, input)),
      ...unsupportedMinors(edit, harms),
      ...(isFollowed(edits, states, i) ? [] : defaultWarning(edit, had, has)),
      ...minorWarnings(
        'loses-supported',
        minorsWithoutSupported(before.kubernetes, now),
        minorsWithoutSupported(after.kubernetes, now),
        unsupported,
      ),
      ...(orphans.size === 0
        ? []
        : minorWarnings('no-next-minor', orphansOf(before.kubernetes), orphansOf(after.kubernetes), orphans)),
      ...dateWarnings(edit, last, has, input),
      ...mappingWarnings(edit, last, input),
    ]
  })
}

function harmWarning(
  { effect: harm, isMinor, begins, cause, ...rest }: HarmedClusters,
  { dateOf }: WarningInput,
): EditWarning {
  const { what, from, to, clusters, nodes } = rest
  if (harm === 'stuck' || harm === 'failing') return { code: 'strands-clusters', harm, what, from, cause, clusters }
  const code = isMinor ? 'forces-minor' : 'forces-update'
  return { code, harm, what, to, clusters, nodes, date: dateOf(begins) }
}

/** Minors that the edit brings, or that it brings clusters to, and whose losses are not known. */
function unsupportedMinors(edit: Edit, harms: readonly HarmedClusters[]): EditWarning[] {
  const added = edit.kind === 'add' && edit.image === null ? [edit.entry.version] : []
  const forced = harms.flatMap(({ what, to, isMinor }) => (isMinor && what === 'Kubernetes' && to !== null ? [to] : []))
  const minors = new Set([...added, ...forced].flatMap((version) => unsupportedMinor(version) ?? []))
  return [...minors].map((minor) => ({ code: 'minor-unsupported', minor }))
}

/** Minors on offer from which no next minor can be reached although there are higher ones. */
function orphanedMinors(kubernetes: CloudProfile['kubernetes'], at: Instant): Set<string> {
  const versions = kubernetes.flatMap((listed) => {
    const version = parseVersion(listed.version)
    return version === null ? [] : [{ listed, version }]
  })
  const reachable = versions.filter(({ listed }) => stageAt(listed, at) !== 'preview').map(({ version }) => version)
  const highest = reachable.reduce<Version | null>(
    (one, other) => (one === null || compareVersions(other, one) > 0 ? other : one),
    null,
  )
  const minors = new Set(reachable.map(minorOf))
  const orphans = new Set<string>()
  for (const { version } of versions) {
    if (highest === null || !isMinorsAhead(version, highest, 1)) continue
    if (!minors.has(`${version.major}.${plus(version.minor, 1)}`)) orphans.add(minorOf(version))
  }
  return orphans
}

/** Warnings about minors: what an edit causes, and no later one sets right. */
function minorWarnings(
  code: 'no-next-minor' | 'loses-supported',
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  final: ReadonlySet<string>,
): EditWarning[] {
  return [...after].filter((minor) => !before.has(minor) && final.has(minor)).map((minor) => ({ code, minor }))
}

/** Gardener accepts it; the extension of the provider then cannot make a node. */
function mappingWarnings(edit: Edit, last: CloudProfile, { isMapped = () => true }: WarningInput): EditWarning[] {
  if (edit.kind !== 'add' || edit.image === null) return []
  const { image } = edit
  const { version } = edit.entry
  if (listedVersion(last, image, version) === undefined || isMapped(image, version)) return []
  return [{ code: 'image-without-mapping', image, version }]
}

/** The versions of an image (null: Kubernetes) that new clusters get which name none. */
type DefaultsOf = (image: string | null) => ReadonlySet<string>

/** An edit of what new clusters get, after which they get something lower or nothing. */
function defaultWarning(edit: Edit, before: DefaultsOf, after: DefaultsOf): EditWarning[] {
  if (!('version' in edit)) return []
  const { image, version } = edit
  const [had, has] = [before(image), after(image)]
  const was = parseVersion(version)
  if (!had.has(version) || has.has(version) || was === null) return []
  const next = [...has].flatMap((text) => parseVersion(text) ?? []).toSorted(compareVersions)
  const highest = next.at(-1)
  if (highest !== undefined && compareVersions(highest, was) > 0) return []
  return [{ code: 'removes-default', image, version, to: highest?.text ?? null }]
}

/** Minors that are on offer, and of which no version is supported: one without a classification is treated as supported. */
function minorsWithoutSupported(kubernetes: CloudProfile['kubernetes'], at: Instant): Set<string> {
  const minors = new Map<string, boolean>()
  for (const listed of kubernetes) {
    const version = parseVersion(listed.version)
    const stage = stageAt(listed, at)
    if (version === null || !isActive(stage)) continue
    const minor = minorOf(version)
    minors.set(minor, minors.get(minor) === true || stage === 'supported')
  }
  return new Set([...minors].flatMap(([minor, isSupported]) => (isSupported ? [] : [minor])))
}

function dateWarnings(
  edit: Edit,
  profile: CloudProfile,
  defaults: DefaultsOf,
  { at, dateOf, freezes, compiled }: WarningInput,
): EditWarning[] {
  const setsDate = edit.kind === 'expire' || edit.kind === 'schedule' || edit.kind === 'restore' || edit.kind === 'add'
  if (!setsDate) return []
  const version = edit.kind === 'add' ? edit.entry.version : edit.version
  const listed = listedVersion(profile, edit.image, version)
  const expires = listed === undefined ? null : expiryOf(listed)
  if (expires === null) return []
  const date = dateOf(expires)
  const utcDay = formatInstant(expires).slice(0, 10)
  const isOther = isEndOfDay(expires) && utcDay !== date
  const expiring = { image: edit.image, version, date, utcDay: isOther ? utcDay : null }
  if (expires <= at) return [{ code: 'expires-at-once', ...expiring }]
  const later = defaultVersions(compiled(profile), edit.image, justAfter(expires))
  const isDefaultUntilThen = defaults(edit.image).has(version) && !later.has(version)
  const [to = null] = [...later].flatMap((text) => parseVersion(text) ?? []).toSorted((a, b) => compareVersions(b, a))
  const freeze = freezes.find((one) => isWithin(date, one))
  return [
    ...(isDefaultUntilThen ? [{ code: 'changes-default', ...expiring, to: to?.text ?? null } as const] : []),
    ...(isWeekend(date) ? [{ code: 'expires-on-weekend', ...expiring } as const] : []),
    ...(freeze === undefined ? [] : [{ code: 'expires-in-freeze', freeze, ...expiring } as const]),
  ]
}

function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(date).getUTCDay())
}

/** Days of every year may go over its end. */
function isWithin(date: string, { from, to }: FreezePeriod): boolean {
  const day = from.length === 5 ? date.slice(5) : date
  return from <= to ? from <= day && day <= to : from <= day || day <= to
}
