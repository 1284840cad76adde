import { readEdit } from '@/lib/contract/edit-codec'
import type { WhatIfAnswer, WhatIfQuery } from '@/lib/contract/what-if'
import type { CausedRefusal } from '@/lib/engine/api-server'
import {
  type EditedProfiles as Edited,
  type Effect,
  effectOn,
  Harms,
  type Warning,
  type WhatIf,
  WhatIfs,
  warningsOf,
} from '@/lib/engine/outlook/difference'
import { justAfter } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { ProfileEntry, Project } from '@/lib/garden/garden'
import { lastPer, oncePerProcess } from '@/lib/process/kept'
import { forEverybody } from '@/lib/process/on-behalf'
import { eachOf, through } from '@/lib/process/turns'
import { type Classed, classesOf, classPlaces } from '../classes'
import type { FleetIndex } from '../fleet-index'
import { warnedFreezes } from '../freezes'
import { findProfile } from '../lookup'
import { memberOf, placeOf } from '../roster'
import { type Days, dateText, daysOf } from '../zone'
import { type EditedProfiles, editedProfiles } from './edited-profiles'

/** Everything that a draft of edits comes to, before it is filtered and cut into pages. */
export interface Computed {
  readonly entry: ProfileEntry
  readonly edited: EditedProfiles
  readonly days: Days
  readonly until: Instant
  readonly effects: WhatIf
  readonly refusals: readonly CausedRefusal[]
  readonly warnings: readonly (readonly Warning[])[]
}

/** So many drafts are remembered for an index: another page or filter of one costs next to nothing. */
const keptDrafts = 8
const drafts = lastPer('drafts', keptDrafts, {
  textOf: ({ profile, edits, days, zone, freezes }: WhatIfQuery) =>
    JSON.stringify([profile, edits, days, zone, freezes]),
  make: (index: FleetIndex, query) => forEverybody(() => compute(index, query)),
})

/** Rejects with `NotFound` for a profile that is not there, `InvalidQuery` for a zone that is not known. */
export function draftOf(index: FleetIndex, query: WhatIfQuery): Promise<Computed> {
  return drafts.of(index, query)
}

/** Whether a node can be made of it as far as the profile tells: where it has no part of the provider, it tells nothing. */
function isMapped({ mappedImages }: ProfileEntry, image: string, version: string): boolean {
  if (mappedImages === undefined) return true
  return Object.hasOwn(mappedImages, image) && mappedImages[image]?.includes(version) === true
}

const whatIfs = oncePerProcess(
  'what-ifs',
  (index: Classed) => new WhatIfs({ classes: classesOf(index), from: index.at }),
)

/** What edits of profiles change for the shoots of an index. */
export function whatIfOf(index: Classed, edited: Edited): Promise<WhatIf> {
  return through(whatIfs(index).steps(edited))
}

async function compute(index: FleetIndex, query: WhatIfQuery): Promise<Computed> {
  const { at, until: to } = index
  const { entry } = findProfile(index, query.profile.split('/'), undefined)
  // The last of so many days ends within one more.
  const days = daysOf(query.zone, at, query.days + 1)
  const until = Math.min(to, at + query.days * DAY)
  const edits = query.edits.map((body) => readEdit(body, at, entry.profile))
  const edited = editedProfiles(index, entry, edits)
  const { profiles, states } = edited
  const effects = await whatIfOf(index, { profiles, until, days: days.starts })
  const harms = new Harms(edits, states)
  await eachOf(effects.changed.values(), (one) => harms.add(one))
  const warnings = warningsOf({
    edits,
    states,
    harms,
    compiled: (profile) => index.forecaster.profiles.of(profile),
    at,
    dateOf: (instant) => dateText(query.zone, instant),
    freezes: query.freezes ?? warnedFreezes(),
    isMapped: (image, version) => isMapped(entry, image, version),
  })
  // The API server is asked when the edits are there, and not before.
  const refusals = edited.refusals(justAfter(at))
  return { entry, edited, days, until, effects, warnings, refusals }
}

/**
 * What a draft does to the clusters that whoever asks may not see, in numbers: what it does to all, without what it does to
 * those that they see. Both are of one index, so that the numbers fit although the two indexes may be a few seconds apart.
 * @param uncut of what the garden of `index` was cut from; null: it has all clusters
 */
export async function othersOf(
  index: FleetIndex,
  uncut: FleetIndex | null,
  query: WhatIfQuery,
): Promise<WhatIfAnswer['figures']['others']> {
  if (uncut === null) return null
  const { effects, edited } = await draftOf(uncut, query)
  const { members, projectNames } = uncut.roster
  const places = classPlaces(uncut)
  const seen = new Map<Effect, number>()
  let clusters = effects.clusters
  for (const { shoot } of index.roster.members) {
    const { place, found } = placeOf(members, memberOf(shoot, projectNames.get(shoot.namespace) ?? shoot.namespace))
    if (!found || !edited.profiles.has(members.at(place)?.profile ?? '')) continue
    clusters--
    const effect = effectOn(effects, places[place] ?? 0)
    seen.set(effect, (seen.get(effect) ?? 0) + 1)
  }
  if (clusters === 0) return null
  const changes = changeCounts(effects.effects)
  for (const [effect, count] of seen) if (effect !== 'unchanged') changes[effect] -= count
  return { clusters, changes }
}

type Changes = WhatIfAnswer['figures']['changes']
type ProjectBody = WhatIfAnswer['projects'][number]

/** So many projects are listed. */
const most = 1000

/** Clusters that change, by project, most of them first. */
export function projectsOf(index: FleetIndex, { effects }: Computed): ProjectBody[] {
  const places = classPlaces(index)
  const projects = new Map<string, ProjectBody>()
  const { members } = index.roster
  for (let i = 0; i < members.length; i++) {
    const effect = effectOn(effects, places[i] ?? 0)
    if (effect === 'unchanged') continue
    const project = members.at(i)?.project ?? ''
    let body = projects.get(project)
    if (body === undefined) {
      body = { project, owner: null, addresses: [], changed: 0, changes: changeCounts() }
      projects.set(project, body)
    }
    body.changed++
    body.changes[effect]++
  }
  const listed = [...projects.values()]
    .sort((a, b) => b.changed - a.changed || (a.project < b.project ? -1 : 1))
    .slice(0, most)
  const known = new Map(index.snapshot.projects.map((project) => [project.name, project]))
  return listed.map((body) => ({ ...body, ...peopleOf(known.get(body.project)) }))
}

/** Roles of those who decide for a project. */
const DECIDE = ['owner', 'admin']

function peopleOf(project: Project | undefined): Pick<ProjectBody, 'owner' | 'addresses'> {
  const owner = project?.owner?.name ?? null
  const members = project?.members.filter(({ roles }) => roles.some((role) => DECIDE.includes(role))) ?? []
  const names = [...(owner === null ? [] : [owner]), ...members.map(({ name }) => name)]
  return { owner, addresses: [...new Set(names)].filter((name) => /^[^\s@]+@[^\s@]+$/.test(name)) }
}

export function changeCounts(effects?: Readonly<Record<Effect, number>>): Changes {
  const { stuck = 0, freed = 0, forced = 0, earlier = 0, more = 0, later = 0, target = 0, auto = 0 } = effects ?? {}
  return { stuck, freed, forced, earlier, more, later, target, auto }
}
