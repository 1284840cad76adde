import { onWire } from '@/lib/contract/dates'
import type { WhatIfAnswer, WhatIfQuery, WhatIfRefusal } from '@/lib/contract/what-if'
import { type CausedRefusal, refusalPath } from '@/lib/engine/api-server'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import type { DailyEvents, PartComparisonEffect } from '@/lib/engine/outlook/difference'
import { messageOf } from '@/lib/engine/refusal'
import { boundariesOf, defaultVersions, justAfter, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { type ComputedDraft, changeFiguresOf, draftOf, effectOnOthers, gainedOf } from '@/lib/landscape/draft'
import type { WholeProfile } from '@/lib/landscape/edited-profiles'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { listedIn } from '@/lib/landscape/running'
import { compareTexts } from '@/lib/landscape/version-text'
import { warningText } from '@/lib/words/draft'
import { editProblemBody } from '@/lib/words/edits'
import { listedRows, someOfEach, whatIfRowOf } from './rows'

const mostRefusals = 100

/**
 * What a draft of edits would change, with one page of the clusters that it changes.
 * @param uncut see `effectOnOthers`
 * @param object see `draftOf`
 */
export async function whatIfView(
  landscape: Landscape,
  query: WhatIfQuery,
  uncut: Landscape | null = null,
  object?: WholeProfile,
): Promise<WhatIfAnswer> {
  const [found, others] = [
    await draftOf(landscape, query, object),
    await effectOnOthers(landscape, uncut, query, object),
  ]
  return draftView(landscape, found, query, others)
}

/** The view of a draft that was computed already. Several profiles may follow each other, each with what all of them change. */
export function draftView(
  landscape: Landscape,
  found: ComputedDraft,
  query: WhatIfQuery,
  others: WhatIfAnswer['figures']['others'] = null,
): WhatIfAnswer {
  const { entry, edited, effects, refusals, warnings } = found
  const rows = listedRows(landscape, found, query)
  const shown = query.each === undefined ? rows : someOfEach(found, landscape, rows, query.each)
  const { before, after } = effects.totals
  const ofEdits = found.changesOfEdits()
  return {
    ...evidenceOf(landscape),
    profile: entry.ref,
    resourceVersion: entry.resourceVersion ?? null,
    days: query.days,
    edits: edited.problems.map((problem, i) => ({
      problem: editProblemBody(problem),
      warnings: (warnings[i] ?? []).map((warning) => ({ code: warning.code, text: warningText(warning) })),
      changes: ofEdits[i] ?? changeFiguresOf(),
    })),
    accepted: refusals.length === 0,
    refusals: refusals.slice(0, mostRefusals).map(refusalBody),
    figures: {
      clusters: effects.clusters,
      changed: effects.clusters - effects.effects.unchanged,
      changes: changeFiguresOf(effects.effects),
      gained: gainedOf(effects),
      updates: { before: before.updates, after: after.updates },
      forced: { before: before.forced, after: after.forced },
      fails: { before: before.fails, after: after.fails },
      stuck: stuckOn(found),
      autoTonight: { before: before.autoSoon, after: after.autoSoon },
      nodes: { before: before.nodes, after: after.nodes },
      others,
    },
    groups: groupsOf(found),
    defaults: changedDefaults(landscape, found),
    everyInstant: query.everyInstant ? everyInstant(landscape, found) : null,
    load: loadOf(found),
    projects: [...found.projects()],
    total: rows.length,
    items: shown
      .slice(query.offset, query.offset + query.limit)
      .map((position) => whatIfRowOf(landscape, found, position)),
  }
}

function loadOf({ days, effects }: ComputedDraft): WhatIfAnswer['load'] {
  const { before, after } = effects.load
  return days.dates.map((date, i) => ({ date, before: loadOn(before[i]), after: loadOn(after[i]) }))
}

function loadOn(load: DailyEvents | undefined): WhatIfAnswer['load'][number]['before'] {
  const { forced = 0, fails = 0, auto = 0, nodes = { min: 0, max: 0 } } = load ?? {}
  return { forced, fails, auto, nodes }
}

/** The first day on which most clusters more, or fewer, are stuck with the edits than without. */
function stuckOn({ days, effects: { load } }: ComputedDraft): WhatIfAnswer['figures']['stuck'] {
  let [before, after] = [0, 0]
  let most: WhatIfAnswer['figures']['stuck'] = null
  for (const [i, date] of days.dates.entries()) {
    before += load.before[i]?.stuck ?? 0
    after += load.after[i]?.stuck ?? 0
    if (Math.abs(after - before) > Math.abs((most?.after ?? 0) - (most?.before ?? 0))) most = { date, before, after }
  }
  return most
}

function groupsOf({ effects: { changed, effects } }: ComputedDraft): WhatIfAnswer['groups'] {
  const spans = new Map<PartComparisonEffect, { from: number; to: number }>()
  for (const { comparison } of changed.values()) {
    const { effect, before, after } = comparison
    const at = (after ?? before)?.event.from
    const span = spans.get(effect)
    if (at !== undefined) spans.set(effect, { from: Math.min(span?.from ?? at, at), to: Math.max(span?.to ?? at, at) })
  }
  return WHAT_IF_CHANGES.flatMap((change) => {
    const span = spans.get(change)
    return span === undefined ? [] : [{ change, clusters: effects[change], ...onWire(span) }]
  })
}

export function refusalBody(refusal: CausedRefusal): WhatIfRefusal {
  const { stage, rule, type, field, subject, text, edits } = refusal
  const { image = null, version = null } = subject
  return {
    stage,
    rule,
    type,
    field,
    place: refusalPath(refusal),
    subject: { image, version },
    text,
    message: messageOf(refusal),
    edits: [...edits],
  }
}

function changedDefaults({ at, forecaster }: Landscape, { edited }: ComputedDraft): WhatIfAnswer['defaults'] {
  const [before, after] = [edited.states[0], edited.states.at(-1)]
  if (before === undefined || after === undefined || before === after) return []
  // A user who makes a cluster with the edits makes it after they are there.
  const now = justAfter(at)
  const profiles = [before, after].map((profile) => forecaster.profiles.of(profile))
  const images = [...before.machineImages, ...after.machineImages].map(({ name }) => name)
  return [null, ...new Set(images)].flatMap((image) => {
    const [had, has] = profiles.map((profile) => [...defaultVersions(profile, image, now)].sort(compareTexts))
    return String(had) === String(has) ? [] : [{ image, before: had ?? [], after: has ?? [] }]
  })
}

/**
 * The profiles without the edits of a draft and with them, compared at every instant from now on at which either of them changes: between
 * two of these nothing does. All that is foreseen of clusters follows from the stages of versions, so this holds beyond the days of a forecast.
 */
function everyInstant({ at, snapshot, forecaster }: Landscape, { edited }: ComputedDraft) {
  const dates = new Set<Instant>()
  const profiles = [...edited.profiles].flatMap(([key, { before, after }]) => {
    const ref = snapshot.profiles.get(key)?.ref
    if (ref === undefined) return []
    const [was, is] = [versionsIn(before), versionsIn(after)]
    const own = [...was.values(), ...is.values()].flatMap(boundariesOf).filter((date) => date >= at)
    for (const date of own) dates.add(date)
    const instants = [...new Set([at, ...own])].sort((a, b) => a - b).flatMap((date) => [date, justAfter(date)])
    const names = new Set([...was.keys(), ...is.keys()])
    const isOther = (name: string) => {
      const [old, now] = [was.get(name), is.get(name)]
      if (old === undefined || now === undefined) return true
      return instants.some((instant) => stageAt(old, instant) !== stageAt(now, instant))
    }
    const images = [null, ...new Set([...before.machineImages, ...after.machineImages].map(({ name }) => name))]
    const [had, has] = [forecaster.profiles.of(before), forecaster.profiles.of(after)]
    const otherDefaults = instants.find((instant) =>
      images.some((image) => !isSame(defaultVersions(had, image, instant), defaultVersions(has, image, instant))),
    )
    return [
      {
        profile: ref,
        versions: names.size,
        other: [...names].filter(isOther).length,
        otherDefaults: otherDefaults === undefined ? null : onWire(otherDefaults),
      },
    ]
  })
  return { dates: dates.size, profiles } satisfies WhatIfAnswer['everyInstant']
}

function versionsIn(profile: CloudProfile): ReadonlyMap<string, ExpirableVersion> {
  return new Map(listedIn(profile).map(({ what, listed }) => [`${what} ${listed.version}`, listed]))
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((version) => b.has(version))
}
