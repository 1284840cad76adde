import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ShootsQuery, shootsQuery } from '@/lib/contract/selection'
import { whatIfQuery } from '@/lib/contract/what-if'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { errorBodyOf } from '@/lib/http/respond'
import { statusBody } from '@/lib/http/status-body'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { NotFound } from '@/lib/process/errors'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { whyView } from '@/lib/questions/cluster/answer/why'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { findView } from '@/lib/questions/find/answer'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import { profilesView, profileView } from '@/lib/questions/profiles/answer/profile'
import { wallCellView, wallView } from '@/lib/questions/projects/answer/wall'
import * as problemWords from '@/lib/words/faults'
import { answerOpenapi } from './openapi'
import { wallCellQuery, wallQuery } from './projects/contract'
import { routes } from './routes'

const description = answerOpenapi()

/** A checker for a schema of the description alone, without our own ones. */
function checkerOf(id: string) {
  const document = { $defs: description.components.schemas, $ref: `#/$defs/${id}` }
  return z.fromJSONSchema(JSON.parse(JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/')))
}

describe('the description', () => {
  it('has no class of Unicode in a pattern: many tools know none', () => {
    expect(JSON.stringify(description)).not.toContain('\\\\p{')
  })

  it('is made of every route that there is', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const names = described.map((name) =>
      name
        .replace(/}\.\w+$/, '}')
        .replace(/(\{namespace}\/)?\{name}$/, (parts) => (/shoots|projects/.test(name) ? parts : '[...ref]')),
    )
    expect([...new Set(names)].map((name) => name.replace(/{(\w+)}/g, '[$1]')).sort()).toEqual(
      routes.map(({ name }) => name).sort(),
    )
  })

  it('refers only to schemas that it has', () => {
    const references = [...JSON.stringify(description).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, id]) => id)
    expect(references.length).toBeGreaterThan(50)
    for (const id of references) expect(Object.keys(description.components.schemas)).toContain(id)
  })

  it.each([
    ['get', '/api/badges/cloudprofiles/{name}.svg', '200 304 400 401 403 404 421 429 500 503'],
    ['get', '/api/pictures/overview.png', '200 304 400 401 403 404 421 429 500 503'],
    ['get', '/api/feeds/shoots.ics', '200 304 400 401 403 404 421 429 500 503'],
    ['get', '/api/shoots.csv', '200 400 401 403 404 421 429 500 503'],
    ['get', '/metrics', '200 403 404 421 503'],
    ['post', '/signin/token', '303 403 413 421'],
    ['get', '/signin/provider', '303 403 421'],
  ] as const)('foresees every status of %s %s', (method, path, statuses) => {
    expect(Object.keys(description.paths[path]?.[method]?.responses ?? {}).join(' ')).toBe(statuses)
  })

  it('lists the parameters of the clusters table, the repeatable ones as arrays', () => {
    const parameters = description.paths['/api/shoots']?.get?.parameters ?? []
    expect(parameters.map(({ name }) => name)).toEqual(Object.keys(shootsQuery.shape))
    expect(parameters.find(({ name }) => name === 'stage')?.schema).toMatchObject({ type: 'array' })
    expect(description.paths['/api/find']?.get?.parameters.find(({ name }) => name === 'q')?.required).toBe(true)
  })
})

const draft = {
  profile: 'aws',
  edits: [{ kind: 'expire', image: null, version: '1.33.6', expirationDate: '2026-12-24T00:00:00Z' }],
}

describe('answers are as described', () => {
  let garden: Garden
  let landscape: Landscape
  beforeAll(async () => {
    garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
    await garden.ready()
    landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
  })

  it.each<[string, () => unknown]>([
    ['GardenAnswer', () => gardenView(landscape, statusBody(garden, problemWords), 'UTC')],
    ['ProfilesAnswer', () => profilesView(landscape)],
    [
      'ProfileAnswer',
      () => {
        const entry = [...landscape.snapshot.profiles.values()][0]
        const version = entry?.profile.kubernetes[3]?.version
        if (entry === undefined || version === undefined) throw new Error('no profile')
        return profileView(landscape, entry, { what: 'Kubernetes', version })
      },
    ],
    ['ShootsAnswer', () => shootsView(landscape, shootsQuery.parse({} satisfies Partial<ShootsQuery>))],
    ['ShootAnswer', () => shootView(landscape, 3)],
    ['WhyAnswer', () => whyView(landscape, 3, landscape.at)],
    ['FindAnswer', () => findView(landscape, '1.3')],
    ['WhatIfAnswer', () => whatIfView(landscape, whatIfQuery.parse(draft))],
    ['WallAnswer', () => wallView(landscape, wallQuery.parse({ draft }))],
    [
      'WallCellAnswer',
      () =>
        wallCellView(
          landscape,
          wallCellQuery.parse({ project: 'payments', from: '2026-11-21', to: '2026-12-30', draft }),
        ),
    ],
    ['ErrorBody', () => errorBodyOf(new NotFound('The cluster a/b', ['a/c']))],
  ])('%s', async (id, answer) => {
    const checker = checkerOf(id)
    const told: unknown = JSON.parse(JSON.stringify(await answer()))
    expect(checker.safeParse(told).error?.issues ?? []).toEqual([])
    expect(checker.safeParse({ ...Object(told), surplus: 1 }).success).toBe(false)
  })
})
