import { describe, expect, test } from 'vitest'
import { shootsQuery } from '@/lib/contract/selection'
import { whatIfQuery } from '@/lib/contract/what-if'
import { shoot, worker } from '@/lib/engine/testdata/builders'
import type { CloudProfile, Worker } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { nightOf } from '@/lib/landscape/zone'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { overviewSums } from '@/lib/questions/overview/answer/garden'
import { projectView } from '@/lib/questions/projects/answer/project'
import { wallView } from '@/lib/questions/projects/answer/wall'
import { wallQuery } from '@/lib/questions/projects/contract'
import { buildLandscape, type Landscape } from './landscape'

/** A cluster whose nodes are updated in place rolls none: not in a single figure that is called so. */

const at = Date.parse('2026-11-21T18:00:00Z')

const profile: CloudProfile = {
  kubernetes: [
    { version: '1.34.3', classification: 'supported' },
    { version: '1.33.7', classification: 'deprecated', expirationDate: Date.parse('2026-11-20T12:00:00Z') },
  ],
  machineImages: [],
  machineTypes: [{ name: 'n2', architecture: 'amd64' }],
}

async function gardenOf(updateStrategy: Worker['updateStrategy']): Promise<Landscape> {
  const { image: _, ...pool } = worker('a', { machineType: 'n2', updateStrategy, minimum: 4, maximum: 4 })
  const own = { namespace: 'garden-p', name: 'c', profile: { kind: 'CloudProfile', name: 'gcp' } } as const
  const profiles = new Map([['gcp', { ref: { kind: 'CloudProfile', name: 'gcp' } as const, profile }]])
  const projects = [{ name: 'p', namespace: 'garden-p', members: [] }]
  return buildLandscape(
    {
      revision: '1',
      observedAt: at,
      profiles,
      projects,
      shoots: ChunkedList.of([shoot('1.33.7', [pool], own)]),
      problems: [],
    },
    at,
  )
}

const FIGURES: Readonly<Record<string, (landscape: Landscape) => number | Promise<number>>> = {
  'clusters with nodes rolling, by day': async (landscape) =>
    (await overviewSums(landscape, 'UTC')).days.reduce((sum, { rolling }) => sum + rolling, 0),
  'clusters of the list with nodes that roll': async (landscape) =>
    (await shootsView(landscape, shootsQuery.parse({}))).rolling,
  'nodes that roll in a project': (landscape) => projectView(landscape, 'p', 'UTC').figures.forced.nodes.max,
  'nodes that roll in a month of a project': (landscape) =>
    projectView(landscape, 'p', 'UTC').months[0]?.nodes.max ?? -1,
  'nodes of the wall': async (landscape) => (await wallView(landscape, wallQuery.parse({}))).items[0]?.nodes.max ?? -1,
  'nodes of tonight': async (landscape) =>
    (await tonightView(landscape, { night: nightOf('UTC', at), at, zone: 'UTC' })).figures.toCome.nodes.max,
  'nodes of a draft, as it is': async (landscape) => (await draft(landscape)).figures.nodes.before.max,
  'nodes of a draft, as it would be': async (landscape) => (await draft(landscape)).figures.nodes.after.max,
}

const draft = (landscape: Landscape) =>
  whatIfView(
    landscape,
    whatIfQuery.parse({
      profile: 'gcp',
      edits: [{ kind: 'add', image: null, entry: { version: '1.35.0', classification: 'preview' } }],
    }),
  )

describe.each<[Worker['updateStrategy'], boolean]>([
  ['AutoRollingUpdate', true],
  ['AutoInPlaceUpdate', false],
])('%s', (strategy, rolls) => {
  test.each(Object.keys(FIGURES))('%s', async (figure) => {
    const landscape = await gardenOf(strategy)
    expect((await shootsView(landscape, shootsQuery.parse({}))).items[0]).toMatchObject({
      next: { kind: 'forced', effect: rolls ? 'rolling' : 'inPlace', nodes: { min: 4, max: 4 } },
    })
    const found = await FIGURES[figure]?.(landscape)
    expect(found).toBe(rolls ? (figure.startsWith('clusters') ? 1 : 4) : 0)
  })
})
