import { onWire } from '@/lib/contract/dates'
import { readEdit } from '@/lib/contract/edit-codec'
import type { WhatIfAnswer, WhatIfQuery } from '@/lib/contract/what-if'
import type { CausedRefusal } from '@/lib/engine/api-server'
import type { Edit } from '@/lib/engine/edits'
import { countMore, madeOnce, noneOf } from '@/lib/engine/grouped'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { once } from '@/lib/engine/once'
import {
  type EditWarning,
  editWarnings,
  effectOn,
  HarmOfEdits,
  type LookAhead,
  type PartComparisonEffect,
  type PeriodSums,
  type ProfilePairs,
  ResponsibleEdits,
  type WhatIf,
  WhatIfs,
} from '@/lib/engine/outlook/difference'
import { justAfter } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { eachOf, through } from '@/lib/process/event-loop'
import { oncePerProcess } from '@/lib/process/kept'
import { lastPer } from '@/lib/process/last-per'
import type { ClassedLandscape } from './classes'
import {
  type EditedProfiles,
  editedProfiles,
  type ProfileDraft,
  readableEntry,
  type WholeProfile,
} from './edited-profiles'
import { warnedFreezes } from './freezes'
import type { Landscape } from './landscape'
import { findProfile } from './lookup'
import { type ObjectReader, whole } from './offers'
import { peopleOf } from './projects'
import { memberOf, placeInRoster } from './roster'
import { nightAhead, type ReaderDays, readerDays, zoneDate } from './zone'

/** Everything that a draft of edits changes, before it is filtered and cut into pages. */
export interface ComputedDraft {
  readonly entry: ProfileEntry
  readonly edited: EditedProfiles
  readonly days: ReaderDays
  readonly until: Instant
  readonly effects: WhatIf
  /** Tells which edits change the outlook of a cluster. */
  readonly responsible: ResponsibleEdits
  readonly refusals: readonly CausedRefusal[]
  readonly warnings: readonly (readonly EditWarning[])[]
  /** For each edit, the clusters whose outlook it changes. */
  readonly changesOfEdits: () => readonly ChangeFigures[]
  /** The number of clusters that change in each project, the largest first. */
  readonly projects: () => readonly ProjectBody[]
}

/** The object is no part of the question: a landscape is of one state of it. */
interface DraftQuestion extends WhatIfQuery {
  readonly object: WholeProfile | undefined
}

/** How many drafts are kept for a landscape, so that another page or filter of one costs next to nothing. */
const keptDrafts = 8

const whatIfs = oncePerProcess('what-ifs', (landscape: ClassedLandscape) => new WhatIfs(landscape.classes.all))
const drafts = lastPer('drafts', keptDrafts, {
  textOf: ({ profile, edits, days, zone, object }: DraftQuestion) =>
    JSON.stringify([profile, edits, days, zone, object !== undefined]),
  make: compute,
})

/**
 * Rejects with `NotFound` for a profile that is not there, `InvalidQuery` for a zone that is not known.
 * @param object the result of `objectOfDraft`. Everything that tells of a draft passes it: else one place would tell what refused values
 * do, and another what is left without them.
 */
export function draftOf(
  landscape: Landscape,
  query: WhatIfQuery,
  object: WholeProfile | undefined,
): Promise<ComputedDraft> {
  return drafts.of(landscape, { ...query, object })
}

/**
 * What the API server is asked about where a draft edits values that the engine does not keep; undefined: it edits none. Throws as
 * `whole` does, and `NotFound` for a profile that is not there.
 */
export async function objectOfDraft(
  landscape: Landscape,
  { profile, edits }: Pick<WhatIfQuery, 'profile' | 'edits'>,
  reader: ObjectReader,
): Promise<WholeProfile | undefined> {
  if (!edits.some(({ kind }) => kind === 'yaml')) return undefined
  const { ref, parent } = findProfile(landscape, profile.split('/'))
  const objectOf = async (wanted: ProfileEntry['ref']) => (await whole(reader, landscape.snapshot, wanted)).object
  return {
    own: await objectOf(ref),
    parent: parent === undefined ? null : await objectOf({ kind: 'CloudProfile', name: parent }),
  }
}

/** Whether a node can be made of it as far as the profile tells: where it has no part of the provider, it tells nothing. */
function isMapped({ mappedImages }: ProfileEntry, image: string, version: string): boolean {
  if (mappedImages === undefined) return true
  return Object.hasOwn(mappedImages, image) && mappedImages[image]?.includes(version) === true
}

/** What edits of profiles change for the shoots of a landscape. */
export function whatIfOf(landscape: ClassedLandscape, edited: ProfilePairs): Promise<WhatIf> {
  return through(whatIfs(landscape).steps(edited))
}

/** What they bring on every day, where nothing is asked about how clusters fare. */
export function sumsOf(landscape: ClassedLandscape, edited: ProfilePairs, look: LookAhead): Promise<PeriodSums> {
  return through(whatIfs(landscape).sums(edited, look))
}

async function compute(landscape: Landscape, query: DraftQuestion): Promise<ComputedDraft> {
  const entry = findProfile(landscape, query.profile.split('/'))
  const edits = query.edits.map((body) => readEdit(body, landscape.at, entry.profile))
  const [found] = await draftsOf(landscape, [{ entry, edits, object: query.object }], query)
  if (found === undefined) throw new RangeError('no draft')
  return found
}

/**
 * What drafts of several profiles come to together: the effects of each are those of all of them. They are foreseen as if the API server
 * accepted them, so that what is confirmed is all that may come about. Values that cannot be read do nothing: they are as they were, or not
 * there.
 */
export async function draftsOf(
  landscape: Landscape,
  drafts: readonly ProfileDraft[],
  query: Pick<WhatIfQuery, 'zone' | 'days'>,
): Promise<readonly ComputedDraft[]> {
  const found = await submittedDrafts(landscape, drafts, query)
  const foundOf = ({ entry }: Pick<ProfileDraft, 'entry'>) => found.find((one) => one.entry === entry)
  const wholes = drafts.map((draft) => {
    const one = foundOf(draft)
    return one && readableEntry(landscape, draft, one)
  })
  if (wholes.every((whole) => whole === undefined)) return found
  const readable = drafts.map((draft, i) => ({ ...draft, whole: wholes[i] ?? draft.whole }))
  const foreseen = await submittedDrafts(landscape, readable, query)
  return foreseen.map((one) => ({ ...one, refusals: foundOf(one)?.refusals ?? [] }))
}

/** The drafts with all values as they are submitted. */
async function submittedDrafts(
  landscape: Landscape,
  drafts: readonly ProfileDraft[],
  { zone, days: count }: Pick<WhatIfQuery, 'zone' | 'days'>,
): Promise<readonly ComputedDraft[]> {
  const { at, until: to } = landscape
  // The last of so many days ends within one more.
  const days = readerDays(zone, at, count + 1)
  const until = Math.min(to, at + count * DAY)
  const parents = new Map<string, CloudProfile>()
  const all = drafts
    .toSorted((a, b) => heightOf(a) - heightOf(b))
    .map((draft) => {
      const edited = editedProfiles(landscape, draft, parents.get(draft.entry.parent ?? ''))
      if (draft.entry.ref.kind === 'CloudProfile')
        parents.set(draft.entry.ref.name, edited.states.at(-1) ?? draft.entry.profile)
      return { ...draft, edited }
    })
  // What a namespaced profile itself becomes counts more than what becomes of it by its parent.
  const profiles = new Map(all.flatMap(({ edited }) => [...edited.profiles]))
  const effects = await whatIfOf(landscape, { profiles, until, days: days.starts, soon: nightAhead(zone, at) })
  const found: ComputedDraft[] = []
  for (const { entry, edits, edited } of all) {
    const { states } = edited
    const harms = new HarmOfEdits(edits, states)
    await eachOf(effects.changed.values(), (one) => {
      const { profile } = one.shoots
      const isOwn = profile === profileKey(entry.ref)
      const isBelow = edited.profiles.has(profile) && !all.some((other) => profileKey(other.entry.ref) === profile)
      if (isOwn || isBelow) harms.add(one)
    })
    const warnings = editWarnings({
      edits,
      states,
      harms,
      compiled: (profile) => landscape.forecaster.profiles.of(profile),
      at,
      dateOf: (instant) => zoneDate(zone, instant),
      freezes: warnedFreezes(),
      isMapped: (image, version) => isMapped(entry, image, version),
    })
    // The API server is asked when the edits are there, and not before.
    const refusals = edited.refusals(justAfter(at))
    const responsible = new ResponsibleEdits(edits, states)
    found.push({
      entry,
      edited: { ...edited, profiles },
      days,
      until,
      effects,
      responsible,
      warnings,
      refusals,
      changesOfEdits: once(() => changesOf(edits, effects, responsible)),
      projects: once(() => projectsOf(landscape, effects)),
    })
  }
  return found
}

/** A namespaced profile stands on another. */
function heightOf({ entry }: ProfileDraft): number {
  return entry.ref.kind === 'CloudProfile' ? 0 : 1
}

/**
 * What a draft does to the clusters that the user may not see, in numbers: what it does to all, without what it does to
 * those that they see. Both are of one landscape, so that the numbers fit although the two landscapes may be a few seconds apart.
 * @param uncut of what the garden of `landscape` was cut from; null: it has all clusters
 * @param object see `draftOf`
 */
export async function effectOnOthers(
  landscape: Landscape,
  uncut: Landscape | null,
  query: WhatIfQuery,
  object: WholeProfile | undefined,
): Promise<WhatIfAnswer['figures']['others']> {
  if (uncut === null) return null
  const { effects, edited } = await draftOf(uncut, query, object)
  const { members, projectNames } = uncut.roster
  const places = uncut.classes.places
  const seen = new Map<PartComparisonEffect, number>()
  let clusters = effects.clusters
  for (const { shoot } of landscape.roster.members) {
    const { place, found } = placeInRoster(
      members,
      memberOf(shoot, projectNames.get(shoot.namespace) ?? shoot.namespace),
    )
    if (!found || !edited.profiles.has(members.at(place)?.profile ?? '')) continue
    clusters--
    const effect = effectOn(effects, places[place] ?? 0)
    countMore(seen, effect)
  }
  if (clusters === 0) return null
  const changes = changeFiguresOf(effects.effects)
  for (const [effect, count] of seen) if (effect !== 'unchanged') changes[effect] -= count
  return { clusters, changes }
}

type ChangeFigures = WhatIfAnswer['figures']['changes']
type ProjectBody = WhatIfAnswer['projects'][number]

/** How many projects are listed. */
const most = 1000

/** Clusters of one class fare otherwise by the same edits. */
function changesOf(edits: readonly Edit[], { changed }: WhatIf, responsible: ResponsibleEdits): ChangeFigures[] {
  const all = edits.map(() => changeFiguresOf())
  for (const { shoots, comparison } of changed.values()) {
    const { effect, before, after } = comparison
    const deciding = after ?? before
    if (deciding === null || effect === 'unchanged') continue
    for (const i of responsible.of(deciding, shoots.forecast.events)) {
      const counts = all[i]
      if (counts !== undefined) counts[effect] += shoots.clusters
    }
  }
  return all
}

function projectsOf(landscape: Landscape, { changed }: WhatIf): ProjectBody[] {
  const projects = new Map<string, ProjectBody>()
  for (const [place, { comparison }] of changed) {
    const { effect } = comparison
    if (effect === 'unchanged') continue
    for (const position of landscape.classes.of(place)) {
      const project = landscape.roster.members.at(position)?.project ?? ''
      const none = { project, owner: null, addresses: [], changed: 0 }
      const body = madeOnce(projects, project, () => ({ ...none, changes: changeFiguresOf() }))
      body.changed++
      body.changes[effect]++
    }
  }
  const listed = [...projects.values()]
    .sort((a, b) => b.changed - a.changed || (a.project < b.project ? -1 : 1))
    .slice(0, most)
  const known = new Map(landscape.snapshot.projects.map((project) => [project.name, project]))
  return listed.map((body) => ({ ...body, ...peopleOf(known.get(body.project)) }))
}

/** What the edits bring, as answers and the journal tell it. */
export function gainedOf({ gained, totals }: WhatIf): WhatIfAnswer['figures']['gained'] {
  return onWire({ ...gained, nodes: totals.after.nodes.max - totals.before.nodes.max })
}

export function changeFiguresOf(effects?: Readonly<Record<PartComparisonEffect, number>>): ChangeFigures {
  const { unchanged: _, ...figures } = effects ?? noneOf(WHAT_IF_CHANGES)
  return figures
}
