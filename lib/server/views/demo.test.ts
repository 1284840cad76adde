import { beforeAll, describe, expect, it } from 'vitest'
import {
  findAnswer,
  gardenAnswer,
  profileAnswer,
  profilesAnswer,
  shootAnswer,
  shootsAnswer,
  shootsQuery,
} from '@/lib/contract'
import { type Garden, openGarden } from '@/lib/garden'
import { buildIndex, type FleetIndex } from '../fleet-index'
import { statusBody } from '../status-body'
import { profileView } from './cloudprofile'
import { profilesView } from './cloudprofiles'
import { findView } from './find'
import { gardenView } from './garden'
import { shootView } from './shoot'
import { shootsView } from './shoots'

const at = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let index: FleetIndex
const list = (query: Record<string, unknown> = {}) => shootsView(index, shootsQuery.parse(query))

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '400' })
  await garden.ready()
  index = await buildIndex(garden.snapshot(), at)
})

describe('answers for the demo are what the contract says', () => {
  it('overview', () => {
    const answer = gardenView(index, statusBody(garden), 'Europe/Berlin')
    expect(gardenAnswer.parse(answer)).toEqual(answer)
    expect(answer.days).toHaveLength(90)
  })

  it('profiles, each with every version selected', () => {
    expect(profilesAnswer.parse(profilesView(index)).total).toBe(index.snapshot.profiles.size)
    for (const entry of index.snapshot.profiles.values()) {
      const answer = profileView(index, entry, null)
      expect(profileAnswer.parse(answer)).toEqual(answer)
      for (const { version } of answer.kubernetes) {
        profileAnswer.parse(profileView(index, entry, { what: 'Kubernetes', version }))
      }
      for (const { name, versions } of answer.images) {
        for (const { version } of versions) profileAnswer.parse(profileView(index, entry, { what: name, version }))
      }
    }
  })

  it('clusters, in every order', () => {
    for (const sort of ['attention', 'name', 'project', 'profile', 'version', 'next']) {
      const answer = list({ sort, limit: 500 })
      expect(shootsAnswer.parse(answer)).toEqual(answer)
      expect(answer.total).toBe(400)
    }
  })

  it('every cluster', () => {
    for (let i = 0; i < index.roster.members.length; i++) {
      const answer = shootView(index, i)
      expect(shootAnswer.parse(answer)).toEqual(answer)
    }
  })

  it.each(['1.3', 'prod', 'gardenlinux', 'a b', 'zzzzz', '.*'])('find %s', (q) => {
    const answer = findView(index, q)
    expect(findAnswer.parse(answer)).toEqual(answer)
  })
})

describe('figures agree with the lists behind them', () => {
  it('on the overview', () => {
    const { figures, days, minors, expiries, nextForced } = gardenView(index, statusBody(garden), 'UTC')
    expect(list({ event: ['forced'], within: '7' }).total).toBe(figures.forced.days7)
    expect(list({ event: ['forced'], within: '30' }).total).toBe(figures.forced.days30)
    expect(list({ event: ['forced'], within: '90' }).total).toBe(figures.forced.days90)
    expect(list({ event: ['fails'], within: '90' }).total).toBe(figures.stuck.clusters)
    expect(list({ event: ['auto'], within: '1' }).total).toBe(figures.autoTonight.clusters)
    expect(list({ stage: ['expired', 'notInProfile'] }).total).toBe(figures.expired.clusters)
    expect(list({ event: ['forced', 'fails'], within: '90' }).total).toBe(nextForced.total)
    expect(list().projects).toBe(figures.projects)
    expect(expiries.reduce((sum, line) => sum + line.clusters, 0)).toBe(figures.clusters)
    expect(expiries.reduce((sum, line) => sum + line.stuck, 0)).toBe(figures.stuck.clusters)
    for (const i of minors.at.keys()) {
      expect(minors.series.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0)).toBe(figures.clusters)
    }
    expect(days.reduce((sum, day) => sum + day.forced, 0)).toBe(figures.forced.updates90)
  })

  it('on profiles', () => {
    for (const summary of profilesView(index).items) {
      const name =
        summary.ref.kind === 'CloudProfile' ? summary.ref.name : `${summary.ref.namespace}/${summary.ref.name}`
      expect(list({ profile: [name] }).total).toBe(summary.clusters)
      expect(list({ profile: [name], event: ['forced'], within: '90' }).total).toBe(summary.forced90)
      const entry = index.snapshot.profiles.get(name)
      if (entry === undefined) throw new Error(name)
      const answer = profileView(index, entry, null)
      for (const { version, clusters } of answer.kubernetes) {
        expect(list({ profile: [name], version: [version] }).total).toBe(clusters)
      }
      for (const image of answer.images) {
        for (const { version, clusters } of image.versions) {
          expect(list({ profile: [name], version: [`${image.name} ${version}`] }).total).toBe(clusters)
        }
      }
    }
  })

  it('on paths: who is on a version leaves, fails or stays', () => {
    for (const entry of index.snapshot.profiles.values()) {
      for (const { version, clusters } of profileView(index, entry, null).kubernetes) {
        const path = profileView(index, entry, { what: 'Kubernetes', version }).selected?.path
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

it('counts who failed last among the stuck', () => {
  const { figures } = gardenView(index, statusBody(garden), 'UTC')
  const stuck = list({ event: ['fails'], within: '90', limit: 500 }).items
  const failed = stuck.filter(({ namespace, name }) =>
    index.snapshot.shoots.some(
      (s) => s.namespace === namespace && s.name === name && s.lastMaintenance?.state === 'Failed',
    ),
  )
  expect(figures.stuck.failedLast).toBe(failed.length)
})
