import { type ForecastOptions, type ForeseenMaintenance, foresee, type MemoizedProfile } from '@/lib/engine/course'
import { outcomesOf, whyNoMinor } from '@/lib/engine/explain'
import type { DEAD_END_KINDS, PROFILE_DEAD_END_KINDS } from '@/lib/engine/kinds'
import type { UpdateRule } from '@/lib/engine/refusal'
import {
  type CompiledProfile,
  compareVersions,
  type Decision,
  firstDay,
  isZero,
  listedKubernetes,
  minorOf,
  plus,
  type Schedule,
  type Version,
  type VersionTable,
  windowOn,
} from '@/lib/engine/rules'
import type { Component, ImageMisfit, ImageUpdateStrategy, Instant, Shoot, Stage } from '@/lib/engine/types'
import { failsIn, lastFailed, pastOf, type SoSince, unreportedSince } from './past-windows'

export type DeadEndKind = (typeof DEAD_END_KINDS)[number]

/** Where maintenance does not get on, from when to when. */
export type DeadEnd = Undated & {
  /** Begin of the first window that shows it. */
  readonly since: Instant
  /**
   * Begin of the first of the windows before that would have shown it too, without a break up to the next one; null: there is
   * none, or it cannot be told.
   */
  readonly began: Instant | null
  /** That it may have begun earlier than `began`. */
  readonly older: boolean
  /** Begin of the last such window; null: it lasts to the end of the time looked at. */
  readonly until: Instant | null
}

/** `rule`: what the API server refuses. */
type Undated = (
  | { readonly kind: 'refused'; readonly rule: UpdateRule }
  | { readonly kind: Exclude<DeadEndKind, 'refused'>; readonly rule: null }
) & {
  readonly component: Component
  readonly pool: string | null
  readonly image: string | null
  /** What it is stuck on. */
  readonly version: string
  /** What keeps the pool from versions of its image; null: nothing does. */
  readonly misfit: ImageMisfit | null
  /** What the API server refuses to change it to; null: there is no such version, or it is to stay. */
  readonly to: string | null
  /** Nothing of the shoot is updated meanwhile. */
  readonly blocksAll: boolean
}

/** One of which it is not known yet whether earlier windows would have shown it. */
type Ahead = Undated & Pick<DeadEnd, 'since' | 'until'>

/**
 * Every dead end that the shoot runs into between two instants, in order of time.
 * @param foreseen of the shoot with these options, where that is known already
 */
export function deadEndsOf(
  shoot: Shoot,
  profile: MemoizedProfile,
  options: ForecastOptions,
  { list, schedule } = foresee(shoot, profile, options),
): DeadEnd[] {
  if (shoot.deletionTimestamp !== undefined) return []
  const found: (Ahead & { key: string; lastDay: number })[] = []
  for (const foreseen of list) {
    const { since, until } = spanOf(foreseen, schedule, options.to)
    for (const undated of [...refusals(shoot, foreseen), ...failures(shoot, profile, foreseen, since)]) {
      const key = JSON.stringify(undated)
      const earlier = found.find((one) => one.key === key && one.lastDay === foreseen.day - 1)
      const { lastDay } = foreseen
      if (earlier === undefined) found.push({ ...undated, since, until, key, lastDay })
      else found[found.indexOf(earlier)] = { ...earlier, until, lastDay }
    }
  }
  // Where every write is refused for the machine type, nothing is left to say of the images.
  const isRefusedForType = found.some(({ rule }) => rule === 'machine-type-gone')
  const undated = [
    ...(isRefusedForType ? [] : stopped(shoot, profile, schedule, options)),
    ...found.map(({ key: _, lastDay: __, ...one }) => one),
  ]
  const next = windowOn(schedule, firstDay(schedule, options.from)).begin
  const soSince = pastOf(shoot, profile, options.from)
  return undated.map((one) => ({
    ...one,
    ...(one.since === next ? beganOf(shoot, soSince, options.from, one) : NOT_YET),
  }))
}

const NOT_YET = { began: null, older: false }

/** Since when a dead end that the next window shows has been one. */
function beganOf(shoot: Shoot, soSince: SoSince, from: Instant, deadEnd: Ahead) {
  const { kind, rule, pool } = deadEnd
  if (kind === 'machine-type-unknown' || kind === 'image-unknown') {
    return { began: unreportedSince(soSince), older: false }
  }
  const position = pool === null ? null : shoot.workers.findIndex(({ name }) => name === pool)
  const since = soSince((run) =>
    kind === 'refused'
      ? run.refused.some((error) => error.rule === rule && (error.subject.pool ?? null) === position)
      : run.decided === null || failsIn(run, shoot, deadEnd),
  )
  if (since !== 'unknown') return { began: since, older: false }
  const failed = lastFailed(shoot, from)
  return { began: failed, older: failed !== null }
}

/** The begins of the windows; a night that comes out like the last one looked at is as good as for ever. */
function spanOf(
  { day, lastDay }: ForeseenMaintenance,
  schedule: Schedule,
  to: Instant,
): Pick<DeadEnd, 'since' | 'until'> {
  const isLast = windowOn(schedule, lastDay + 1).latestStart > to
  return { since: windowOn(schedule, day).begin, until: isLast ? null : windowOn(schedule, lastDay).begin }
}

function refusals(shoot: Shoot, { run, before }: ForeseenMaintenance): Undated[] {
  const { state } = before
  if (run.decided === null) {
    const common = { rule: null, pool: null, image: null, misfit: null, to: null }
    return [{ kind: 'unreadable', component: 'controlPlane', version: state.kubernetes, blocksAll: true, ...common }]
  }
  const { next } = run.decided
  return run.refused.map(({ rule, subject: { pool } }): Undated => {
    const worker = pool === undefined ? undefined : shoot.workers[pool]
    const isImage = rule.startsWith('image-')
    const [from, to] =
      pool === undefined
        ? [state.kubernetes, next.kubernetes]
        : isImage
          ? [state.images[pool], next.images[pool]]
          : [state.pools[pool] ?? state.kubernetes, next.pools[pool] ?? next.kubernetes]
    const version = from ?? state.kubernetes
    return {
      kind: 'refused',
      rule,
      component: worker === undefined ? 'controlPlane' : isImage ? 'poolImage' : 'poolKubernetes',
      pool: worker?.name ?? null,
      image: isImage ? (worker?.image?.name ?? null) : null,
      version,
      misfit: null,
      to: to === undefined || to === null || to === version ? null : to,
      blocksAll: true,
    }
  })
}

function failures(
  shoot: Shoot,
  profile: CompiledProfile,
  { run, before }: ForeseenMaintenance,
  at: Instant,
): Undated[] {
  const { decided } = run
  if (decided === null) return []
  const { state } = before
  const failed: Undated[] = []
  const common = { rule: null, to: null, blocksAll: false }
  if (decided.controlPlane.kind === 'failure') {
    const version = state.kubernetes
    const kind = whyNoMinor(profile.kubernetes, version, at)
    failed.push({ kind, component: 'controlPlane', pool: null, image: null, version, misfit: null, ...common })
  }
  decided.pools.forEach((decision, i) => {
    const pool = shoot.workers[i]?.name
    const version = state.pools[i] ?? ''
    if (decision.kind !== 'failure' || pool === undefined) return
    const kind = whyNoMinor(profile.kubernetes, version, at)
    failed.push({ kind, component: 'poolKubernetes', pool, image: null, version, misfit: null, ...common })
  })
  decided.images.forEach((decision, i) => {
    const worker = shoot.workers[i]
    const version = state.images[i] ?? ''
    if (decision.kind !== 'failure' || worker?.image === undefined) return
    const { misfit } = decision
    const kind = whyNoImage(decision)
    failed.push({
      kind,
      component: 'poolImage',
      pool: worker.name,
      image: worker.image.name,
      version,
      misfit,
      ...common,
    })
  })
  return failed
}

/** Versions that only do not fit the pool show that another pool could go on. */
function whyNoImage({ cause, misfit }: Decision & { kind: 'failure' }) {
  if (cause === 'unreadable') return 'unreadable'
  return misfit === null ? 'image-end-of-life' : 'no-fitting-image'
}

/** The image step ends where the profile does not know something: nothing fails then, and nothing is said. */
function stopped(shoot: Shoot, profile: MemoizedProfile, schedule: Schedule, { from }: ForecastOptions): Ahead[] {
  const stop = outcomesOf(shoot, profile, from, profile.classes.picker).find(
    (outcome) => outcome.stopped !== null,
  )?.stopped
  const worker = shoot.workers.find(({ name }) => name === stop?.pool)
  if (stop === undefined || stop === null || worker === undefined) return []
  return [
    {
      kind: stop.because === 'version-unreadable' ? 'unreadable' : stop.because,
      rule: null,
      component: 'poolImage',
      pool: worker.name,
      image: worker.image?.name ?? null,
      version: worker.image?.version ?? '',
      misfit: null,
      to: null,
      since: windowOn(schedule, firstDay(schedule, from)).begin,
      until: null,
      blocksAll: false,
    },
  ]
}

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
export function profileDeadEndsOf({ kubernetes, images }: CompiledProfile, from: Instant): ProfileDeadEnd[] {
  const found: ProfileDeadEnd[] = []
  for (const stuck of stuckIn(kubernetes, 'consecutive')) {
    const kind = whyNoMinor(kubernetes, stuck.versions[0] ?? '', stuck.since + 1)
    found.push({ kind: kind === 'unreadable' ? 'last-minor' : kind, image: null, ...stuck })
  }
  for (const { table, source } of images) {
    const stuck = stuckIn(table, source.updateStrategy)
    found.push(...stuck.map((one) => ({ kind: 'image-end-of-life' as const, image: source.name, ...one })))
  }
  return found.filter(({ until }) => until === null || until > from).sort((a, b) => a.since - b.since)
}

type Stuck = Pick<ProfileDeadEnd, 'versions' | 'since' | 'until'>

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
function stuckIn(table: VersionTable, way: Way): Stuck[] {
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
  for (const { at, stages, changed } of table.stagesFrom(Number.NEGATIVE_INFINITY)) {
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
