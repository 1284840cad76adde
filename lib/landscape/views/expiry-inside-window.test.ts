import { describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import type { OnlyAfterBody } from '@/lib/contract/steps'
import { whatIfQuery } from '@/lib/contract/what-if'
import { statusBody } from '@/lib/http/status-body'
import { nightOf } from '@/lib/landscape/zone'
import { shootBadge } from '@/lib/pictures/badge'
import { maintenanceView } from '@/lib/questions/cluster/answer/maintenance'
import { nightsView } from '@/lib/questions/cluster/answer/plan'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { entriesOf } from '@/lib/questions/feeds/answer/entries'
import { findView } from '@/lib/questions/find/answer'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import { projectView } from '@/lib/questions/projects/answer/project'
import { wallCellView } from '@/lib/questions/projects/answer/wall'
import { wallCellQuery } from '@/lib/questions/projects/contract'
import { versionView } from '@/lib/questions/version/answer/version'
import * as problemWords from '@/lib/words/faults'
import { buildLandscape, type Landscape } from '../landscape'
import { Outlook } from '../outlook'
import { shootRowOf } from '../shoot-row'
import { CASE_AT, caseGarden, caseIndex } from '../testdata/case'
import { versionPanelOf } from '../version-panel'

const stepsOf = async (name: string, at?: number) => {
  const landscape = await caseIndex('expiry-inside-window', at)
  return shootView(
    landscape,
    [...landscape.snapshot.shoots].findIndex((shoot) => shoot.name === name),
  ).steps.map(({ window, onlyAfter }) => [window.begin, onlyAfter?.at ?? null, onlyAfter?.otherwise?.begin ?? null])
}

it.each([
  ['s', ['2026-11-30T22:00:00Z', '2026-11-30T22:30:00Z', '2026-12-01T22:00:00Z']],
  ['short', ['2026-12-01T22:00:00Z', null, null]],
  ['none', ['2026-11-30T00:00:00Z', '2026-11-30T22:30:00Z', '2026-12-01T00:00:00Z']],
])('both nights are told where a version expires within the window: %s', async (name, expected) => {
  expect(await stepsOf(name)).toEqual([expected])
})

/** What lists tell of the same night: with both only where the moment decides. */
async function listed(name: string) {
  const landscape = await caseIndex('expiry-inside-window')
  const position = [...landscape.roster.members].findIndex(({ shoot }) => shoot.name === name)
  const { onlyAfter } = onWire(shootRowOf(new Outlook(landscape, position))).nextForced ?? {}
  const { entries } = await entriesOf(landscape, [position], () => true)
  const about = entries[0]?.description.split('\n').at(-1)
  const { text } = shootBadge(landscape, position)
  return [onlyAfter?.at ?? null, onlyAfter?.otherwise?.begin ?? null, about, text]
}

it.each<[string, (string | null)[]]>([
  [
    's',
    [
      '2026-11-30T22:30:00Z',
      '2026-12-01T22:00:00Z',
      'Only if maintenance begins after 22:30, else Tue 1 Dec.',
      'forced in 4 d or in 5 d',
    ],
  ],
  ['short', [null, null, 'Window 1 Dec 2026 22:00–22:30 +00:00. It begins at 22:15 at the latest.', 'forced in 5 d']],
])('lists, calendars and badges tell both nights too: %s', async (name, expected) => {
  expect(await listed(name)).toEqual(expected)
})

it('the page of the next maintenance says that it depends on the moment', async () => {
  const landscape = await caseIndex('expiry-inside-window', Date.parse('2026-11-30T08:00:00Z'))
  const place = [...landscape.snapshot.shoots].findIndex(({ name }) => name === 's')
  expect(maintenanceView(landscape, place, { kind: 'read', events: [] }).checks).toContainEqual({
    verdict: 'beware',
    title: 'It depends on the moment',
    text: 'Only a maintenance that begins after 30 Nov 2026 22:30 +00:00 does this: a version changes its stage then, and Gardener begins at a random moment. Else it is due on 1 Dec 2026.',
  })
})

describe('wherever the update of the cluster is told, both nights are', () => {
  /** What a place tells of the night: the instant that decides, and the other night. */
  type Told = { readonly onlyAfter?: OnlyAfterBody | undefined } | null | undefined
  const nights = (told: Told) => [told?.onlyAfter?.at, told?.onlyAfter?.otherwise?.begin]
  const both = ['2026-11-30T22:30:00Z', '2026-12-01T22:00:00Z']
  const none = [undefined, undefined]
  const isOf = (name: string) => (one: { readonly name: string }) => one.name === name
  const wallCell = (landscape: Landscape, query: object) =>
    wallCellView(landscape, wallCellQuery.parse({ project: 'c49', from: '2026-11-30', to: '2026-12-03', ...query }))
  const overview = async () => {
    const garden = await caseGarden('expiry-inside-window')
    try {
      return await gardenView(await buildLandscape(garden.snapshot(), CASE_AT), statusBody(garden, problemWords), 'UTC')
    } finally {
      await garden.close()
    }
  }
  const running = { what: 'Kubernetes', version: '1.34.8' }

  const places: readonly [string, (landscape: Landscape, name: string) => Told | Promise<Told>][] = [
    ['overview', async (_, name) => (await overview()).nextForced.items.find(isOf(name))?.next],
    [
      'project, what is forced',
      (landscape, name) => projectView(landscape, 'c49', 'UTC').forced.find(isOf(name))?.next,
    ],
    ['project, a path', (landscape, name) => projectView(landscape, 'c49', 'UTC').paths.find(isOf(name))?.next],
    ['wall', async (landscape, name) => (await wallCell(landscape, {})).items.find(isOf(name))?.next],
    [
      'find',
      (landscape, name) =>
        findView(landscape, `c49/${name}`).items.flatMap((one) =>
          one.kind === 'shoot' && one.name === name ? [one.next] : [],
        )[0],
    ],
    [
      'a version of a profile',
      (landscape, name) => {
        const entry = landscape.snapshot.profiles.get('c49')
        return entry && onWire(versionPanelOf(landscape, entry, running)).largest.find(isOf(name))?.next
      },
    ],
    [
      'a version',
      async (landscape, name) => {
        const entry = landscape.snapshot.profiles.get('c49')
        return entry && (await versionView(landscape, entry, running, 'UTC')).items.find(isOf(name))?.next
      },
    ],
    [
      'the nights before it',
      (landscape, name) =>
        nightsView(
          landscape,
          [...landscape.roster.members].findIndex(({ shoot }) => shoot.name === name),
          [],
        ).nights.flatMap(({ own }) => own ?? [])[0],
    ],
  ]

  it.each(places)('%s', async (_, of) => {
    const landscape = await caseIndex('expiry-inside-window')
    expect(nights(await of(landscape, 's'))).toEqual(both)
    expect(nights(await of(landscape, 'short'))).toEqual(none)
  })

  it('tonight, until it has come', async () => {
    const told = async (at: string) => {
      const instant = Date.parse(at)
      const landscape = await caseIndex('expiry-inside-window', instant)
      const night = nightOf('UTC', instant)
      const { rows } = await tonightView(landscape, { night, at: instant, zone: 'UTC' })
      const row = rows.find(({ members }) => members.some(isOf('s')))
      return row && [row.state, ...nights(row)]
    }
    expect(await told('2026-11-30T18:00:00Z')).toEqual(['toCome', ...both])
    expect(await told('2026-11-30T22:10:00Z')).toEqual(['open', ...both])
    // From then on nothing is left to decide.
    expect(await told('2026-11-30T22:35:00Z')).toEqual(['open', ...none])
  })

  const drafts: readonly [string, string, (string | undefined)[]][] = [
    ['a date within a window', '2026-12-02T22:30:00Z', ['2026-12-02T22:30:00Z', '2026-12-03T22:00:00Z']],
    ['a date before a window', '2026-12-02T20:00:00Z', none],
  ]

  it.each(drafts)('a draft, with the date of the draft: %s', async (_, expirationDate, expected) => {
    const landscape = await caseIndex('expiry-inside-window')
    const edits = [{ kind: 'expire', image: null, version: '1.34.8', expirationDate }]
    const row = (await whatIfView(landscape, whatIfQuery.parse({ profile: 'c49', edits }))).items.find(isOf('s'))
    expect([nights(row?.before), nights(row?.after)]).toEqual([both, expected])
    expect([nights(row?.nextForced.before), nights(row?.nextForced.after)]).toEqual([both, expected])
    const { items } = await wallCell(landscape, { draft: { profile: 'c49', edits } })
    expect(nights(items.find(isOf('s'))?.next)).toEqual(expected)
  })
})
