import { expect, it } from 'vitest'
import { confirmationOf, draftHeadline } from './confirmation'
import { plain } from './phrases'

const none = { stuck: 0, stuckSooner: 0, stuckLater: 0, freed: 0, forced: 0, earlier: 0 }
const changes = { ...none, later: 0, unforced: 0, target: 0, auto: 0 }
const gained = {
  forced: 0,
  firstForced: null,
  firstEarlier: null,
  unforced: 0,
  soon: 0,
  firstSoon: null,
  firstStuck: null,
  nodes: 0,
}
const told = { zone: 'UTC', now: '2026-11-21T18:00:00Z' }
const DEC = '2026-12-12T21:00:00Z'

type Changed = Partial<typeof changes>
type Gained = Partial<Record<keyof typeof gained, number | string>>

const effectOf = (changed: Changed, more?: Gained) => ({
  clusters: 400,
  changes: { ...changes, ...changed },
  ...(more !== undefined && { gained: { ...gained, ...more } as typeof gained }),
})

it.each<[string, Changed, Gained | undefined, string]>([
  ['that nothing happens', {}, {}, 'Nothing changes for any cluster.'],
  [
    'the worst first, with its day, and nodes at the end',
    { forced: 12, stuck: 3 },
    { forced: 12, firstForced: DEC, firstStuck: '2027-03-03T21:00:00Z', nodes: 41 },
    '12 clusters more are forced within 12 months, the first on 12 Dec; 3 get stuck, the first on 3 Mar 2027. Up to 41 more nodes roll.',
  ],
  [
    'one of each',
    { stuck: 1 },
    { forced: 1, nodes: -1 },
    '1 cluster more is forced within 12 months; 1 gets stuck. Up to 1 fewer node rolls.',
  ],
  [
    'who fares better',
    { freed: 2, stuckLater: 1 },
    { unforced: 2 },
    '2 clusters are no longer forced; 1 is stuck later; 2 are no longer stuck.',
  ],
  [
    'those that are forced on another day in a sentence of their own',
    { stuckSooner: 1, earlier: 40, later: 1 },
    { firstEarlier: DEC },
    '1 cluster is stuck sooner. 40 clusters are forced earlier, the first on 12 Dec; 1 is forced later.',
  ],
  [
    'what begins soon',
    { auto: 45 },
    { soon: 45, firstSoon: '2026-11-21T20:00:00Z' },
    '45 clusters begin an update tonight.',
  ],
  [
    'what hardly matters where nothing else happens',
    { target: 8, auto: 1200 },
    {},
    '8 clusters get a different version; 1,200 are updated automatically at another time.',
  ],
  [
    'what was written down before more was known',
    { forced: 3, earlier: 1 },
    undefined,
    '3 clusters more are forced within 12 months. 1 cluster is forced earlier.',
  ],
])('tells %s', (_, changed, more, sentence) => {
  expect(confirmationOf('aws', effectOf(changed, more), told).sentence).toBe(sentence)
})

it('tells of clusters that are not seen, and wants the name for them', () => {
  const toldOf = (clusters: number, changed: Changed) => {
    const { sentence, typing } = confirmationOf('aws', effectOf({}), told, { ...effectOf(changed), clusters })
    return [sentence, typing]
  }
  expect(toldOf(30, { forced: 12, stuck: 3 })).toEqual([
    'Nothing changes for any cluster. 30 clusters on the profile that you may not see: 12 clusters more are forced within 12 months; 3 get stuck.',
    'aws',
  ])
  expect(toldOf(1, {})).toEqual([
    'Nothing changes for any cluster. 1 cluster on the profile that you may not see: nothing changes.',
    'aws',
  ])
})

it.each<[Changed, Gained, readonly string[]]>([
  [{}, {}, []],
  [{ forced: 40 }, {}, []],
  [{ forced: 30, earlier: 11 }, {}, ['41 of 400 clusters, more than a tenth, are newly forced or earlier.']],
  [{ stuck: 1 }, { firstStuck: DEC }, ['1 cluster gets stuck, the first on 12 Dec.']],
  [{ stuckSooner: 2 }, {}, ['2 clusters are stuck sooner.']],
  [
    { stuck: 3, auto: 45 },
    { soon: 45, firstSoon: '2026-11-21T20:00:00Z' },
    ['3 clusters get stuck.', '45 clusters begin an update tonight, the first at 20:00 +00:00, and cannot go back.'],
  ],
  [
    { auto: 45 },
    { soon: 45, firstSoon: '2026-11-21T14:00:00Z' },
    ['45 clusters begin an update before tonight is over, the first at 14:00 +00:00, and cannot go back.'],
  ],
])('wants each of what is grave confirmed: %j %j', (changed, more, reasons) => {
  const { reasons: wanted, typing } = confirmationOf('aws', effectOf(changed, more), told)
  expect(wanted).toEqual(reasons)
  expect(typing).toBe(reasons.length === 0 ? null : 'aws')
})

it('that outlives its day has the year of each, and tells nothing from today', () => {
  const effect = effectOf({ auto: 45 }, { forced: 12, firstForced: DEC, soon: 45 })
  expect(plain(draftHeadline(effect, { zone: 'UTC', now: null }))).toBe(
    '12 clusters more are forced within 12 months, the first on 12 Dec 2026. 45 clusters begin an update in the first night.',
  )
})
