import { type ForecastOptions, type ForeseenMaintenance, foresee, type MemoizedProfile } from '@/lib/engine/course'
import { outcomesOf, whyNoMinor } from '@/lib/engine/explain'
import { madeOnce } from '@/lib/engine/grouped'
import type { DEAD_END_KINDS, PROFILE_DEAD_END_KINDS } from '@/lib/engine/kinds'
import type { UpdateRule } from '@/lib/engine/refusal'
import {
  type CompiledProfile,
  firstDay,
  imageDecision,
  justAfter,
  kubernetesDecision,
  listedKubernetes,
  type MaintenanceSchedule,
  partDecisions,
  type Version,
  type VersionCandidates,
  type VersionDecision,
  type VersionTable,
  windowOn,
} from '@/lib/engine/rules'
import type { ClusterPart, ImageMisfit, ImageUpdateStrategy, Instant, Shoot } from '@/lib/engine/types'
import { failsIn, lastFailed, pastWindowsOf, type SinceWhichWindow, unreportedSince } from './past-windows'

/** A dead end, and from when to when it lasts. */
export type DeadEnd = UndatedDeadEnd & {
  /** Begin of the first window that shows it. */
  readonly since: Instant
  /**
   * Begin of the first of the windows before that would have shown it too, without a break up to the next one; null: there is
   * none, or it cannot be told.
   */
  readonly began: Instant | null
  /** Whether it may have begun earlier than `began`. */
  readonly older: boolean
  /** Begin of the last such window; null: it lasts to the end of the time looked at. */
  readonly until: Instant | null
}

/** `rule`: what the API server refuses. */
type UndatedDeadEnd = (
  | { readonly kind: 'refused'; readonly rule: UpdateRule }
  | { readonly kind: Exclude<(typeof DEAD_END_KINDS)[number], 'refused'>; readonly rule: null }
) &
  ClusterPart & {
    /** What it is stuck on. */
    readonly version: string
    /** What keeps the pool from versions of its image; null: nothing does. */
    readonly misfit: ImageMisfit | null
    /** What the API server refuses to change it to; null: there is no such version, or it is to stay. */
    readonly to: string | null
    /** Whether nothing of the shoot is updated meanwhile. */
    readonly blocksAll: boolean
  }

/** One of which it is not known yet whether earlier windows would have shown it. */
type DeadEndAhead = UndatedDeadEnd & Pick<DeadEnd, 'since' | 'until'>

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
  const found: (DeadEndAhead & { key: string; lastDay: number })[] = []
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
  const soSince = pastWindowsOf(shoot, profile, options.from)
  return undated.map((one) => ({
    ...one,
    ...(one.since === next ? beganOf(shoot, soSince, options.from, one) : NOT_YET),
  }))
}

const NOT_YET = { began: null, older: false }

/** The instant since which a dead end that the next window shows has been one. */
function beganOf(shoot: Shoot, soSince: SinceWhichWindow, from: Instant, deadEnd: DeadEndAhead) {
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
  schedule: MaintenanceSchedule,
  to: Instant,
): Pick<DeadEnd, 'since' | 'until'> {
  const isLast = windowOn(schedule, lastDay + 1).latestStart > to
  return { since: windowOn(schedule, day).begin, until: isLast ? null : windowOn(schedule, lastDay).begin }
}

function refusals(shoot: Shoot, { run, before }: ForeseenMaintenance): UndatedDeadEnd[] {
  const { state } = before
  if (run.decided === null) {
    const common = { rule: null, pool: null, image: null, misfit: null, to: null }
    return [{ kind: 'unreadable', component: 'controlPlane', version: state.kubernetes, blocksAll: true, ...common }]
  }
  const { next } = run.decided
  return run.refused.map(({ rule, subject: { pool } }): UndatedDeadEnd => {
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
): UndatedDeadEnd[] {
  const { decided } = run
  if (decided === null) return []
  return partDecisions(decided, before.state).flatMap(({ component, position, from, decision }): UndatedDeadEnd[] => {
    const worker = position === null ? undefined : shoot.workers[position]
    const isImage = component === 'poolImage'
    // What the end of the image step leaves undone is told as that.
    if (decision.kind !== 'failure' || (isImage && (decided.stop !== null || worker?.image === undefined))) return []
    return [
      {
        kind: isImage ? whyNoImage(decision) : whyNoMinor(profile.kubernetes, from, at),
        rule: null,
        component,
        pool: worker?.name ?? null,
        image: isImage ? (worker?.image?.name ?? null) : null,
        version: from,
        misfit: decision.misfit,
        to: null,
        blocksAll: false,
      },
    ]
  })
}

/** Versions that only do not fit the pool show that another pool could go on. */
function whyNoImage({ cause, misfit }: VersionDecision & { kind: 'failure' }) {
  if (cause === 'unreadable') return 'unreadable'
  return misfit === null ? 'image-end-of-life' : 'no-fitting-image'
}

/** The image step ends where the profile does not know something: nothing fails then, and nothing is said. */
function stopped(
  shoot: Shoot,
  profile: MemoizedProfile,
  schedule: MaintenanceSchedule,
  { from }: ForecastOptions,
): DeadEndAhead[] {
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
  /** The versions of one minor, or of what the strategy of the image keeps within; highest first. */
  readonly versions: readonly string[]
  /** Strictly after this instant all of them are stuck. */
  readonly since: Instant
  /** The end; null: no end is known. */
  readonly until: Instant | null
}

/**
 * Where the versions of a profile lead nowhere, in order of time, whatever shoots there are. For images the filters by pool do
 * not count. What was over before `from` is left out.
 */
export function profileDeadEndsOf({ kubernetes, images }: CompiledProfile, from: Instant): ProfileDeadEnd[] {
  const found: ProfileDeadEnd[] = []
  const ofKubernetes: Decisions = (version) => {
    const decided = { version, listed: listedKubernetes(kubernetes, version.text), auto: false }
    return (stageOf) => kubernetesDecision(kubernetes, decided, stageOf)
  }
  for (const stuck of stuckIn(kubernetes, 'patch', ofKubernetes)) {
    const kind = whyNoMinor(kubernetes, stuck.versions[0] ?? '', justAfter(stuck.since))
    found.push({ kind: kind === 'unreadable' ? 'last-minor' : kind, image: null, ...stuck })
  }
  for (const image of images) {
    const { table, source } = image
    const ofImage: Decisions = (version) => {
      const decided = { version, listed: table.indexOf(version.text), auto: false }
      return (stageOf) => imageDecision(image, table.ascending, decided, stageOf)
    }
    const stuck = stuckIn(table, source.updateStrategy, ofImage)
    found.push(...stuck.map((one) => ({ kind: 'image-end-of-life' as const, image: source.name, ...one })))
  }
  return found.filter(({ until }) => until === null || until > from).sort((a, b) => a.since - b.since)
}

/** What is decided for a version of a table, by the stages of all of them. */
type Decisions = (version: Version) => (stageOf: VersionCandidates['stageOf']) => VersionDecision

type StuckVersions = Pick<ProfileDeadEnd, 'versions' | 'since' | 'until'>

/** The versions that nothing leads away from, those together that their strategy keeps within one group and that are stuck at the same time. */
function stuckIn(table: VersionTable, strategy: ImageUpdateStrategy, decisions: Decisions): StuckVersions[] {
  const last = lastWithoutWay(table, strategy, decisions)
  const groups = new Map<string, StuckVersions & { versions: string[] }>()
  for (const index of table.ascending.toReversed()) {
    const [version, time] = [table.at(index), last.get(index)]
    if (time === undefined) continue
    const key = `${groupOf(version, strategy)} ${time.since} ${time.until}`
    madeOnce(groups, key, () => ({ versions: [] as string[], ...time })).versions.push(version.text)
  }
  return [...groups.values()]
}

/**
 * By index: the last time in which a version has to leave and has no way on. Where one has a way, the lower ones of its group have it
 * too, and are not looked at.
 */
function lastWithoutWay(table: VersionTable, strategy: ImageUpdateStrategy, decisions: Decisions) {
  const descending = table.ascending
    .toReversed()
    .map((index) => ({ index, group: groupOf(table.at(index), strategy), decideBy: decisions(table.at(index)) }))
  const last = new Map<number, Pick<StuckVersions, 'since' | 'until'>>()
  for (const { at, stages } of table.stagesFrom(Number.NEGATIVE_INFINITY)) {
    const withWay = new Set<string>()
    for (const { index, group, decideBy } of descending) {
      const known = last.get(index)
      const kind = withWay.has(group) ? 'update' : decideBy((i) => stages[i]).kind
      if (kind === 'update') withWay.add(group)
      const isStuck = kind === 'failure'
      if (isStuck === (known?.until === null)) continue
      if (isStuck) last.set(index, { since: at - 1, until: null })
      else if (known !== undefined) last.set(index, { ...known, until: at - 1 })
    }
  }
  return last
}

function groupOf({ major, minor }: Version, strategy: ImageUpdateStrategy): string {
  return strategy === 'patch' ? `${major}.${minor}` : strategy === 'minor' ? `${major}` : ''
}
