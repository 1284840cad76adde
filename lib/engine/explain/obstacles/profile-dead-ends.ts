import { whyNoMinor } from '@/lib/engine/explain'
import type { PROFILE_DEAD_END_KINDS } from '@/lib/engine/kinds'
import type { CompiledProfile, Version, VersionTable } from '@/lib/engine/rules'
import { compareVersions, isZero, listedKubernetes, minorOf, plus } from '@/lib/engine/rules'
import type { ImageUpdateStrategy, Instant, Stage } from '@/lib/engine/types'

/** Versions of one group that nothing leads away from once they have expired. */
export interface ProfileDeadEnd {
  readonly kind: (typeof PROFILE_DEAD_END_KINDS)[number]
  /** Null: Kubernetes. */
  readonly image: string | null
  /** Of one minor, or what the image's strategy keeps within; highest first. */
  readonly versions: readonly string[]
  /** From then on (strictly) all of them are stuck. */
  readonly since: Instant
  /** Until then; null: no end is known. */
  readonly until: Instant | null
}

/**
 * Where the versions of a profile lead nowhere, in order of time, whatever shoots there are. For images the filters by pool do
 * not count. What was over before `from` is left out. In steps, as there may be thousands of versions.
 */
export function* profileDeadEndsOf(
  { kubernetes, images }: CompiledProfile,
  from: Instant,
): Generator<undefined, ProfileDeadEnd[]> {
  const found: ProfileDeadEnd[] = []
  for (const stuck of yield* stuckIn(kubernetes, 'consecutive')) {
    const kind = whyNoMinor(kubernetes, stuck.versions[0] ?? '', stuck.since + 1)
    found.push({ kind: kind === 'unreadable' ? 'last-minor' : kind, image: null, ...stuck })
  }
  for (const { table, source } of images) {
    const stuck = yield* stuckIn(table, source.updateStrategy)
    found.push(...stuck.map((one) => ({ kind: 'image-end-of-life' as const, image: source.name, ...one })))
  }
  return found.filter(({ until }) => until === null || until > from).sort((a, b) => a.since - b.since)
}

type Stuck = Pick<ProfileDeadEnd, 'versions' | 'since' | 'until'>

/** So many times are looked at in a step. */
const stepLength = 128

/** Where expired versions lead to: Kubernetes to the next minor, images as their strategy has it. */
type Way = 'consecutive' | ImageUpdateStrategy

/**
 * The time in which a version has no way on. Both are boundaries: the last instants of what was so before, and of it.
 */
interface TimeWithoutWay {
  readonly since: Instant
  until: Instant | null
}

/**
 * Goes through time once: where the stage of a version changes, only versions of its group have another way than before, and other versions only
 * where one begins or ceases to be a preview.
 */
function* stuckIn(table: VersionTable, way: Way): Generator<undefined, Stuck[]> {
  const strategy = way === 'consecutive' ? 'patch' : way
  const groups = groupsOf(table, strategy)
  const ranks = ranksOf(table)
  const listed = table.versions.map((_, index) => listedAs(table, index, way))
  // Every version is a patch of 0.0.0: what is its way on is in no group.
  const zeros = table.versions.map(isZero)
  const hasZero = zeros.includes(true)
  /** Of every version the last one. */
  const times: (TimeWithoutWay | undefined)[] = []
  let leads: (index: number) => boolean = () => false
  let previews: readonly boolean[] = []
  let looks = 0
  for (const { at, stages, changed } of table.stagesFrom(Number.NEGATIVE_INFINITY)) {
    if (looks++ % stepLength === 0) yield
    const isWhole = previews.length === 0 || hasZero || changed.some((i) => (stages[i] === 'preview') !== previews[i])
    if (isWhole) {
      leads = waysOn(table, stages, way)
      previews = stages.map((stage) => stage === 'preview')
    }
    const isTarget = (index: number) => stages[index] !== 'preview' && stages[index] !== 'expired' && !zeros[index]
    const highestOf = (indices: readonly number[]) =>
      indices.reduce((highest, index) => (isTarget(index) ? Math.max(highest, ranks[index] ?? 0) : highest), -1)
    const highestOfAll = hasZero ? highestOf(table.ascending) : -1
    for (const group of isWhole ? groups.all : new Set(changed.map((index) => groups.of[index] ?? []))) {
      const highest = highestOf(group)
      for (const index of group) {
        const place = listed[index]
        const mustGo = place === null || (typeof place === 'number' && stages[place] === 'expired')
        const isStuck = mustGo && (zeros[index] ? highestOfAll : highest) <= (ranks[index] ?? 0) && !leads(index)
        const last = times[index]
        if (isStuck && last?.until !== null) times[index] = { since: at - 1, until: null }
        else if (!isStuck && last?.until === null) last.until = at - 1
      }
    }
  }
  return together(table, strategy, times)
}

/** Versions by what their strategy keeps within, and of each version those that are with it. */
function groupsOf(table: VersionTable, strategy: ImageUpdateStrategy) {
  const byName = new Map<string, number[]>()
  const of = table.versions.map((version, index) => {
    const name = groupOf(version, strategy)
    const group = byName.get(name) ?? []
    byName.set(name, group)
    group.push(index)
    return group
  })
  return { all: [...byName.values()], of }
}

/** By index: the place in the order of versions, which equal ones share. */
function ranksOf(table: VersionTable): readonly number[] {
  const ranks: number[] = []
  let rank = 0
  table.ascending.forEach((index, place) => {
    const before = table.ascending[place - 1]
    if (before !== undefined && compareVersions(table.at(before), table.at(index)) < 0) rank = place
    ranks[index] = rank
  })
  return ranks
}

function together(
  table: VersionTable,
  strategy: ImageUpdateStrategy,
  times: readonly (TimeWithoutWay | undefined)[],
): Stuck[] {
  const groups = new Map<string, Stuck & { versions: string[] }>()
  for (const index of table.ascending.toReversed()) {
    const version = table.at(index)
    const time = times[index]
    if (time === undefined) continue
    const key = `${groupOf(version, strategy)} ${time.since} ${time.until}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { versions: [version.text], ...time })
    else group.versions.push(version.text)
  }
  return [...groups.values()]
}

/** The entry that says what becomes of clusters on a version; null: none does, and they have to leave. */
function listedAs(table: VersionTable, index: number, way: Way): ReturnType<typeof listedKubernetes> {
  const { text } = table.at(index)
  return way === 'consecutive' ? listedKubernetes(table, text) : table.indexOf(text)
}

/** Whether the forced step has a target: what is expired counts as well, but no preview (docs/rules.md#forced-images). */
function waysOn(table: VersionTable, stages: readonly Stage[], way: Way): (index: number) => boolean {
  const targets = table.versions.filter((_, index) => stages[index] !== 'preview')
  const minors = new Set(targets.map(minorOf))
  const highest = new Map<Version['major'], Version['minor']>()
  for (const { major, minor } of targets) if (minor > (highest.get(major) ?? -1)) highest.set(major, minor)
  const majors = [...highest.keys()]
  const highestMajor = majors.reduce((a, b) => (b > a ? b : a), majors[0] ?? 0)
  return (index) => {
    const { major, minor } = table.at(index)
    if (way === 'consecutive') return minors.has(`${major}.${plus(minor, 1)}`)
    return way === 'patch' ? (highest.get(major) ?? -1) > minor : way === 'minor' && highestMajor > major
  }
}

function groupOf({ major, minor }: Version, strategy: ImageUpdateStrategy): string {
  return strategy === 'patch' ? `${major}.${minor}` : strategy === 'minor' ? `${major}` : ''
}
