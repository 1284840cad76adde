import { beforeAll, describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { whatIfQuery } from '@/lib/contract/what-if'
import { DAY } from '@/lib/engine/time'
import type { Garden, Snapshot } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { draftOf, objectOfDraft } from '@/lib/landscape/draft'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { projectSizes } from '@/lib/landscape/roster'
import { wallCellQuery, wallQuery } from '../../contract'
import { wallCellView, wallView } from '../wall'

const at = Date.parse('2026-11-21T18:00:00Z')
const zone = 'Europe/Berlin'
let garden: Garden
let snapshot: Snapshot
let landscape: Landscape

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  snapshot = garden.snapshot()
  landscape = await buildLandscape(snapshot, at)
})

type Input = Parameters<typeof wallQuery.parse>[0]
const wall = (input: Partial<Record<string, unknown>> = {}, of = landscape) =>
  wallView(of, wallQuery.parse({ zone, limit: 500, ...input } satisfies Input))
const cell = (input: object) => wallCellView(landscape, wallCellQuery.parse({ zone, ...input }))

const expire = (version: string, days: number): EditBody => ({
  kind: 'expire',
  image: null,
  version,
  expirationDate: onWire(at + days * DAY),
})
const draft = { profile: 'aws', edits: [expire('1.32.13', 40), expire('1.34.6', 9), expire('1.33.11', 5)] }

describe('the wall', () => {
  it('has every project with clusters once, and their sums are the figures', async () => {
    const { items, figures, days } = await wall()
    expect(items.map(({ project }) => project).sort()).toEqual([...projectSizes(landscape.roster).keys()].sort())
    const sum = (of: (row: (typeof items)[number]) => number) => items.reduce((all, row) => all + of(row), 0)
    expect(figures.clusters).toBe(300)
    expect(sum(({ clusters }) => clusters)).toBe(300)
    expect(sum(({ behind }) => behind)).toBe(figures.behind)
    expect(sum(({ nodes }) => nodes.max)).toBe(days.reduce((all, { nodes }) => all + nodes.max, 0))
    expect(figures.owned).toBe(figures.projects - 1)
  })

  it('is in the order of attention, those that are pinned first', async () => {
    const { items, first } = await wall()
    const ranks = items.map(({ stuck, behind }) => [stuck, behind])
    expect(ranks).toEqual(ranks.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b))
    const names = items.map(({ project }) => project)
    const pinned = await wall({ pinned: [names[5], names[3], 'nobody'] })
    expect(pinned.items.map(({ project }) => project).slice(0, 3)).toEqual([names[5], names[3], names[0]])
    expect(pinned.first).toEqual(first)
    expect((await wall({ offset: 2, limit: 3 })).items).toEqual(items.slice(2, 5))
  })

  it('says on which days something fails again, and no more', async () => {
    for (const { stuck, failing, days } of (await wall()).items) {
      expect(failing.length > 0).toBe(stuck > 0)
      // Stretches that meet are one.
      expect(failing.every(({ from }, i) => from > (failing[i - 1]?.to ?? -2) + 1)).toBe(true)
      const first = days.find(({ fails }) => fails > 0)
      if (stuck > 0) expect(failing[0]?.from).toBe((first?.day ?? 0) + 1)
    }
  })

  it('is what it is without a draft whose values are all refused', async () => {
    const refused = {
      kind: 'yaml',
      image: 'gardenlinux',
      changes: [
        { path: ['spec', 'machineImages', 'gardenlinux', 'versions', '1592.9.0', 'architectures'], value: ['arm46'] },
      ],
    }
    const body = wallQuery.parse({ zone, draft: { profile: 'aws', edits: [refused] } })
    const object = body.draft && (await objectOfDraft(landscape, body.draft, { garden, identity: { kind: 'process' } }))
    const told = await wallView(landscape, body, object)
    expect(told.draft).toMatchObject({ accepted: false })
    const { before, ...figures } = told.figures
    expect(figures).toMatchObject({ ...before })
    const { before: _, ...asTheyAre } = (await wall()).figures
    expect(figures).toEqual(asTheyAre)
  })

  it.each([7, 60, 365])(
    'is with a draft what it is where the profile says so, and tells the difference: %i days',
    async (days) => {
      const asked = await draftOf(landscape, whatIfQuery.parse({ ...draft, zone, days }), undefined)
      const edited = [...asked.edited.profiles].map(([key, { after }]) => {
        const entry = snapshot.profiles.get(key)
        if (entry === undefined) throw new Error(key)
        return [key, { ...entry, profile: after }] as const
      })
      const profiles = new Map([...snapshot.profiles, ...edited])
      const scratch = await buildLandscape({ ...snapshot, revision: 'edited', profiles }, at)
      const [was, would, told] = [await wall({ days }), await wall({ days }, scratch), await wall({ days, draft })]
      const plain = ({ before: _, ...rest }: (typeof told.days)[number]) => rest
      const rowOf = ({ days: cells, ...row }: (typeof told.items)[number]) => ({
        ...row,
        days: cells.flatMap(({ before: _, ...load }) =>
          load.forced + load.fails + load.auto + load.nodes.max > 0 ? [load] : [],
        ),
      })
      expect(told.days.map(plain)).toEqual(would.days.map(plain))
      expect(told.items.map(rowOf)).toEqual(would.items.map(rowOf))
      expect(told.figures).toEqual({
        ...would.figures,
        before: { behind: was.figures.behind, stuck: was.figures.stuck, nodes: was.figures.nodes },
      })
      // What is told of before is what there is without the draft.
      expect(told.days.map(({ before, ...after }) => ({ ...after, ...(before ?? {}) }))).toEqual(was.days.map(plain))
    },
  )

  it('is the same once more with a draft that changes nothing', async () => {
    const same = await wall({ draft: { profile: 'aws', edits: [] } })
    expect(same.items).toEqual((await wall()).items)
    expect(same.days.every(({ before }) => before === null)).toBe(true)
  })
})

describe('a cell of it', () => {
  it('adds up to the day of the row, with the draft and without', async () => {
    for (const asked of [undefined, draft]) {
      const { items, days } = await wall({ draft: asked })
      for (const row of items.slice(0, 4)) {
        for (const { day, before, ...load } of row.days) {
          const date = days[day]?.date ?? ''
          const found = await cell({ project: row.project, from: date, to: date, draft: asked })
          const { forced, fails, auto, nodes } = found
          expect({ forced, fails, auto, nodes }).toEqual(load)
          if (before !== null) expect(found.before).toEqual(before)
          expect(found.items).toHaveLength(Math.min(5, found.total))
        }
      }
    }
  })

  it('lists what fails first, then what is forced, and says which versions end', async () => {
    const found = await cell({ project: 'payments', from: '2026-11-21', to: '2027-01-19' })
    const kinds = found.items.map(({ next }) => next.kind)
    const ranks = { fails: 0, forced: 1, auto: 2, other: 3 }
    expect(kinds).toEqual(kinds.toSorted((a, b) => ranks[a] - ranks[b]))
    expect(found.causes.length).toBeGreaterThan(0)
    expect(found.owner).toEqual({ kind: 'User', name: 'payments-admin@example.com', namespace: null })
  })

  it('counts those that fail again on days on which nothing begins', async () => {
    const row = (await wall()).items.find(({ failing }) => failing.length > 0)
    const again = row?.failing.find(({ from, to }) => to - from > 20)
    const quiet = [...Array(60).keys()].find(
      (day) => again && day > again.from && day < again.to && !row?.days.some((one) => one.day === day),
    )
    const date = (await wall()).days[quiet ?? 0]?.date
    expect(await cell({ project: row?.project, from: date, to: date })).toMatchObject({ total: 0, items: [] })
    expect((await cell({ project: row?.project, from: date, to: date })).again).toBeGreaterThan(0)
  })

  it('is refused for a project that is not there, with those that are near', async () => {
    const refused = cell({ project: 'payment', from: '2026-11-21', to: '2026-11-21' })
    await expect(refused).rejects.toThrow(/The project payment/)
  })
})
