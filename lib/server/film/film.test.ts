import { beforeAll, describe, expect, it } from 'vitest'
import { type FilmAnswer, filmAnswer } from '@/lib/contract'
import { openGarden } from '@/lib/garden'
import { classesOf } from '../classes'
import { buildIndex, type FleetIndex } from '../fleet-index'
import { Steps } from '../steps'
import { minorsOverTime } from '../views/minors'
import { startOfDate } from '../zone'
import { filmView } from './view'

const at = Date.parse('2026-11-21T18:00:00Z')
const zone = 'Europe/Berlin'
let index: FleetIndex

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  index = await buildIndex(garden.snapshot(), at)
})

const DAY = 86_400_000
const dateOf = (first: string, day: number) => new Date(Date.parse(first) + day * DAY).toISOString().slice(0, 10)

describe('the film', () => {
  it('has the counts of the overview on their days', () => {
    const { first, steps, series } = filmView(index, { zone })
    const minors = new Steps(minorsOverTime(index, zone)).value
    expect(series).toEqual(minors.series)
    expect(steps.map(({ day }) => startOfDate(zone, dateOf(first, day)))).toEqual(
      minors.at.slice(1).map((text) => Date.parse(text)),
    )
    expect(steps.length).toBeGreaterThan(5)
  })

  it('loses no cluster: all counts of a step add up, and each changes by what flows', () => {
    const { steps, series, clusters } = filmView(index, { zone })
    expect(clusters).toBe(300)
    for (const step of [0, ...steps.map((_, i) => i + 1)])
      expect(series.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0)).toBe(clusters)
    for (const [i, { flows }] of steps.entries()) {
      expect(flows.length).toBeGreaterThan(0)
      for (const { minor, counts } of series) {
        const sum = (side: 'from' | 'to') =>
          flows.filter((flow) => flow[side] === minor).reduce((all, flow) => all + flow.clusters, 0)
        expect((counts[i + 1] ?? 0) - (counts[i] ?? 0)).toBe(sum('to') - sum('from'))
      }
    }
  })

  it('has no more stuck clusters on a minor than are there, and all that fail to the end', () => {
    const film = filmView(index, { zone })
    const { steps, series, stuck, days } = film
    for (let day = 0; day < days; day++) {
      const step = steps.findLastIndex((one) => one.day <= day) + 1
      for (const { minor, counts } of series) {
        const there = stuck.filter((one) => one.minor === minor && one.from <= day && day <= (one.to ?? days))
        expect(there.reduce((sum, one) => sum + one.clusters, 0)).toBeLessThanOrEqual(counts[step] ?? 0)
      }
    }
    const failing = classesOf(index).filter(({ forecast }) => forecast.events.at(-1)?.kind === 'fails')
    const open = stuck.filter(({ to }) => to === null).reduce((sum, { clusters }) => sum + clusters, 0)
    expect(open).toBe(failing.reduce((sum, { clusters }) => sum + clusters, 0))
    expect(open).toBeGreaterThan(0)
  })

  it('has those stuck from the first day that failed in their last window and fail again', () => {
    const { stuck } = filmView(index, { zone })
    const before = stuck.filter(({ from }) => from === 0).reduce((sum, { clusters }) => sum + clusters, 0)
    const failed = [...index.roster.members].filter(({ shoot }) => shoot.lastMaintenance?.state === 'Failed')
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(failed.length)
  })

  it('with a draft has both, and of other profiles nothing else', () => {
    const edits = [{ kind: 'expire' as const, image: null, version: '1.33.11', expirationDate: '2026-12-15T00:00:00Z' }]
    const plain = filmView(index, { zone })
    const film = filmView(index, { zone, draft: { profile: 'aws', edits } })
    expect({ ...film, draft: null }).toEqual(plain)
    expect(film.draft).toMatchObject({ profile: { name: 'aws' }, impossible: 0, accepted: true })
    const flows = (steps: FilmAnswer['steps']) =>
      steps.flatMap(({ day, flows }) =>
        flows.filter(({ profile }) => !profile.name.startsWith('aws')).map((flow) => ({ day, ...flow })),
      )
    expect(film.draft?.steps).not.toEqual(plain.steps)
    expect(flows(film.draft?.steps ?? [])).toEqual(flows(plain.steps))
    expect(filmView(index, { zone, draft: { profile: 'aws', edits: [] } }).draft).toMatchObject({
      steps: plain.steps,
      series: plain.series,
      stuck: plain.stuck,
    })
  })

  it('is as the contract says', () => {
    expect(filmAnswer.safeParse(JSON.parse(JSON.stringify(filmView(index, { zone })))).error).toBeUndefined()
  })
})
