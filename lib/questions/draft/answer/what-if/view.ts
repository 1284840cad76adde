import type { WhatIfAnswer, WhatIfQuery, WhatIfRefusal, WhatIfWarning } from '@/lib/contract/what-if'
import type { CausedRefusal } from '@/lib/engine/api-server'
import type { Warning } from '@/lib/engine/outlook/difference'
import { defaultVersions, justAfter } from '@/lib/engine/rules'
import { type Computed, changeCounts, draftOf, othersOf, projectsOf } from '@/lib/landscape/draft'
import { evidenceOf, type FleetIndex } from '@/lib/landscape/fleet-index'
import { compareTexts } from '@/lib/landscape/version-text'
import { problemBody } from '@/lib/words/edits'
import { warningText } from '@/lib/words/warnings'
import { listedRows, rowOf } from './rows'

const mostRefusals = 100

/**
 * What a draft of edits would change, with one page of the clusters that it changes.
 * @param uncut see `othersOf`
 */
export async function whatIfView(
  index: FleetIndex,
  query: WhatIfQuery,
  uncut: FleetIndex | null = null,
): Promise<WhatIfAnswer> {
  const found = await draftOf(index, query)
  const { entry, edited, effects, refusals, warnings } = found
  const rows = listedRows(index, found, query)
  const { before, after } = effects.totals
  return {
    ...evidenceOf(index),
    profile: entry.ref,
    resourceVersion: entry.resourceVersion ?? null,
    zone: query.zone,
    days: query.days,
    edits: edited.problems.map((problem, i) => ({
      problem: problemBody(problem),
      warnings: (warnings[i] ?? []).map(warningBody),
    })),
    accepted: refusals.length === 0,
    refusals: refusals.slice(0, mostRefusals).map(refusalBody),
    refusalsTotal: refusals.length,
    figures: {
      clusters: effects.clusters,
      changed: effects.clusters - effects.effects.unchanged,
      changes: changeCounts(effects.effects),
      newlyForced: effects.newlyForced,
      updates: { before: before.updates, after: after.updates },
      forced: { before: before.forced, after: after.forced },
      fails: { before: before.fails, after: after.fails },
      autoTonight: { before: before.autoTonight, after: after.autoTonight },
      nodes: { before: before.nodes, after: after.nodes },
      others: await othersOf(index, uncut, query),
    },
    defaults: changedDefaults(index, found),
    load: loadOf(found),
    projects: projectsOf(index, found),
    total: rows.length,
    items: rows.slice(query.offset, query.offset + query.limit).map((position) => rowOf(index, found, position)),
  }
}

function loadOf({ days, effects }: Computed): WhatIfAnswer['load'] {
  const { before, after } = effects.load
  return days.dates.map((date, i) => ({ date, before: before[i] ?? quiet, after: after[i] ?? quiet }))
}

const quiet = { forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }

function refusalBody({ stage, rule, type, field, subject, text, edits }: CausedRefusal): WhatIfRefusal {
  const { image = null, version = null } = subject
  return { stage, rule, type, field, subject: { image, version }, text, edits: [...edits] }
}

function warningBody(warning: Warning): WhatIfWarning {
  const { code, clusters, nodes, to } = warning
  return { code, text: warningText(warning), clusters, nodes, to }
}

function changedDefaults({ at, forecaster }: FleetIndex, { edited }: Computed): WhatIfAnswer['defaults'] {
  const [before, after] = [edited.states[0], edited.states.at(-1)]
  if (before === undefined || after === undefined || before === after) return []
  // Whoever makes a cluster with the edits makes it after they are there.
  const now = justAfter(at)
  const profiles = [before, after].map((profile) => forecaster.profiles.of(profile))
  const images = [...before.machineImages, ...after.machineImages].map(({ name }) => name)
  return [null, ...new Set(images)].flatMap((image) => {
    const [had, has] = profiles.map((profile) => [...defaultVersions(profile, image, now)].sort(compareTexts))
    return String(had) === String(has) ? [] : [{ image, before: had ?? [], after: has ?? [] }]
  })
}
