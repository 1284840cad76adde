import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { whatIfQuery } from '@/lib/contract/what-if'
import type { JsonObject } from '@/lib/engine/json'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildIndex, type FleetIndex } from '@/lib/landscape/fleet-index'
import { whatIfView } from './view'

/** What edits of values do, and what the API server says of them. */

let index: FleetIndex
let garden: Garden

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21' })
  await garden.ready()
  index = await buildIndex(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

async function objectOf(
  kind: 'CloudProfile' | 'NamespacedCloudProfile',
  name: string,
  namespace?: string,
): Promise<JsonObject> {
  const ref = { kind, name, ...(namespace !== undefined && { namespace }) }
  const found = await garden.preview({ kind: 'process' }, ref, (object) => object)
  if (found.kind !== 'ok') throw new Error(found.kind)
  return found.object
}

async function ask(input: unknown) {
  return whatIfView(index, whatIfQuery.parse(input), null, { own: await objectOf('CloudProfile', 'aws'), parent: null })
}

const put = (path: readonly string[], value: unknown): EditBody =>
  ({
    kind: 'yaml',
    image: path[1] === 'machineImages' ? (path[2] ?? null) : null,
    changes: [{ path, value }],
  }) as EditBody

test('the example of docs/workbench.md is accepted, and moves no cluster', async () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(readFileSync('docs/workbench.md', 'utf8')) ?? []
  const answer = await ask(JSON.parse(example))
  expect(answer).toMatchObject({ accepted: true, edits: [{ problem: null }], figures: { changed: 0 } })
})

const LINUX = ['spec', 'machineImages', 'gardenlinux', 'versions', '1592.9.0']

test.each<[string, EditBody, object]>([
  [
    'a value that is not known',
    put([...LINUX, 'architectures'], ['arm46', 'arm64']),
    {
      stage: 'validation',
      place: 'spec.machineImages[0].versions[4].architectures[0]',
      message: 'Unsupported value: "arm46": supported values: "amd64", "arm64"',
      edits: [0],
    },
  ],
  [
    'a field that is not known',
    put(['spec', 'machineTypes', 'm5.large', 'colour'], 'red'),
    { stage: 'decode', place: 'spec.machineTypes[0].colour', edits: [0] },
  ],
  [
    'a part that the engine does not keep',
    put(['spec', 'limits'], { maxNodesTotal: -1 }),
    { stage: 'validation', place: 'spec.limits.maxNodesTotal', edits: [0] },
  ],
])('%s is refused where it stands, and the effect is as if it were mended', async (_, edit, refusal) => {
  const answer = await ask({ profile: 'aws', edits: [edit] })
  expect(answer).toMatchObject({ accepted: false, figures: { changed: 0 } })
  expect(answer.refusals).toMatchObject([refusal])
})

test('what is refused leaves the effect of the rest', async () => {
  const version = ['spec', 'kubernetes', 'versions', '1.33.9']
  const expire = put([...version, 'expirationDate'], '2027-09-30T23:59:59Z')
  const refused = put(['spec', 'limits'], { maxNodesTotal: -1 })
  const [alone, both] = [
    await ask({ profile: 'aws', edits: [expire] }),
    await ask({ profile: 'aws', edits: [expire, refused] }),
  ]
  expect(alone.figures.changed).toBeGreaterThan(0)
  expect(both.accepted).toBe(false)
  expect(both.figures).toEqual(alone.figures)
})

test('an entry that is not there is said', async () => {
  const answer = await ask({ profile: 'aws', edits: [put(['spec', 'machineTypes', 'nobody', 'usable'], true)] })
  expect(answer.edits[0]?.problem).toEqual({ code: 'unknown-entry', text: 'There is no nobody in spec.machineTypes.' })
})
