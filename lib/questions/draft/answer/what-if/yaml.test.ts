import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { whatIfQuery } from '@/lib/contract/what-if'
import type { JsonObject } from '@/lib/engine/json'
import type { Garden } from '@/lib/garden'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { whatIfCsv } from './rows'
import { whatIfView } from './view'

/** What edits of values do, and what the API server says of them. */

let landscape: Landscape
let garden: Garden

beforeAll(async () => {
  garden = await demoGarden()
  landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
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

async function wholeAws() {
  return { own: await objectOf('CloudProfile', 'aws'), parent: null }
}

async function ask(input: unknown) {
  return whatIfView(landscape, whatIfQuery.parse(input), null, await wholeAws())
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

test.each([
  ['CloudProfile', 'gcp', 'Invalid value: {"Kind":"CloudProfile","Name":"gcp"}: field is immutable'],
  ['CloudProfile', 'nowhere', 'Internal error occurred: cloudprofile.core.gardener.cloud "nowhere" not found'],
  ['NamespacedCloudProfile', 'aws', 'invalid parent kind'],
])('a namespaced profile stays with its parent: %s %s', async (kind, name, message) => {
  const input = { profile: 'garden-payments/aws-extended', edits: [put(['spec', 'parent'], { kind, name })] }
  const whole = {
    own: await objectOf('NamespacedCloudProfile', 'aws-extended', 'garden-payments'),
    parent: await objectOf('CloudProfile', 'aws'),
  }
  const answer = await whatIfView(landscape, whatIfQuery.parse(input), null, whole)
  expect(answer).toMatchObject({ accepted: false, refusals: [{ message }] })
})

const LINUX = ['spec', 'machineImages', 'gardenlinux', 'versions', '1592.9.0']

test.each<[string, EditBody, object]>([
  [
    'a value that cannot be read',
    put([...LINUX, 'expirationDate'], 'soon'),
    { stage: 'decode', place: 'spec.machineImages[0].versions[4].expirationDate', edits: [0] },
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
])('%s is refused where it stands, and does nothing', async (_, edit, refusal) => {
  const answer = await ask({ profile: 'aws', edits: [edit] })
  expect(answer).toMatchObject({ accepted: false, figures: { changed: 0 } })
  expect(answer.refusals).toMatchObject([refusal])
})

test('the table of clusters tells of refused values what the page does', async () => {
  const edit = put([...LINUX, 'expirationDate'], 'soon')
  const query = whatIfQuery.parse({ profile: 'aws', edits: [edit] })
  const [titles, ...rows] = (await whatIfCsv(landscape, query, await wholeAws())).trimEnd().split('\r\n')
  expect(titles).toMatch(/^project,/)
  expect(rows).toEqual([])
})

const LATEST = '1.36.2'
const until = '2027-01-31T23:59:59Z'

test.each<[string, EditBody, readonly string[], unknown]>([
  [
    'the latest version ends',
    { kind: 'expire', image: null, version: LATEST, expirationDate: until },
    ['spec', 'kubernetes', 'versions', LATEST, 'expirationDate'],
    until,
  ],
])('a rule that is broken does the same as YAML and by the form: %s', async (_, form, path, value) => {
  const [byForm, asYaml] = [
    await ask({ profile: 'aws', edits: [form] }),
    await ask({ profile: 'aws', edits: [put(path, value)] }),
  ]
  expect([byForm.accepted, asYaml.accepted]).toEqual([false, false])
  expect(byForm.figures.changed).toBeGreaterThan(0)
  expect(asYaml.figures).toEqual(byForm.figures)
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

describe('at every instant to come', () => {
  const lived = (version: string, lifecycle: unknown, ...gone: readonly string[]): EditBody => {
    const path = ['spec', 'kubernetes', 'versions', version]
    return {
      kind: 'yaml',
      image: null,
      changes: [
        { path: [...path, 'lifecycle'], value: lifecycle },
        ...gone.map((field) => ({ path: [...path, field] })),
      ],
    } as EditBody
  }

  async function compared(edit: EditBody) {
    const { figures, everyInstant } = await ask({ profile: 'aws', edits: [edit], everyInstant: true, limit: 0 })
    const others = everyInstant?.profiles.flatMap(({ profile, other }) =>
      other === 0 ? [] : [`${profile.name} ${other}`],
    )
    return { changed: figures.changed, others }
  }

  test('a life that is written in the other form is the same, in namespaced profiles too', async () => {
    const [listed] =
      landscape.snapshot.profiles.get('aws')?.profile.kubernetes.filter(({ version }) => version === '1.34.7') ?? []
    const startTime = new Date(listed?.expirationDate ?? 0).toISOString()
    const stages = [{ classification: 'supported' }, { classification: 'expired', startTime }]
    expect(await compared(lived('1.34.7', stages, 'classification', 'expirationDate'))).toEqual({
      changed: 0,
      others: [],
    })
  })

  test('a date of a namespaced profile loses its effect beside it', async () => {
    const stages = [{ classification: 'deprecated' }]
    const { others } = await compared(lived('1.32.13', stages, 'classification', 'expirationDate'))
    expect(others?.length).toBeGreaterThan(1)
  })

  test('what changes after the days of the forecast is seen as well', async () => {
    const late = [{ classification: 'supported' }, { classification: 'deprecated', startTime: '2031-01-01T00:00:00Z' }]
    expect(await compared(lived('1.35.4', late, 'classification'))).toMatchObject({
      changed: 0,
      others: expect.arrayContaining(['aws 1']),
    })
  })

  test('it is compared only where it is asked for', async () => {
    expect(await ask({ profile: 'aws', edits: [] })).toMatchObject({ everyInstant: null })
  })
})

test('each edit has the clusters that it makes fare otherwise, of one version as YAML too', async () => {
  const away = (version: string) =>
    put(['spec', 'kubernetes', 'versions', version, 'expirationDate'], '2026-11-30T12:00:00Z')
  const edits = [away('1.34.6'), put(['spec', 'limits'], { maxNodesTotal: 500 }), away('1.33.9')]
  const all = await ask({ profile: 'aws', edits })
  const counted = all.edits.map(({ changes }) => Object.values(changes).reduce((sum, clusters) => sum + clusters, 0))
  expect(counted[0]).toBeGreaterThan(0)
  expect(counted[1]).toBe(0)
  expect(counted[2]).toBeGreaterThan(0)
  const [first] = edits
  const alone = await ask({ profile: 'aws', edits: [first] })
  expect(alone.edits[0]?.changes).toMatchObject(alone.figures.changes)
})
