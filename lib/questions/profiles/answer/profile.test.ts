import { beforeAll, describe, expect, it } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { findProfile } from '@/lib/landscape/lookup'
import { type CompareAnswer, compareAnswer, profilesAnswer } from '../contract'
import { compareView, profilesView, profileView } from './profile'

const at = Date.parse('2026-11-21T18:00:00Z')
let landscape: Landscape

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '400' })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), at)
})

const entryOf = (name: string) => findProfile(landscape, name.split('/'))
const compare = (a: string, b: string) => compareAnswer.parse(compareView(landscape, entryOf(a), entryOf(b)))
const versionsOf = ({ lists }: CompareAnswer) =>
  lists.flatMap(({ what, versions }) => versions.map((one) => ({ what, ...one })))

describe('every two profiles of the demo', () => {
  it('are compared in every version that one of them lists, once', () => {
    const names = [...landscape.snapshot.profiles.keys()]
    for (const [place, a] of names.entries()) {
      for (const b of ['aws', names[(place + 1) % names.length] ?? '']) {
        const rows = versionsOf(compare(a, b))
        for (const [side, name] of [['a', a] as const, ['b', b] as const]) {
          const { kubernetes, images } = profileView(landscape, entryOf(name), null)
          const listed = [kubernetes, ...images.map(({ versions }) => versions)].flat()
          expect(rows.flatMap((row) => row[side] ?? []).toSorted(byText), `${a} ${b}`).toEqual(listed.toSorted(byText))
        }
        for (const { a: one, b: other, differences } of rows) {
          expect(differences.includes('only-a')).toBe(other === null)
          expect(differences.includes('only-b')).toBe(one === null)
          if (one && other) expect(differences.includes('expiry')).toBe(one.expires !== other.expires)
        }
      }
    }
  })

  it('are the same the other way round, with the sides changed', () => {
    const turned = { 'only-a': 'only-b', 'only-b': 'only-a' } as const
    const [there, back] = [versionsOf(compare('aws', 'gcp')), versionsOf(compare('gcp', 'aws'))]
    const found = new Map(back.map((row) => [`${row.what} ${row.version}`, row]))
    for (const { what, version, a, b, unlisted, differences } of there)
      expect(found.get(`${what} ${version}`)).toMatchObject({
        a: b,
        b: a,
        unlisted,
        differences: differences.map((one) => (one === 'only-a' || one === 'only-b' ? turned[one] : one)),
      })
  })
})

it('finds nothing in a profile that is compared with itself', () => {
  expect(versionsOf(compare('aws', 'aws')).flatMap(({ differences }) => differences)).toEqual([])
})

describe('a namespaced profile beside its parent', () => {
  it.each([
    ['garden-payments/aws-extended', 'aws', 'a'],
    ['aws', 'garden-payments/aws-extended', 'b'],
  ] as const)('%s beside %s', (a, b, side) => {
    const answer = compare(a, b)
    expect(answer.child).toEqual({ side, idle: [], machineTypes: [] })
    const said = versionsOf(answer).filter(({ own }) => own !== 'inherits')
    expect(said.map(({ what, version, own, differences }) => [what, version, own, differences[0]])).toEqual([
      ['Kubernetes', '1.32.13', 'overrides', 'expiry'],
      ['acme-linux', '3.2.1', 'adds', `only-${side}`],
      ['acme-linux', '3.1.0', 'adds', `only-${side}`],
    ])
  })

  it('adds machine types', () => {
    expect(compare('garden-data/gcp-machine-learning-europe', 'gcp').child?.machineTypes).toEqual(['a2-highgpu-1g'])
  })

  it('is no child of another profile', () => {
    const answer = compare('garden-payments/aws-extended', 'gcp')
    expect(answer.child).toBeNull()
    expect(versionsOf(answer).filter(({ own }) => own !== null)).toEqual([])
  })
})

it('counts who runs a version that their profile does not list', async () => {
  const { profiles } = landscape.snapshot
  const entry = entryOf('aws')
  const [, ...kubernetes] = entry.profile.kubernetes.toSorted((a, b) => clustersOn(b.version) - clustersOn(a.version))
  const shorter = { ...entry, profile: { ...entry.profile, kubernetes } }
  const snapshot = { ...landscape.snapshot, profiles: new Map([...profiles, ['aws', shorter], ['whole', entry]]) }
  const without = await buildLandscape(snapshot, at)
  const row = versionsOf(compareView(without, shorter, entry)).find(({ a }) => a === null)
  expect(row?.differences).toEqual(['only-b'])
  expect(row?.unlisted).toBe(clustersOn(row?.version ?? ''))
  expect(row?.unlisted).toBeGreaterThan(0)
})

function clustersOn(version: string): number {
  return profileView(landscape, entryOf('aws'), null).kubernetes.find((one) => one.version === version)?.clusters ?? 0
}

function byText(a: { readonly version: string; readonly minor: string }, b: typeof a): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

it('counts clusters of a namespaced profile in its parent too, and their expiries', () => {
  const { items } = profilesAnswer.parse(profilesView(landscape))
  const [aws, own] = [items.find(({ ref }) => ref.name === 'aws'), items.filter(({ parent }) => parent === 'aws')]
  expect(own.length).toBeGreaterThan(0)
  for (const figure of ['clusters', 'forced90', 'stuck'] as const) {
    const together = [aws, ...own].reduce((sum, one) => sum + (one?.[figure] ?? 0), 0)
    expect(aws?.whole[figure], figure).toBe(together)
  }
  const childs = own.flatMap(({ whole }) => whole.expiries)
  expect(childs.length).toBeGreaterThan(0)
  for (const { at: when, what, version, clusters } of childs) {
    const same = aws?.whole.expiries.find((one) => one.at === when && one.what === what && one.version === version)
    expect(same?.clusters, `${what} ${version}`).toBeGreaterThanOrEqual(clusters)
  }
  expect(own.every(({ whole, clusters }) => whole.clusters === clusters && whole.namespaced === 0)).toBe(true)
})
