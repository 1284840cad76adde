import { isDeepStrictEqual } from 'node:util'
import { offeredLists } from '@/lib/contract/version-name'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { FORCED, IN_PLACE, STUCK } from '@/lib/contract/words'
import { groupedBy } from '@/lib/engine/grouped'
import { isSpanAt } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ClusterViewsAnswer, ShootsAnswer, TonightAnswer } from '@/lib/questions/clusters/contract'
import type { FindAnswer } from '@/lib/questions/find/contract'
import type { GardenAnswer } from '@/lib/questions/overview/contract'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import type { ProjectAnswer, WallAnswer, WallCellAnswer } from '@/lib/questions/projects/contract'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import {
  each,
  type FigureCluster,
  type FigureLandscape,
  type FigureQuery,
  figureClusterName,
  firstStepOf,
  isWithinDays,
  nightsOf,
  refText,
  runsOn,
} from './landscape'

/** Notes two places that tell the same fact: what it is about, and what each of them says. */
type CompareFacts = (about: string, one: unknown, other: unknown) => void

/** Places that tell the same facts, and how they are compared. */
const PLACES: Readonly<Record<string, (landscape: FigureLandscape, same: CompareFacts) => Promise<void>>> = {
  'figures of the overview and the lists that they lead to': async ({ overview, total }, same) => {
    const { figures, nextForced, stuck } = overview
    const late: FigureQuery = [
      ['stage', 'expired'],
      ['stage', 'notInProfile'],
    ]
    const within = (event: string, days: string): FigureQuery => [
      ['event', event],
      ['within', days],
    ]
    same('clusters', figures.clusters, await total([]))
    same('expired', figures.expired.clusters, await total(late))
    same('expired and forced', figures.expired.forcedTonight, await total([...late, ...within('forced', 'tonight')]))
    same('forced tonight', figures.forced.tonight, await total(within('forced', 'tonight')))
    same('forced within 7 days', figures.forced.days7, await total(within('forced', '7')))
    same('forced within 30 days', figures.forced.days30, await total(within('forced', '30')))
    same('forced within 90 days', figures.forced.days90, await total(within('forced', '90')))
    same('forced, the rows', nextForced.total, figures.forced.days90)
    same('stuck', figures.stuck.clusters, await total(within('fails', '90')))
    same('stuck, the rows', stuck.total, figures.stuck.clusters)
    same('auto-update tonight', figures.autoTonight.clusters, await total(within('auto', 'tonight')))
    same('unknown', figures.unknown.clusters, await total([['stage', 'unknown']]))
  },

  'rows of the overview and clusters': async ({ overview, clusters }, same) => {
    const byName = new Map(clusters.map((cluster) => [figureClusterName(cluster), cluster]))
    for (const [kind, { items }] of [
      ['forced', overview.nextForced],
      ['fails', overview.stuck],
    ] as const) {
      // One that fails for several causes stands with each of them: first by its first such step, then by later ones.
      for (const [name, rows] of groupedBy(items, ({ namespace, name }) => `${namespace}/${name}`)) {
        const cluster = byName.get(name)
        const beginOf = ({ next }: (typeof rows)[number]) => Date.parse(next.window.begin)
        for (const [i, row] of rows.toSorted((a, b) => beginOf(a) - beginOf(b)).entries()) {
          const step = cluster?.answer.steps.find(
            ({ kinds, window }) => kinds.includes(kind) && (i === 0 || window.begin === row.next.window.begin),
          )
          same(`${name}, ${kind}`, nightsOf(row.next), step && nightsOf(step))
        }
      }
    }
  },

  'days of the overview and of Teams in another zone, and clusters': async ({ ask, clusters, now }, same) => {
    const zone = 'Asia/Kolkata'
    const zoneDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    const steps = clusters.flatMap(({ answer }) =>
      answer.steps.map(({ kinds, window }) => ({ kinds, from: Math.max(now, Date.parse(window.begin)) })),
    )
    const begun = (until: number) =>
      groupedBy(
        steps.filter(({ from }) => from <= until),
        ({ from }) => zoneDay.format(from),
      )
    const overview = await ask.json<GardenAnswer>('/api/garden', [['zone', zone]])
    const wall = await ask.json<WallAnswer>('/api/wall', [], { at: ask.at, zone, days: 120, limit: 0 })
    for (const [about, days, byDay] of [
      ['overview', overview.days, begun(now + 90 * DAY)],
      ['Teams', wall.days, begun(Number.POSITIVE_INFINITY)],
    ] as const) {
      for (const day of days) {
        const on = byDay.get(day.date) ?? []
        for (const kind of ['forced', 'fails', 'auto'] as const)
          same(`${about}, ${day.date}, ${kind}`, day[kind], on.filter(({ kinds }) => kinds.includes(kind)).length)
      }
    }
  },

  'how many each value of a filter leaves, and lists': async ({ ask, total }, same) => {
    const { facets } = await ask.json<ShootsAnswer>('/api/shoots', [['limit', '1']])
    const values = Object.entries(facets).flatMap(([facet, counts]) => {
      const name = facet === 'minor' || facet === 'image' ? 'version' : facet
      return counts.map(({ value, count }) => ({ name, value, count }))
    })
    await each(values, async ({ name, value, count }) => same(`${name} ${value}`, count, await total([[name, value]])))
  },

  'filters of the list and clusters': async ({ ask, clusters, now }, same) => {
    for (const kind of ['forced', 'fails', 'auto'] as const) {
      for (const days of [1, 7, 30, 90, 365]) {
        const query: FigureQuery = [
          ['event', kind],
          ['within', String(days)],
        ]
        const { items } = await ask.json<{ items: { namespace: string; name: string }[] }>('/api/shoots.json', query)
        const own = clusters.filter((cluster) => isWithinDays(firstStepOf(cluster, kind), now, days))
        same(
          `${kind} within ${days}`,
          items.map(({ namespace, name }) => `${namespace}/${name}`).sort(),
          own.map(figureClusterName).sort(),
        )
      }
    }
  },

  'rows of the list and clusters': async ({ clusters }, same) => {
    for (const cluster of clusters) {
      const { row, answer } = cluster
      const late = firstStepOf(cluster, 'forced', 'fails')
      same(
        `${figureClusterName(cluster)}, next forced`,
        row.nextForced && told(row.nextForced),
        late ? told(late) : null,
      )
      const { asked: _, ...listed } = row
      same(`${figureClusterName(cluster)}, the row`, answer.shoot, listed)
    }
  },

  'calendars and badges of clusters, and what is found': async ({ ask, clusters }, same) => {
    await each(clusters, async (cluster) => {
      const { row, answer } = cluster
      const path = `shoots/${row.namespace}/${row.name}`
      const calendar = (await ask.text(`/api/feeds/${path}.ics`, [['auto', '1']])).replaceAll('\r\n ', '')
      const steps = answer.steps.filter(({ kind }) => kind !== 'other')
      same(
        `${figureClusterName(cluster)}, entries of its calendar`,
        calendar.split('BEGIN:VEVENT').length - 1,
        steps.length,
      )
      const moments = calendar.split('Only if maintenance begins after').length - 1
      same(
        `${figureClusterName(cluster)}, nights that depend on the moment`,
        moments,
        steps.filter((step) => step.onlyAfter).length,
      )
      const badge = await ask.text(`/api/badges/${path}.svg`)
      const label = /aria-label="([^"]*)"/.exec(badge)?.[1] ?? ''
      const next = row.flags.deleting || row.flags.profileMissing ? null : row.nextForced
      same(`${figureClusterName(cluster)}, its badge`, /: (forced|fails) /.exec(label)?.[1], next?.kind)
      same(
        `${figureClusterName(cluster)}, nights of its badge`,
        label.includes(' or in '),
        Boolean(next?.onlyAfter?.otherwise),
      )
      const { items } = await ask.json<FindAnswer>('/api/find', [['q', `${row.project}/${row.name}`]])
      const found = items.find(
        (one) => one.kind === 'shoot' && one.namespace === row.namespace && one.name === row.name,
      )
      same(
        `${figureClusterName(cluster)}, as it is found`,
        found?.kind === 'shoot' ? found.next : 'not found',
        row.next,
      )
    })
  },

  'pages of projects, cells of the wall, and clusters': async (landscape, same) => {
    await each(projectsOf(landscape), async ([name, own]) => {
      const { ask, now, total } = landscape
      const project = await ask.json<ProjectAnswer>(`/api/projects/${encodeURIComponent(name)}`)
      const forced = own.flatMap(({ answer }) =>
        answer.steps.filter((step) => step.kinds.includes('forced') && isWithinDays(step, now, 60)),
      )
      const isForced = own.filter((cluster) => isWithinDays(firstStepOf(cluster, 'forced'), now, 60))
      const isStuck = own.filter((cluster) => isWithinDays(firstStepOf(cluster, 'fails'), now, 60))
      same(`${name}, clusters`, project.figures.clusters, await total([['project', name]]))
      same(`${name}, forced clusters`, project.figures.forced.clusters, isForced.length)
      same(`${name}, forced updates`, project.figures.forced.updates, forced.length)
      same(`${name}, stuck clusters`, project.stuck.total, isStuck.length)
      same(`${name}, clusters with something ahead, and without`, project.ahead + project.quiet, own.length)
      const byName = new Map(own.map((cluster) => [figureClusterName(cluster), cluster]))
      const clusterOf = (one: { readonly namespace: string; readonly name: string }) =>
        byName.get(`${one.namespace}/${one.name}`)
      const sameNights = (about: string, one: Pick<WallCellAnswer['items'][number], 'namespace' | 'name' | 'next'>) => {
        const step = clusterOf(one)?.answer.steps.find(({ window }) => window.begin === one.next.window.begin)
        same(`${name}, ${one.name} ${about}`, nightsOf(one.next), step && nightsOf(step))
      }
      for (const one of project.forced) sameNights('is forced', one)
      for (const path of project.paths) {
        const row = clusterOf(path)?.row
        same(`${name}, what ${path.name} does next`, path.next, row && (row.nextForced ?? row.next))
      }
      const [first] = isForced.flatMap((cluster) => firstStepOf(cluster, 'forced') ?? [])
      if (first === undefined) return
      const day = dayText(Math.max(now, Date.parse(first.window.begin)))
      const body = { at: ask.at, zone: 'UTC', project: name, from: day, to: day }
      const cell = await ask.json<WallCellAnswer>('/api/wall/cell', [], body)
      const begins = own.flatMap(({ answer }) =>
        answer.steps.filter(({ window }) => dayText(Math.max(now, Date.parse(window.begin))) === day),
      )
      same(`${name}, forced on ${day}`, cell.forced, begins.filter(({ kinds }) => kinds.includes('forced')).length)
      for (const item of cell.items) sameNights('on the wall', item)
    })
  },

  'the views of the clusters and what each shows': async ({ ask, total }, same) => {
    const views = await ask.json<ClusterViewsAnswer>('/api/cluster-views', [['zone', 'UTC']])
    const tonight = await ask.json<TonightAnswer>('/api/tonight', [['zone', 'UTC']])
    const list = (search: Readonly<Record<string, string | readonly string[]>>): FigureQuery =>
      Object.entries(search).flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const))
    same('all', views.all, await total([]))
    same('tonight', views.tonight, tonight.figures.clusters)
    same('forced', views.forced, await total(list(FORCED)))
    same('stuck', views.stuck, await total(list(STUCK)))
    same('in place', views.inPlace, await total(list(IN_PLACE)))
  },

  'tonight and clusters': async ({ ask, clusters }, same) => {
    const byName = new Map(clusters.map((cluster) => [figureClusterName(cluster), cluster]))
    const tonight = await ask.json<TonightAnswer>('/api/tonight', [['zone', 'UTC']])
    for (const row of tonight.rows) {
      if (row.state !== 'toCome' && row.state !== 'willFail') continue
      for (const { namespace, name, window } of row.members) {
        const step = byName
          .get(`${namespace}/${name}`)
          ?.answer.steps.find(({ window: { begin } }) => begin === window.begin)
        same(`${namespace}/${name}`, told({ ...row, window, kinds: step?.kinds ?? [] }), step && told(step))
      }
    }
  },

  'profiles, their versions, and lists': async ({ ask, clusters, now, overview, profiles, total }, same) => {
    const expiries = new Map(overview.expiries.map((one) => [refText(one.profile), one]))
    for (const { ref, summary, answer } of profiles) {
      const within = (event: string): FigureQuery => [
        ['profile', ref],
        ['event', event],
        ['within', '90'],
      ]
      same(`${ref}, clusters`, summary.clusters, await total([['profile', ref]]))
      same(`${ref}, forced`, summary.forced90, await total(within('forced')))
      same(`${ref}, stuck`, summary.stuck, await total(within('fails')))
      const expiry = expiries.get(ref)
      if (expiry !== undefined) {
        const { clusters: _, ...next } = summary.nextExpiry ?? { clusters: 0 }
        same(`${ref}, the next expiry`, expiry.next, summary.nextExpiry && next)
        same(`${ref}, stuck on the overview`, expiry.stuck, summary.stuck)
      }
      const own = clusters.filter(({ row }) => refText(row.profile) === ref)
      const versions = offeredLists(answer).flatMap(({ what, versions: some }) =>
        some.map((version) => ({ what, version })),
      )
      await each(versions, async ({ what, version }) => {
        const about = `${ref}, ${what} ${version.version}`
        const running = own.filter((cluster) => runsOn(cluster).includes(`${what} ${version.version}`))
        same(`${about}, clusters`, version.clusters, running.length)
        const span = version.spans.find(({ from, to }) => isSpanAt({ from: ms(from), to: ms(to) }, now))
        same(`${about}, what it is`, version.stage, span?.stage)
        const part = what === 'Kubernetes' ? 'kubernetes' : what
        const page = await ask.json<VersionAnswer>(`/api/versions/${ref}/${part}/${version.version}`)
        same(`${about}, clusters of its own page`, page.clusters, running.length)
        same(`${about}, clusters that hold it`, page.holds.profiles[0]?.clusters, running.length)
        for (const item of page.items) {
          const step = own
            .find(({ row }) => row.namespace === item.namespace && row.name === item.name)
            ?.answer.steps.find(({ window }) => window.begin === item.next?.window.begin)
          same(`${about}, when ${item.name} leaves it`, item.next && nightsOf(item.next), step ? nightsOf(step) : null)
        }
      })
    }
  },

  'drafts before their edits, and lists': async ({ ask, clusters, profiles, total }, same) => {
    const byName = new Map(clusters.map((cluster) => [figureClusterName(cluster), cluster]))
    for (const { ref, answer } of profiles) {
      const family = profiles.filter((one) => one.ref === ref || one.summary.parent === ref).map((one) => one.ref)
      const of: FigureQuery = family.map((one) => ['profile', one] as const)
      const [busiest] = answer.kubernetes.toSorted((a, b) => b.clusters - a.clusters)
      if (busiest === undefined) continue
      const expirationDate = new Date(Date.parse(ask.at) + 20 * DAY).toISOString().replace('.000Z', 'Z')
      const edits = [{ kind: 'expire', image: null, version: busiest.version, expirationDate }]
      const body = { at: ask.at, profile: ref, edits, limit: 500 }
      const { figures, items } = await ask.json<WhatIfAnswer>('/api/what-if', [], body)
      const within = (event: string, days: string): FigureQuery => [...of, ['event', event], ['within', days]]
      same(`${ref}, clusters`, figures.clusters, await total(of))
      same(`${ref}, forced before`, figures.forced.before, await total(within('forced', '365')))
      same(`${ref}, failing before`, figures.fails.before, await total(within('fails', '365')))
      same(
        `${ref}, auto-update tonight before`,
        figures.autoTonight.before,
        await total([...within('auto', 'tonight'), ['zone', 'UTC']]),
      )
      const updates = clusters
        .filter(({ row }) => family.includes(refText(row.profile)))
        .flatMap((cluster) => cluster.answer.steps.filter(({ kinds }) => kinds.includes('forced')))
      same(`${ref}, updates before`, figures.updates.before, updates.length)
      for (const item of items) {
        const row = byName.get(`${item.namespace}/${item.name}`)?.row
        same(`${ref}, ${item.name} before`, item.nextForced.before, row?.nextForced)
      }
    }
  },

  'drafts, their tables, and teams': async ({ ask, profiles }, same) => {
    for (const { ref, answer } of profiles) {
      for (const [about, edits] of Object.entries(draftsOf(answer, ask.at))) {
        const body = { at: ask.at, profile: ref, edits }
        const { accepted, figures, load, total } = await ask.json<WhatIfAnswer>('/api/what-if', [], body)
        const table = await ask.text('/api/what-if', [], { ...body, format: 'csv' })
        same(`${ref}, ${about}, rows of its table`, table.trimEnd().split('\r\n').length - 1, total)
        same(`${ref}, ${about}, clusters that change`, total, figures.changed)
        const draft = { profile: ref, edits }
        const wall = await ask.json<WallAnswer>('/api/wall', [], { at: ask.at, days: 365, limit: 0, draft })
        same(`${ref}, ${about}, whether it is accepted`, wall.draft?.accepted, accepted)
        const days = wall.days.flatMap(({ date, before, ...after }) =>
          before === null ? [] : [{ date, before, after }],
        )
        const changed = load.slice(0, wall.days.length).filter(({ before, after }) => !isDeepStrictEqual(before, after))
        same(`${ref}, ${about}, days that change`, days.map(broughtBy), changed.map(broughtBy))
      }
    }
  },
}

/** Drafts of a profile: a date, a removal, and a value that the API server refuses. */
function draftsOf(
  { kubernetes, images }: Pick<ProfileAnswer, 'kubernetes' | 'images'>,
  at: string,
): Readonly<Record<string, readonly object[]>> {
  const most = <T extends { readonly clusters: number }>(versions: readonly T[]) =>
    versions.toSorted((a, b) => b.clusters - a.clusters)[0]
  const [image] = images
  const [version, ofImage] = [most(kubernetes), image && most(image.versions)]
  const expirationDate = new Date(Date.parse(at) + 20 * DAY).toISOString().replace('.000Z', 'Z')
  const path = ['spec', 'machineImages', image?.name ?? '', 'versions', ofImage?.version ?? '', 'architectures']
  return {
    ...(version && {
      expired: [{ kind: 'expire', image: null, version: version.version, expirationDate }],
      removed: [{ kind: 'remove', image: null, version: version.version }],
    }),
    ...(image && ofImage && { refused: [{ kind: 'yaml', image: image.name, changes: [{ path, value: ['arm46'] }] }] }),
  }
}

type DayWithDraft = Pick<WhatIfAnswer['load'][number], 'date' | 'before' | 'after'>

/** What a draft adds to a day. */
function broughtBy({ date, before, after }: DayWithDraft) {
  const more = (of: (load: DayWithDraft['after']) => number) => of(after) - of(before)
  return {
    date,
    forced: more(({ forced }) => forced),
    fails: more(({ fails }) => fails),
    auto: more(({ auto }) => auto),
    nodes: more(({ nodes }) => nodes.max),
  }
}

/** How many comparisons each of the places takes, and where they differ. */
export async function comparePlaces(
  landscape: FigureLandscape,
): Promise<{ compared: number; differ: readonly string[] }> {
  let compared = 0
  const differ: string[] = []
  for (const [places, compare] of Object.entries(PLACES)) {
    await compare(landscape, (about, one, other) => {
      compared++
      if (isDeepStrictEqual(one, other)) return
      differ.push(`${places}: ${about}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`)
    })
  }
  return { compared, differ }
}

type NightlyCounts = Parameters<typeof nightsOf>[0] & { readonly kind: string; readonly kinds: readonly string[] }

/** What a row and a step tell of the same night. */
function told(event: NightlyCounts) {
  return { kind: event.kind, kinds: event.kinds, nights: nightsOf(event) }
}

function projectsOf({ clusters }: FigureLandscape): readonly (readonly [string, readonly FigureCluster[]])[] {
  const names = [...new Set(clusters.map(({ row }) => row.project))]
  return names.map((name) => [name, clusters.filter(({ row }) => row.project === name)] as const)
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

function ms(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
