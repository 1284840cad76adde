import { beforeAll, describe, expect, it } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { projectSizes } from '@/lib/landscape/roster'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { wallQuery } from '../contract'
import { projectView } from './project'
import { wallView } from './wall'

const at = Date.parse('2026-11-21T18:00:00Z')
const zone = 'Europe/Berlin'
let small: Landscape
let large: Landscape

const indexOf = async (shoots: number) => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(shoots) })
  await garden.ready()
  return buildLandscape(garden.snapshot(), at)
}

beforeAll(async () => {
  small = await indexOf(120)
  large = await indexOf(700)
})

describe('a project', () => {
  it('has its owner and members as the garden names them', () => {
    const { about } = projectView(small, 'payments', zone)
    expect(about).toMatchObject({
      namespace: 'garden-payments',
      description: 'Checkout, ledger and risk',
      purpose: null,
      owner: { kind: 'User', name: 'payments-admin@example.com' },
    })
    expect(about?.members).toContainEqual({
      kind: 'ServiceAccount',
      name: 'ci-deployer',
      namespace: 'garden-payments',
      roles: ['admin'],
    })
    expect(projectView(small, 'data', zone).about?.owner).toBeNull()
  })

  it('says of every one what the wall says of it', async () => {
    const { items } = await wallView(small, wallQuery.parse({ zone, days: 60 }))
    for (const row of items) {
      const { figures, stuck, forced, months } = projectView(small, row.project, zone)
      expect(figures.clusters).toBe(row.clusters)
      expect(stuck.total).toBe(row.stuck)
      expect(figures.forced.clusters).toBeLessThanOrEqual(row.behind)
      expect(forced).toHaveLength(figures.forced.updates)
      expect(forced.map(({ next }) => next.window.begin)).toEqual(forced.map(({ next }) => next.window.begin).sort())
      const november = row.days.filter(({ day }) => day < 10).reduce((sum, { nodes }) => sum + nodes.max, 0)
      expect(months.find(({ date }) => date === '2026-11')?.nodes.max ?? 0).toBe(november)
    }
  })

  it('says of a stuck cluster what helps most, as its own page does', () => {
    const { items } = projectView(small, 'payments', zone).stuck
    const remedies = items.map(({ name, remedy }) => [name, remedy])
    const pages = items.map(({ name, namespace }) => {
      const position = [...small.roster.members].findIndex(
        ({ shoot }) => shoot.name === name && shoot.namespace === namespace,
      )
      return [
        name,
        shootView(small, position).advice.find(({ kind }) => kind === 'do' || kind === 'helps')?.title ?? null,
      ]
    })
    expect(remedies).toEqual(pages)
    expect(remedies).toContainEqual(['ledger-eu', 'Finish the update in place of pool db'])
  })

  it('lists clusters by attention, each with what is ahead of it', () => {
    const { paths, ahead, quiet, figures } = projectView(small, 'payments', zone)
    const ranks = { fails: 0, forced: 1, auto: 2, other: 3 }
    const kinds = paths.map(({ next }) => ranks[next?.kind ?? 'other'])
    expect(kinds).toEqual(kinds.toSorted())
    expect(paths.every(({ marks, segments }) => marks.length > 0 && segments.length > 0)).toBe(true)
    expect(paths.reduce((sum, { same }) => sum + 1 + same, 0)).toBe(Math.min(ahead, 20))
    expect(ahead + quiet).toBe(figures.clusters)
  })

  it('says that clusters go the same way where they are many', () => {
    const [name = ''] = [...projectSizes(large.roster)].sort(([, a], [, b]) => b - a)[0] ?? []
    const { paths, ahead } = projectView(large, name, zone)
    expect(ahead).toBeGreaterThan(20)
    expect(paths.length).toBeLessThanOrEqual(20)
    expect(new Set(paths.map(({ namespace, name }) => `${namespace}/${name}`)).size).toBe(paths.length)
  })

  it('may have no clusters; one that is not known is refused, with those that are near', () => {
    const { snapshot } = small
    const projects = [...snapshot.projects, { name: 'empty', namespace: 'garden-empty', members: [] }]
    const index = { ...small, snapshot: { ...snapshot, projects } }
    expect(projectView(index, 'empty', zone)).toMatchObject({
      figures: { clusters: 0 },
      paths: [],
      months: [],
      forced: [],
    })
    expect(() => projectView(small, 'paymentz', zone)).toThrow(/The project paymentz/)
  })
})
