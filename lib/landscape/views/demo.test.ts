import { beforeAll, describe, expect, it } from 'vitest'
import { shootAnswer } from '@/lib/contract/clusters'
import { shootsQuery } from '@/lib/contract/selection'
import { runs, share } from '@/lib/engine/testdata/runs'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { statusBody } from '@/lib/http/status-body'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { shootsAnswer } from '@/lib/questions/clusters/contract'
import { findView } from '@/lib/questions/find/answer'
import { findAnswer } from '@/lib/questions/find/contract'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import { gardenAnswer } from '@/lib/questions/overview/contract'
import { profilesView, profileView } from '@/lib/questions/profiles/answer/profile'
import { profileAnswer, profilesAnswer } from '@/lib/questions/profiles/contract'
import * as problemWords from '@/lib/words/faults'
import { profilePath } from '@/lib/words/phrases'
import { remedyLine } from '@/lib/words/remedies'
import { buildLandscape, type Landscape } from '../landscape'
import { Outlook } from '../outlook'
import { compareTexts } from '../version-text'
import { nightOf } from '../zone'

const at = Date.parse('2026-11-21T18:00:00Z')
/** Fewer where properties are tried less. */
const SHOOTS = Math.max(120, runs(400))
let garden: Garden
let landscape: Landscape
const list = (query: Record<string, unknown> = {}) => shootsView(landscape, shootsQuery.parse(query))

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(SHOOTS) })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), at)
})

describe('answers for the demo are what the contract says', () => {
  it('overview', async () => {
    const answer = await gardenView(landscape, statusBody(garden, problemWords), 'Europe/Berlin')
    expect(gardenAnswer.parse(answer)).toEqual(answer)
    expect(answer.days).toHaveLength(91)
  })

  it('profiles, each with every version selected', () => {
    expect(profilesAnswer.parse(profilesView(landscape)).total).toBe(landscape.snapshot.profiles.size)
    for (const entry of landscape.snapshot.profiles.values()) {
      const answer = profileView(landscape, entry, null)
      expect(profileAnswer.parse(answer)).toEqual(answer)
      for (const { version } of share(answer.kubernetes)) {
        profileAnswer.parse(profileView(landscape, entry, { what: 'Kubernetes', version }))
      }
      for (const { name, versions } of answer.images) {
        for (const { version } of share(versions))
          profileAnswer.parse(profileView(landscape, entry, { what: name, version }))
      }
    }
  })

  it('clusters, in every order', async () => {
    for (const sort of ['attention', 'name', 'project', 'profile', 'version', 'next']) {
      const answer = await list({ sort, limit: 500 })
      expect(shootsAnswer.parse(answer)).toEqual(answer)
      expect(answer.total).toBe(SHOOTS)
    }
  })

  it('every cluster', () => {
    for (const i of share(landscape.roster.members.map((_, i) => i))) {
      const answer = shootView(landscape, i)
      expect(shootAnswer.parse(answer)).toEqual(answer)
    }
  })

  it.each(['1.3', 'prod', 'gardenlinux', 'a b', 'zzzzz', '.*'])('find %s', (q) => {
    const answer = findView(landscape, q)
    expect(findAnswer.parse(answer)).toEqual(answer)
  })
})

it('tells of those that are stuck for one cause what helps each of them, in the overview as in the list', async () => {
  const { stuck } = await gardenView(landscape, statusBody(garden, problemWords), 'UTC')
  const { groups } = await list({ event: ['fails'], within: '90', group: 'cause' })
  expect(stuck.groups.length).toBeGreaterThan(4)
  for (const { profile, cause, clusters, remedies } of stuck.groups) {
    expect(remedies.reduce((sum, one) => sum + one.clusters, 0)).toBeLessThanOrEqual(clusters)
    const alike = groups.find(({ value }) => value === `${profilePath(profile)} ${cause}`)
    expect(alike?.remedies.map((one) => [one.clusters, one.otherPools])).toEqual(
      remedies.map((one) => [one.clusters, one.otherPools]),
    )
    for (const { text, first } of remedies) {
      const position = [...landscape.roster.members].findIndex(
        ({ shoot }) => shoot.namespace === first.namespace && shoot.name === first.name,
      )
      const { remedy, shoot } = new Outlook(landscape, position)
      expect(remedy && remedyLine(remedy, shoot)).toBe(text)
    }
  }
  expect(stuck.groups.some(({ remedies }) => remedies.some(({ otherPools }) => otherPools > 0))).toBe(true)
})

describe('figures agree with the lists behind them', () => {
  it('on the overview', async () => {
    const { figures, minors, expiries, nextForced, stuck } = await gardenView(
      landscape,
      statusBody(garden, problemWords),
      'UTC',
    )
    expect((await list({ event: ['forced'], within: '7' })).total).toBe(figures.forced.days7)
    expect((await list({ event: ['forced'], within: '30' })).total).toBe(figures.forced.days30)
    expect((await list({ event: ['forced'], within: '90' })).total).toBe(figures.forced.days90)
    expect((await list({ event: ['fails'], within: '90' })).total).toBe(figures.stuck.clusters)
    expect((await list({ event: ['auto'], within: 'tonight' })).total).toBe(figures.autoTonight.clusters)
    expect((await list({ event: ['forced'], within: 'tonight' })).total).toBe(figures.forced.tonight)
    expect((await list({ stage: ['expired', 'notInProfile'] })).total).toBe(figures.expired.clusters)
    expect(nextForced.total).toBe(figures.forced.days90)
    expect(stuck.total).toBe(figures.stuck.clusters)
    expect((await list()).projects).toBe(figures.projects)
    expect(expiries.reduce((sum, line) => sum + line.clusters, 0)).toBe(figures.clusters)
    expect(expiries.reduce((sum, line) => sum + line.stuck, 0)).toBe(figures.stuck.clusters)
    for (const i of minors.at.keys()) {
      expect(minors.series.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0)).toBe(figures.clusters)
    }
  })

  it.each(['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles'])(
    'on every day and month in %s',
    async (zone) => {
      const { days, months } = await gardenView(landscape, statusBody(garden, problemWords), zone)
      const late = { event: ['forced', 'fails'], within: '90', zone }
      for (const { date, forced, fails, auto } of share(days)) {
        const day = await list({ ...late, date })
        const totalOf = async (kind: string) => (await list({ event: [kind], within: '90', zone, date })).total
        expect([date, await totalOf('forced'), await totalOf('fails')]).toEqual([date, forced, fails])
        // A night that forces one part and fails for another counts as both.
        expect(day.total).toBeLessThanOrEqual(forced + fails)
        expect((await list({ event: ['auto'], within: '90', zone, date })).total).toBe(auto)
        const month = months.find((one) => date.startsWith(one.date))
        expect(day.month).toEqual({ date: month?.date, total: month?.clusters })
      }
      for (const { date, clusters, forced } of months) {
        expect((await list({ ...late, date })).total).toBe(clusters)
        expect(forced).toBe(days.filter((day) => day.date.startsWith(date)).reduce((sum, day) => sum + day.forced, 0))
      }
    },
  )

  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['a project', { project: ['payments'] }],
    ['two projects and a name', { project: ['payments', 'media'], q: 'prod' }],
    ['an event soon', { event: ['forced'], within: '30' }],
    ['a stage, a version and an effect', { stage: ['deprecated'], version: ['1.32'], effect: ['rolling'] }],
    ['a month', { event: ['forced', 'fails'], date: '2026-12', zone: 'Europe/Berlin' }],
    ['nothing ahead', { within: 'none', profile: ['aws'] }],
    ['what is left out', { 'not.project': ['payments'], 'not.profile': ['aws'], 'not.effect': ['rolling'] }],
    ['an hour, a flag and a target', { window: ['22', '23'], 'not.flag': ['hibernated'], to: ['1.34'] }],
    ['what fails, and what updates itself', { event: ['fails'], autoUpdate: ['image'], 'not.cause': ['nothing'] }],
    ['a region, and pools', { region: ['europe-west1', 'eu-west-1'], 'not.strategy': ['ManualInPlaceUpdate'] }],
  ])('in the menu of filters, beside %s', async (_, query) => {
    const { facets, total } = await list(query)
    const filterOf = { minor: 'version', image: 'version' } as const
    const isOne = (name: string) => name === 'within'
    for (const [name, values] of Object.entries(facets)) {
      const filter = name in filterOf ? filterOf[name as keyof typeof filterOf] : name
      for (const { value, count } of values) {
        const answer = await list({ ...query, [filter]: isOne(filter) ? value : [value] })
        expect([filter, value, answer.total]).toEqual([filter, value, count])
      }
    }
    const { project = [] } = query
    const chosen = facets.project.filter(
      ({ value }) => (project as string[]).length === 0 || (project as string[]).includes(value),
    )
    expect(chosen.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  })

  it.each([
    ...(['project', 'profile', 'version', 'stage', 'window', 'flag', 'event', 'effect', 'to', 'cause'] as const),
    ...(['autoUpdate', 'strategy', 'machine', 'region', 'purpose'] as const),
  ])('what a filter by %s finds and what it leaves out are all', async (filter) => {
    const { all, facets } = await list()
    expect(facets[filter].length).toBeGreaterThan(0)
    for (const { value } of share(facets[filter])) {
      const found = (await list({ [filter]: [value] })).total
      expect([value, (await list({ [`not.${filter}`]: [value] })).total]).toEqual([value, all - found])
    }
  })

  it('with groups folded: their heads stay, their clusters are counted and not listed', async () => {
    const whole = await list({ group: 'project', limit: 500 })
    const [first, second, ...rest] = whole.groups.map(({ value }) => value)
    if (first === undefined || second === undefined) throw new Error('too few projects')
    for (const fold of [[first], [second, first], rest, [first, second, ...rest]]) {
      const left = whole.items.filter(({ project }) => !fold.includes(project))
      const found = { groups: [] as typeof whole.groups, items: [] as typeof whole.items }
      for (let offset = 0; offset <= left.length; offset += 10) {
        const page = await list({ group: 'project', fold, offset, limit: 10 })
        expect([page.total, page.rows]).toEqual([whole.total, left.length])
        found.items.push(...page.items)
        found.groups.push(...page.groups.filter(({ from, folded }) => folded || from >= offset))
      }
      expect(found.items).toEqual(left)
      expect(new Set(found.groups.map(({ value }) => value))).toEqual(new Set([first, second, ...rest]))
      for (const { value, from, folded } of found.groups) {
        expect(folded).toBe(fold.includes(value))
        if (!folded) expect(left[from]?.project).toBe(value)
      }
    }
  })

  it.each(['project', 'profile', 'version', 'window'] as const)('in groups by %s, page by page', async (group) => {
    const query = { event: ['forced'], group, sort: 'name' }
    const whole = await list({ ...query, limit: 500 })
    const plain = await list({ ...query, group: undefined, limit: 500 })
    const names = (items: typeof whole.items) => items.map(({ namespace, name }) => `${namespace}/${name}`)
    expect(names(whole.items).toSorted()).toEqual(names(plain.items).toSorted())
    let from = 0
    for (const one of whole.groups) {
      expect(one.from).toBe(from)
      from += one.count
      expect((await list({ [group]: [one.value] })).total).toBeGreaterThanOrEqual(one.all)
      const inGroup = names(whole.items.slice(one.from, from))
      expect(inGroup).toEqual(names(plain.items).filter((name) => inGroup.includes(name)))
      expect((await list({ ...query, [group]: [one.value], limit: 500 })).total).toBeGreaterThanOrEqual(one.count)
    }
    expect(from).toBe(whole.total)
    for (let offset = 0; offset < whole.total; offset += 30) {
      const page = await list({ ...query, offset, limit: 30 })
      expect(page.items).toEqual(whole.items.slice(offset, offset + 30))
      expect(page.groups).toEqual(whole.groups.filter((one) => one.from < offset + 30 && one.from + one.count > offset))
    }
    const keys = whole.groups.map(({ value }) => value)
    if (group === 'window') expect(keys).toEqual(keys.toSorted())
    if (group === 'version') expect(keys).toEqual(keys.toSorted(compareTexts))
  })

  it('on the overview of some projects alone', async () => {
    const project = ['payments', 'garden-media']
    const { figures, nextForced, stuck } = await gardenView(landscape, statusBody(garden, problemWords), 'UTC', project)
    expect(figures.clusters).toBe((await list({ project })).total)
    expect(figures.projects).toBe(2)
    expect(figures.forced.days90).toBe((await list({ project, event: ['forced'], within: '90' })).total)
    expect(stuck.total).toBe((await list({ project, event: ['fails'], within: '90' })).total)
    expect(new Set(nextForced.items.map((one) => one.project)).size).toBeLessThanOrEqual(2)
  })

  it('each row of a filtered list shows the event that was asked for', async () => {
    const { items } = await list({ event: ['fails'], within: '90', limit: 500 })
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ asked }) => asked?.kind === 'fails')).toBe(true)
    expect((await list({ project: ['payments'] })).items.every(({ asked }) => asked === null)).toBe(true)
    const days = (await list({ date: '2026-12-12', zone: 'UTC', limit: 500 })).items.map(({ asked }) =>
      asked?.window.begin.slice(0, 10),
    )
    expect(new Set(days)).toEqual(new Set(['2026-12-12']))
  })

  it('on profiles', async () => {
    for (const summary of profilesView(landscape).items) {
      const name =
        summary.ref.kind === 'CloudProfile' ? summary.ref.name : `${summary.ref.namespace}/${summary.ref.name}`
      expect((await list({ profile: [name] })).total).toBe(summary.clusters)
      expect((await list({ profile: [name], event: ['forced'], within: '90' })).total).toBe(summary.forced90)
      const entry = landscape.snapshot.profiles.get(name)
      if (entry === undefined) throw new Error(name)
      const answer = profileView(landscape, entry, null)
      for (const { version, clusters } of answer.kubernetes) {
        expect((await list({ profile: [name], version: [version] })).total).toBe(clusters)
      }
      for (const image of answer.images) {
        for (const { version, clusters } of image.versions) {
          expect((await list({ profile: [name], version: [`${image.name} ${version}`] })).total).toBe(clusters)
        }
      }
    }
  })

  it('on paths: who is on a version leaves, fails or stays', () => {
    for (const entry of landscape.snapshot.profiles.values()) {
      for (const { version, clusters } of profileView(landscape, entry, null).kubernetes) {
        const path = profileView(landscape, entry, { what: 'Kubernetes', version }).selected?.path
        const node = path?.nodes.find((n) => n.version === version)
        expect(node?.clusters).toBe(clusters)
        for (const { version: each, clusters: through } of path?.nodes ?? []) {
          const arriving = path?.bands.filter((b) => b.to === each).reduce((sum, b) => sum + b.clusters, 0)
          const leaving = path?.bands.filter((b) => b.from === each).reduce((sum, b) => sum + b.clusters, 0) ?? 0
          if (each !== version) expect(arriving).toBe(through)
          expect(leaving).toBeLessThanOrEqual(through)
        }
      }
    }
  })
})

it('counts as forced tonight whom the night names', async () => {
  for (const zone of ['UTC', 'Asia/Tokyo']) {
    const { figures } = await gardenView(landscape, statusBody(garden, problemWords), zone)
    const { rows } = await tonightView(landscape, { night: nightOf(zone, landscape.at), at: landscape.at, zone })
    const forced = rows.filter(({ kind, state }) => kind === 'forced' && (state === 'toCome' || state === 'open'))
    expect([zone, figures.forced.tonight]).toEqual([zone, forced.reduce((sum, row) => sum + row.clusters, 0)])
  }
})

it('counts who failed last among the stuck', async () => {
  const { figures } = await gardenView(landscape, statusBody(garden, problemWords), 'UTC')
  const stuck = (await list({ event: ['fails'], within: '90', limit: 500 })).items
  const failed = stuck.filter(({ namespace, name }) =>
    [...landscape.snapshot.shoots].some(
      (s) => s.namespace === namespace && s.name === name && s.lastMaintenance?.state === 'Failed',
    ),
  )
  expect(figures.stuck.failedLast).toBe(failed.length)
})

it('says since when a stuck cluster fails as its own page does, be it that only when it failed last is known', async () => {
  const { stuck } = await gardenView(landscape, statusBody(garden, problemWords), 'UTC')
  expect(stuck.items.length).toBeGreaterThan(5)
  for (const { namespace, name, failing } of stuck.items) {
    const position = [...landscape.roster.members].findIndex(
      ({ shoot }) => shoot.namespace === namespace && shoot.name === name,
    )
    const answer = shootView(landscape, position)
    const last = answer.lastMaintenance?.state === 'Failed' ? answer.lastMaintenance.at : null
    expect([name, failing?.last ?? null]).toEqual([name, last])
    expect(failing).toEqual(answer.stuck?.failing)
  }
  expect(stuck.items.some(({ failing }) => (failing?.nights ?? 0) > 1)).toBe(true)
})

it('counts clusters whose profile is missing apart, and in no other figure, whichever profile that is', async () => {
  const whole = landscape
  try {
    for (const key of whole.snapshot.profiles.keys()) {
      const profiles = new Map([...whole.snapshot.profiles].filter(([other]) => other !== key))
      landscape = await buildLandscape({ ...whole.snapshot, profiles }, at)
      const answer = await gardenView(landscape, statusBody(garden, problemWords), 'UTC')
      expect(gardenAnswer.parse(answer)).toEqual(answer)
      const { figures, expiries } = answer
      const lost = await list({ profile: [key], limit: 500 })
      expect(lost.total).toBeGreaterThan(0)
      expect(figures.unknown.clusters).toBe(lost.total)
      expect((await list({ stage: ['unknown'] })).total).toBe(lost.total)
      expect((await list({ stage: ['expired', 'notInProfile'] })).total).toBe(figures.expired.clusters)
      expect((await list({ profile: [key], stage: ['expired', 'notInProfile'] })).total).toBe(0)
      for (const row of lost.items) {
        expect([row.kubernetes.stage, row.flags.profileMissing, row.next]).toEqual(['unknown', true, null])
      }
      expect(expiries.reduce((sum, line) => sum + line.clusters, 0)).toBe(figures.clusters - lost.total)
    }
  } finally {
    landscape = whole
  }
})
