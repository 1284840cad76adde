import { type Edit, entryPath } from '@/lib/engine/edits'
import { madeOnce } from '@/lib/engine/grouped'
import type { FailureCause, ForecastEvent, NodeBounds } from '@/lib/engine/outlook'
import { stageAt, versionLists } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { isDeepEqual } from '../../json'
import type { PartComparison, UpdateDifference } from './compare'
import { isSamePart, type PartEvent, staysInMinor } from './part-events'
import type { ChangedClass } from './what-if'

/** Says which edits make shoots fare otherwise: what an edit does is told beside it. */
export class ResponsibleEdits {
  /** Places of the edits that did anything and that none later overrides. */
  private readonly live: readonly number[]
  private readonly before: VersionsByKey
  private readonly after: VersionsByKey

  constructor(
    private readonly edits: readonly Edit[],
    /** The profiles without edits, then after each of them. */
    states: readonly CloudProfile[],
  ) {
    this.live = edits.flatMap((_, i) => (states[i] === states[i + 1] || isFollowed(edits, states, i) ? [] : [i]))
    this.before = listedIn(states[0])
    this.after = listedIn(states.at(-1))
  }

  /** How many edits can be responsible for anything. */
  get count(): number {
    return this.live.length
  }

  /**
   * The edits that bring something about, of shoots that have `before` ahead without the edits: of the version that is left; else of one that the part would have been at or gone to;
   * else of the one that it goes to; else of any that is another then. There is at least one: no cluster fares otherwise
   * without an edit.
   */
  of({ event, change }: PartEvent, before: readonly ForecastEvent[]): readonly number[] {
    if (this.live.length < 2) return this.live
    if (change === null) return this.live.slice(-1)
    const image = change.component === 'poolImage' ? change.what : null
    const ofList = this.live.filter((i) => this.edits[i]?.image === image)
    const at = event.window.latestStart
    const others = ofList.filter((i) => this.isOther(image, aboutVersion(this.edits[i]), at))
    const among = (versions: ReadonlySet<string>) =>
      others.filter((i) => {
        const version = aboutVersion(this.edits[i])
        return version !== null && versions.has(version)
      })
    const left = among(new Set([change.from]))
    if (left.length > 0) return left
    const stops = new Set<string>()
    for (const { digest } of before) {
      for (const one of digest.changes) {
        if (!isSamePart(one, change)) continue
        stops.add(one.from)
        if (one.to !== null) stops.add(one.to)
      }
    }
    const missed = among(stops)
    if (missed.length > 0) return missed
    const reached = change.to === null ? [] : among(new Set([change.to]))
    if (reached.length > 0) return reached
    return [others, ofList, this.live].find((some) => some.length > 0)?.slice(-1) ?? []
  }

  /** Whether a version is in another stage then than without the edits, or listed on one side only. */
  private isOther(image: string | null, version: string | null, at: Instant): boolean {
    if (version === null) return false
    const [was, is] = [this.before, this.after].map((listed) => listed.get(keyOf(image, version)))
    return (was && stageAt(was, at)) !== (is && stageAt(is, at))
  }
}

/** The version that an edit is about; null: an image, or its strategy. */
function versionIn(edit: Edit | undefined): string | null {
  if (edit?.kind === 'add') return edit.entry.version
  return edit !== undefined && 'version' in edit ? edit.version : null
}

/** The version that an edit is about; for an edit of values the version that all of them are in. */
function aboutVersion(edit: Edit | undefined): string | null {
  if (edit?.kind !== 'yaml') return versionIn(edit)
  const entries = edit.changes.map(({ path }) => entryPath(path))
  const [first] = entries
  if (first?.at(-2) !== 'versions' || !entries.every((entry) => isDeepEqual(entry, first))) return null
  return first.at(-1) ?? null
}

/** Whether a later edit changes the same version: what becomes of it and its clusters is said once, beside the last. */
export function isFollowed(edits: readonly Edit[], states: readonly CloudProfile[], i: number): boolean {
  const edit = edits[i]
  const version = versionIn(edit)
  if (edit === undefined || version === null) return false
  return edits.some(
    (later, j) => j > i && states[j] !== states[j + 1] && versionIn(later) === version && later.image === edit.image,
  )
}

type VersionsByKey = ReadonlyMap<string, ExpirableVersion>

function listedIn(profile: CloudProfile | undefined): VersionsByKey {
  const lists = profile === undefined ? [] : versionLists(profile)
  return new Map(lists.flatMap(({ image, versions }) => versions.map((one) => [keyOf(image, one.version), one])))
}

function keyOf(image: string | null, version: string): string {
  return image === null ? version : `${image}/${version}`
}

/** Clusters that fare worse in one way by one edit. Each is counted once beside an edit, as what it counts as everywhere: those that are newly forced and later get stuck as both. */
export interface HarmedClusters {
  /**
   * `failing`: they fail to update anyway, and by the edit another update of theirs fails too. `more`: they are forced anyway, and
   * by the edit another part of theirs is too.
   */
  readonly effect: 'stuck' | 'failing' | 'forced' | 'earlier' | 'more'
  /** `Kubernetes` or the image's name; empty: no version is to change. */
  readonly what: string
  readonly from: string
  readonly to: string | null
  /** For Kubernetes: whether the update leaves its minor. */
  readonly isMinor: boolean
  /** Why it fails. */
  readonly cause: FailureCause | null
  clusters: number
  /** The nodes that roll by it. */
  readonly nodes: { min: number; max: number }
  /** The first of them. */
  begins: Instant
}

/** Adds up what edits cost clusters. */
export class HarmOfEdits {
  private readonly responsible: ResponsibleEdits
  /** The clusters by the position of the edit, and what they have in common. */
  private readonly found: readonly Map<string, HarmedClusters>[]

  /** @param states what maintenance uses: without edits, then after each of them */
  constructor(edits: readonly Edit[], states: readonly CloudProfile[]) {
    this.responsible = new ResponsibleEdits(edits, states)
    this.found = edits.map(() => new Map())
  }

  add({ shoots, comparison }: ChangedClass): void {
    // Most change in what is automatic alone.
    if (comparison.differences.length === 0 && comparison.effect !== 'stuck') return
    for (const updates of worse(comparison)) {
      const told = new Set<number>()
      for (const [effect, update] of updates) {
        if (told.size === this.responsible.count) break
        for (const place of this.responsible.of(update, shoots.forecast.events)) {
          const own = this.found[place]
          if (own === undefined || told.has(place)) continue
          told.add(place)
          addTo(own, effect, update, shoots)
        }
      }
    }
  }

  /** The groups of clusters that an edit harms, by its position; the largest first. */
  of(place: number): readonly HarmedClusters[] {
    return [...(this.found[place]?.values() ?? [])].sort((a, b) => b.clusters - a.clusters)
  }
}

type HarmfulEvent = readonly [HarmedClusters['effect'], PartEvent]

/** What is worse for shoots, each time in the order in which it worries; the first of a list that an edit is responsible for is told. */
function worse({ effect, isNewlyForced, after, differences }: PartComparison): readonly (readonly HarmfulEvent[])[] {
  const added = isNewlyForced ? moved('forced', differences) : []
  if (effect === 'stuck') return [after === null ? [] : [['stuck', after]], added]
  const failing = differences.flatMap(({ before, after: then }): HarmfulEvent[] => {
    const isNew = before?.kind !== 'fails' || (then !== null && then.event.from < before.event.from)
    return then?.kind === 'fails' && isNew ? [['failing', then]] : []
  })
  if (effect === 'freed') return [[...added, ...failing]]
  const earlier = moved('earlier', differences)
  if (isNewlyForced) return [[...added, ...failing, ...earlier]]
  const more = moved('forced', differences).map(([, update]): HarmfulEvent => ['more', update])
  return [[...earlier, ...failing, ...more]]
}

function moved(effect: 'forced' | 'earlier', differences: readonly UpdateDifference[]): HarmfulEvent[] {
  return differences.flatMap((one) => (one.effect === effect && one.after !== null ? [[effect, one.after]] : []))
}

function addTo(
  harms: Map<string, HarmedClusters>,
  effect: HarmedClusters['effect'],
  { event, change }: PartEvent,
  { clusters, pools }: { readonly clusters: number; readonly pools: readonly NodeBounds[] },
): void {
  const { digest } = event
  const fails = effect === 'stuck' || effect === 'failing'
  const facts = {
    effect,
    what: change?.what ?? '',
    from: fails ? (change?.from ?? '') : '',
    to: fails ? null : (change?.to ?? null),
    cause: fails ? digest.cause : null,
    isMinor: change !== null && change.component !== 'poolImage' && !staysInMinor(change),
  }
  const harm = madeOnce(harms, JSON.stringify(facts), () => {
    return { ...facts, clusters: 0, nodes: { min: 0, max: 0 }, begins: event.from }
  })
  harm.clusters += clusters
  harm.begins = Math.min(harm.begins, event.from)
  for (const pool of digest.rolls) {
    harm.nodes.min += pools[pool]?.min ?? 0
    harm.nodes.max += pools[pool]?.max ?? 0
  }
}
