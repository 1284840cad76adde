import { beforeAll, expect, it } from 'vitest'
import { type ShootsQuery, shootsQuery } from '@/lib/contract/selection'
import { FORCED, IN_PLACE, STUCK, WITHIN_DAYS } from '@/lib/contract/words'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import type { TextParts } from '@/lib/http/answer'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { allShootsQuery, clusterViewsRoute, shootsAnswer } from '../contract'
import { answerClusterViews, shootsCsv, shootsJson } from './clusters'
import { shootsView } from './shoots'

let garden: Garden
let landscape: Landscape
beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

const asked = { stage: ['deprecated' as const], event: ['forced' as const], sort: 'name' as const }
const questions = [
  asked,
  { 'not.project': ['payments'], 'not.event': ['fails' as const], within: '90' as const },
  { window: ['21' as const, '22' as const], 'not.version': ['1.33'], sort: 'next' as const },
  { cause: ['no-version'], 'not.region': ['eu-west-1'], group: 'project' as const },
]

async function whole(parts: Promise<TextParts>): Promise<string> {
  let text = ''
  for await (const part of await parts) text += part
  return text
}

it('has in JSON the answer with all items', async () => {
  const told: unknown = JSON.parse(await whole(shootsJson(landscape, allShootsQuery.parse(asked))))
  const answer = shootsAnswer.parse(told)
  expect(answer).toEqual(await shootsView(landscape, shootsQuery.parse({ ...asked, limit: 500 })))
  expect(answer.items.length).toBe(answer.total)
  expect(answer.total).toBeGreaterThan(20)
})

it.each(questions)('has in CSV a line for every one of them, in their order: %j', async (asked) => {
  const [heads = '', ...lines] = (await whole(shootsCsv(landscape, allShootsQuery.parse(asked))))
    .trimEnd()
    .split('\r\n')
  const { items } = await shootsView(landscape, shootsQuery.parse({ ...asked, limit: 500 }))
  expect(items.length).toBeGreaterThan(0)
  expect(heads.split(',').slice(0, 4)).toEqual(['project', 'namespace', 'cluster', 'profile'])
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual(
    items.map(({ project, namespace, name }) => [project, namespace, name]),
  )
})

it.each([[undefined], [['payments']], [['payments', 'garden-media']], [['nobody']]])(
  'counts each list that people ask for most as that list does: of %j',
  async (project) => {
    const query = clusterViewsRoute.query.parse({ at: '2026-11-21T18:00:00Z', project })
    const asking = { garden, identity: { kind: 'process' as const }, user: null, sight: '', origin: '' }
    const told = await answerClusterViews({ path: {}, query, body: undefined }, asking)
    for (const [name, filter] of Object.entries({ all: {}, forced: FORCED, stuck: STUCK, inPlace: IN_PLACE })) {
      const { total } = await shootsView(landscape, shootsQuery.parse({ ...filter, project }))
      expect(told).toMatchObject({ [name]: total })
    }
  },
)

it.each<Partial<ShootsQuery>>([{}, { 'not.event': ['fails'] }, { within: 'none' }])(
  'counts what comes tonight only where a zone tells when that is: %j',
  async (asked) => {
    const days = async (zone?: string) => {
      const { facets } = await shootsView(landscape, shootsQuery.parse({ ...asked, zone }))
      return facets.within.map(({ value }) => value)
    }
    expect(await days()).toEqual(['1', '7', '30', '90', '365', 'none'])
    expect(await days('UTC')).toEqual([...WITHIN_DAYS])
  },
)

it('is whole where nothing matches', async () => {
  const query = allShootsQuery.parse({ q: 'nobody' })
  expect(JSON.parse(await whole(shootsJson(landscape, query)))).toMatchObject({ total: 0, items: [] })
  expect((await whole(shootsCsv(landscape, query))).split('\r\n')).toHaveLength(2)
})

it('is refused before it begins where the question is wrong', async () => {
  const query = allShootsQuery.parse({ date: '2026-12-15', zone: 'Mars/Olympus' })
  for (const file of [shootsCsv, shootsJson]) {
    await expect(file(landscape, query)).rejects.toThrow('zone: not a time zone known here')
  }
})
