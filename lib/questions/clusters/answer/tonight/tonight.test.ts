import { beforeAll, describe, expect, it } from 'vitest'
import type { ForecastEvent } from '@/lib/engine/outlook'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { memberOf } from '@/lib/landscape/roster'
import { demoLandscape } from '@/lib/landscape/testdata/demo'
import { nightAhead, nightOf } from '@/lib/landscape/zone'
import { type TonightAnswer, tonightAnswer } from '../../contract'
import { nextBegin, type ShownNight, tonightCount, tonightView } from '../tonight'

describe('a night', () => {
  it.each([
    ['begins in the evening of its day', 'Europe/Berlin', '2026-11-21T18:00:00Z', '2026-11-21T17:00:00Z'],
    ['is ahead in the afternoon', 'Europe/Berlin', '2026-11-21T12:00:00Z', '2026-11-21T17:00:00Z'],
    ['is told until noon', 'Europe/Berlin', '2026-11-22T10:59:59Z', '2026-11-21T17:00:00Z'],
    ['gives way to the next at noon', 'Europe/Berlin', '2026-11-22T11:00:00Z', '2026-11-22T17:00:00Z'],
    ['is that of the reader', 'Asia/Tokyo', '2026-11-21T18:00:00Z', '2026-11-21T09:00:00Z'],
  ])('%s', (_, zone, at, begin) => {
    expect(new Date(nightOf(zone, Date.parse(at)).begin).toISOString()).toBe(begin.replace('Z', '.000Z'))
  })

  it('lasts thirteen hours when summer time ends in it', () => {
    const { begin, end } = nightOf('Europe/Berlin', Date.parse('2026-10-24T18:00:00Z'))
    expect(end - begin).toBe(13 * HOUR)
  })
})

describe('when something happens next', () => {
  const begin = Date.parse('2026-11-21T21:00:00Z')
  const event = (kind: ForecastEvent['kind'], day: number, rolls: readonly number[] = []) =>
    ({
      kind,
      from: begin + day * DAY,
      window: { begin: begin + day * DAY },
      digest: { rolls, effect: rolls.length > 0 ? 'rolling' : 'none' },
    }) as unknown as ForecastEvent

  it.each<[string, readonly ForecastEvent[], number, number | null]>([
    ['nothing is ahead', [], begin, null],
    ['the first window', [event('forced', 3)], begin, begin + 3 * DAY],
    ['what has begun is not next', [event('forced', 0)], begin, null],
    ['what nobody notices is passed over', [event('other', 1), event('auto', 4)], begin, begin + 4 * DAY],
    ['what fails does so again the next evening', [event('fails', 0), event('forced', 90)], begin + HOUR, begin + DAY],
    ['and weeks later', [event('fails', 0), event('forced', 90)], begin + 20 * DAY + HOUR, begin + 21 * DAY],
    ['until it is over', [event('fails', 0), event('forced', 90)], begin + 89 * DAY + HOUR, begin + 90 * DAY],
    ['or a maintenance finds it mended', [event('fails', 0), event('other', 2)], begin + 2 * DAY, null],
    ['before its first night', [event('fails', 5)], begin, begin + 5 * DAY],
  ])('%s', (_, events, after, expected) => expect(nextBegin(events, after)).toBe(expected))
})

describe('tonight in the demo', () => {
  const evening = Date.parse('2026-11-21T18:00:00Z')
  let landscape: Landscape
  const rowOf = ({ rows }: TonightAnswer, name: string) =>
    rows.find(({ members }) => members.some((member) => member.name === name))
  const seenAt = (at: number) => tonightView(landscape, { night: nightOf('UTC', evening), at, zone: 'UTC' })

  beforeAll(async () => {
    landscape = await demoLandscape()
  })

  it('counts every cluster in one row and one state', async () => {
    const answer = await seenAt(evening)
    expect(tonightAnswer.parse(answer)).toEqual(answer)
    const { open, done, failed, toCome, clusters } = answer.figures
    expect(clusters).toBeGreaterThan(10)
    expect(open.clusters + done.clusters + failed.clusters + toCome.clusters).toBe(clusters)
    expect(answer.rows.reduce((sum, row) => sum + row.clusters, 0)).toBe(clusters)
  })

  it.each<[string, NonNullable<ShownNight['filters']>, (row: TonightAnswer['rows'][number]) => boolean]>([
    ['of a profile', { profile: ['aws'] }, ({ profile }) => profile.name === 'aws'],
    [
      'of projects that are left',
      { 'not.project': ['ads'] },
      ({ members }) => members.every((one) => one.project !== 'ads'),
    ],
    ['that are forced in it', { event: ['forced'] }, ({ kind }) => kind === 'forced'],
  ])('tells of the clusters %s alone, in rows, figures and what is next', async (_, filters, isLeft) => {
    const all = await seenAt(evening)
    const some = await tonightView(landscape, { night: nightOf('UTC', evening), at: evening, zone: 'UTC', filters })
    expect(some.figures.clusters).toBeGreaterThan(0)
    expect(some.figures.clusters).toBeLessThan(all.figures.clusters)
    expect(some.rows.every(isLeft)).toBe(true)
    expect(some.rows.reduce((sum, row) => sum + row.clusters, 0)).toBe(some.figures.clusters)
    const shown = { night: nightOf('UTC', evening), at: evening, zone: 'UTC', filters }
    expect(await tonightCount(landscape, shown)).toBe(some.figures.clusters)
    expect(
      await tonightView(landscape, {
        night: nightOf('UTC', evening),
        at: evening,
        zone: 'UTC',
        filters: { q: 'nobody' },
      }),
    ).toMatchObject({
      figures: { clusters: 0 },
      next: null,
    })
  })

  it('has one row for clusters that go from one version to another alike, whatever else happens to some of them', async () => {
    const at = Date.parse('2026-11-26T13:00:00Z')
    const later = await buildLandscape(landscape.snapshot, at)
    const { rows } = await tonightView(later, { night: nightOf('UTC', at), at, zone: 'UTC' })
    const told = rows.flatMap(({ profile, state, kind, what, from, to, effect, cause }) =>
      what === null ? [] : [JSON.stringify([profile, state, kind, what, from, to, effect, cause])],
    )
    expect(told.length).toBeGreaterThan(5)
    expect(new Set(told).size).toBe(told.length)
  })

  it('of what was to come in the evening, the morning tells what became of it', async () => {
    const before = await seenAt(evening)
    const morning = await seenAt(evening + 14 * HOUR)
    expect(morning.begin).toBe(before.begin)
    const expected = before.rows.filter(({ state }) => state === 'toCome' || state === 'willFail')
    expect(expected.length).toBeGreaterThan(5)
    for (const row of expected) {
      for (const { name, window } of row.members) {
        const after = rowOf(morning, name)
        expect({ name, state: after?.state, to: after?.to, foreseen: after?.foreseen }).toEqual({
          name,
          state: row.state === 'toCome' ? 'done' : 'failed',
          to: row.to,
          foreseen: true,
        })
        expect(after?.members.find((member) => member.name === name)?.window).toEqual(window)
      }
    }
    expect(morning.foreseenFrom).toBe(before.at)
    expect(morning.figures.toCome.clusters).toBe(0)
  })

  it('shows a window as open while time in it goes on', async () => {
    const before = await seenAt(evening)
    const row = before.rows.find(({ state }) => state === 'toCome')
    const [first] = row?.members ?? []
    const during = await seenAt(Date.parse(first?.window.begin ?? '') + 60_000)
    expect(rowOf(during, first?.name ?? '')?.state).toBe('open')
  })

  describe('of a cluster that was maintained', () => {
    const name = 'parcels-jp'
    /** The landscape an hour into its window, with that in its status. */
    const rowWith = async (
      status: Partial<Pick<Shoot, 'lastMaintenance' | 'lastOperation' | 'window'>>,
      minutes: number,
    ) => {
      const members = [...landscape.roster.members]
      const position = members.findIndex(({ shoot }) => shoot.name === name)
      const member = members[position]
      const turn = rowOf(await seenAt(evening), name)?.members.find((one) => one.name === name)
      if (member === undefined || turn === undefined) throw new Error(`${name} has nothing tonight`)
      const begin = status.window ? Date.parse('2026-11-22T07:00:00Z') : Date.parse(turn.window.begin)
      const lastMaintenance = status.lastMaintenance && { ...status.lastMaintenance, triggeredTime: begin + MINUTE }
      const shoot = { ...member.shoot, ...status, ...(lastMaintenance && { lastMaintenance }) }
      const changed = memberOf(shoot, member.project)
      const roster = { ...landscape.roster, members: landscape.roster.members.toSpliced(position, 1, changed) }
      const at = begin + minutes * MINUTE
      const answer = await tonightView(
        { ...landscape, at, roster },
        { night: nightOf('UTC', evening), at, zone: 'UTC' },
      )
      expect(tonightAnswer.parse(answer)).toEqual(answer)
      return rowOf(answer, name)
    }
    const updated = {
      state: 'Succeeded' as const,
      description:
        'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.33.10" to "1.33.11". Reason: Automatic update of Kubernetes version configured',
    }

    it('work that goes on in the window is not done yet, and has its percent', async () => {
      const lastOperation = { type: 'Reconcile', state: 'Processing', progress: 24 }
      expect(await rowWith({ lastMaintenance: updated, lastOperation }, 30)).toMatchObject({
        state: 'open',
        reconciling: true,
        progress: 24,
        failureReason: null,
      })
      // After the window it may go on as well.
      expect(await rowWith({ lastMaintenance: updated, lastOperation }, 600)).toMatchObject({
        state: 'done',
        reconciling: true,
      })
      const over = { type: 'Reconcile', state: 'Succeeded' }
      expect(await rowWith({ lastMaintenance: updated, lastOperation: over }, 30)).toMatchObject({
        state: 'done',
        reconciling: false,
        progress: null,
      })
    })

    it('what a window did that opened in the morning is not of the night', async () => {
      const window = { begin: '070000+0000', end: '080000+0000' }
      expect((await rowWith({ lastMaintenance: updated, window }, 30))?.state).not.toBe('done')
    })

    it('a failure is told in the words of Gardener', async () => {
      const failureReason = 'Control Plane: Kubernetes maintenance failure due to: no version to go to'
      const description =
        'Maintenance failed, but not all parts were successful: Control Plane: Kubernetes version update failed. Reason for update: Kubernetes version expired - force update required'
      const lastMaintenance = { state: 'Failed' as const, description, failureReason }
      expect(await rowWith({ lastMaintenance }, 30)).toMatchObject({ state: 'failed', failureReason })
    })
  })
})

it.each([
  ['in the evening before it', '2026-11-21T16:00:00Z', '2026-11-21T17:00:00Z'],
  ['after midnight', '2026-11-22T01:00:00Z', '2026-11-21T17:00:00Z'],
  ['just before it ends', '2026-11-22T04:59:59Z', '2026-11-21T17:00:00Z'],
  ['as it ends the next', '2026-11-22T05:00:00Z', '2026-11-22T17:00:00Z'],
  ['in the morning the next', '2026-11-22T09:00:00Z', '2026-11-22T17:00:00Z'],
])('the night that is ahead, %s', (_, at, begin) => {
  expect(new Date(nightAhead('Europe/Berlin', Date.parse(at)).begin).toISOString()).toBe(begin.replace('Z', '.000Z'))
})
