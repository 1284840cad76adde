import type { WhatIfQuery } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type WhatIf, whatIf } from '@/lib/engine/what-if'
import type { CausedRefusal } from '@/lib/engine/what-if/refusals'
import { FREEZES, type Warning, warningsOf } from '@/lib/engine/what-if/warnings'
import type { ProfileEntry } from '@/lib/garden/garden'
import { classesOf } from '../classes'
import type { FleetIndex } from '../fleet-index'
import { findProfile } from '../lookup'
import { oncePer } from '../once-per'
import { type Days, dateText, daysOf } from '../zone'
import { type Draft, draftOf } from './draft'
import { readEdit } from './read-edit'

/** Everything that a draft of edits comes to, before it is filtered and cut into pages. */
export interface Computed {
  readonly entry: ProfileEntry
  readonly draft: Draft
  readonly days: Days
  readonly until: Instant
  readonly effects: WhatIf
  readonly refusals: readonly CausedRefusal[]
  readonly warnings: readonly (readonly Warning[])[]
}

/** So many drafts are remembered for an index: another page or filter of one costs next to nothing. */
const keptDrafts = 8
const drafts: (index: FleetIndex) => Map<string, Computed> = oncePer(() => new Map())

/** Throws `NotFound` for a profile that is not there, `InvalidQuery` for a zone that is not known. */
export function computed(index: FleetIndex, query: WhatIfQuery): Computed {
  const { profile, edits, days, zone, freezes } = query
  const key = JSON.stringify([profile, edits, days, zone, freezes])
  const known = drafts(index)
  let found = known.get(key)
  known.delete(key)
  found ??= compute(index, query)
  known.set(key, found)
  for (const oldest of known.keys()) {
    if (known.size <= keptDrafts) break
    known.delete(oldest)
  }
  return found
}

function compute(index: FleetIndex, query: WhatIfQuery): Computed {
  const { at, until: to } = index
  const { entry } = findProfile(index, query.profile.split('/'), undefined)
  // The last of so many days ends within one more.
  const days = daysOf(query.zone, at, query.days + 1)
  const until = Math.min(to, at + query.days * DAY)
  const edits = query.edits.map((body) => readEdit(body, at, entry.profile))
  const draft = draftOf(index, entry, edits)
  const { profiles, states } = draft
  const effects = whatIf({ classes: classesOf(index), profiles, from: at, to, until, days: days.starts })
  const warnings = warningsOf({
    edits,
    states,
    changed: effects.changed,
    at,
    dateOf: (instant) => dateText(query.zone, instant),
    freezes: query.freezes ?? FREEZES,
  })
  return { entry, draft, days, until, effects, warnings, refusals: draft.refusals(at) }
}
