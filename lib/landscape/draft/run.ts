import { readEdit } from '@/lib/contract/edit-codec'
import type { WhatIfQuery } from '@/lib/contract/what-if'
import type { CausedRefusal } from '@/lib/engine/api-server'
import { type Warning, type WhatIf, warningsOf } from '@/lib/engine/outlook/difference'
import { justAfter } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden/garden'
import { lastPer } from '@/lib/process/kept'
import { Steps } from '@/lib/process/steps'
import { whatIfsOf } from '../classes'
import type { FleetIndex } from '../fleet-index'
import { warnedFreezes } from '../freezes'
import { findProfile } from '../lookup'
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
  make: (index: FleetIndex, query) => new Steps(compute(index, query)),
})

/** Throws `NotFound` for a profile that is not there, `InvalidQuery` for a zone that is not known. */
export function computed(index: FleetIndex, query: WhatIfQuery): Computed {
  return draftOf(index, query).value
}

/** The same step by step. */
export function draftOf(index: FleetIndex, query: WhatIfQuery): Steps<Computed> {
  return drafts.of(index, query)
}

/** Whether a node can be made of it as far as the profile tells: where it has no part of the provider, it tells nothing. */
function isMapped({ mappedImages }: ProfileEntry, image: string, version: string): boolean {
  if (mappedImages === undefined) return true
  return Object.hasOwn(mappedImages, image) && mappedImages[image]?.includes(version) === true
}

function* compute(index: FleetIndex, query: WhatIfQuery): Generator<undefined, Computed> {
  const { at, until: to } = index
  const { entry } = findProfile(index, query.profile.split('/'), undefined)
  // The last of so many days ends within one more.
  const days = daysOf(query.zone, at, query.days + 1)
  const until = Math.min(to, at + query.days * DAY)
  const edits = query.edits.map((body) => readEdit(body, at, entry.profile))
  const edited = yield* editedProfiles(index, entry, edits)
  const { profiles, states } = edited
  yield
  const effects = yield* whatIfsOf(index).steps({ profiles, until, days: days.starts })
  yield
  const warnings = warningsOf({
    edits,
    states,
    changed: effects.changed.values(),
    compiled: (profile) => index.forecaster.profiles.of(profile),
    at,
    dateOf: (instant) => dateText(query.zone, instant),
    freezes: query.freezes ?? warnedFreezes(),
    isMapped: (image, version) => isMapped(entry, image, version),
  })
  yield
  // The API server is asked when the edits are there, and not before.
  const refusals = yield* edited.refusals(justAfter(at))
  return { entry, edited, days, until, effects, warnings, refusals }
}
