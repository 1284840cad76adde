import { expect, it } from 'vitest'
import { confirmationOf } from './confirmation'

const none = { stuck: 0, freed: 0, forced: 0, earlier: 0, more: 0, later: 0, target: 0, auto: 0 }

it.each([
  ['tells that nothing happens', {}, 'No cluster is forced, stranded or moved by it.', null],
  ['asks for nothing at a tenth', { forced: 40 }, 'Forces 40 clusters.', null],
  ['wants the name above a tenth', { forced: 41 }, 'Forces 41 clusters.', 'aws'],
  ['counts those that are forced earlier', { earlier: 41 }, 'Forces 41 clusters earlier than before.', 'aws'],
  ['tells both apart', { forced: 30, earlier: 2 }, 'Forces 32 clusters, 2 of them earlier than before.', null],
  ['wants the name for one that is stranded', { stuck: 1 }, 'Strands 1 cluster.', 'aws'],
  [
    'puts parts together',
    { forced: 1, later: 2, auto: 1200 },
    'Forces 1 cluster, puts off the forced update of 2 clusters and changes the automatic updates of 1,200 clusters.',
    null,
  ],
])('%s', (_, changes, sentence, typing) => {
  const effect = { clusters: 400, changes: { ...none, ...changes } }
  expect(confirmationOf('aws', effect)).toMatchObject({ sentence, typing, effect })
})

it('tells of clusters that are not seen, and wants the name for them', () => {
  const effect = { clusters: 400, changes: none }
  const told = (clusters: number, changes: Partial<typeof none>) => {
    const { sentence, typing } = confirmationOf('aws', effect, { clusters, changes: { ...none, ...changes } })
    return [sentence, typing]
  }
  expect(told(30, { forced: 12, stuck: 3 })).toEqual([
    'No cluster is forced, stranded or moved by it. 30 clusters on the profile that you may not see: it forces 12 clusters and strands 3 clusters.',
    'aws',
  ])
  expect(told(1, {})).toEqual([
    'No cluster is forced, stranded or moved by it. 1 cluster on the profile that you may not see: none is forced, stranded or moved by it.',
    'aws',
  ])
})

it.each([
  [{}, null],
  [{ forced: 40 }, null],
  [{ forced: 30, earlier: 11 }, '41 of 400 clusters are forced, more than a tenth'],
  [{ stuck: 1 }, '1 cluster is stranded'],
  [{ stuck: 3, more: 60 }, '3 clusters are stranded and 60 of 400 clusters are forced, more than a tenth'],
])('says why the name must be typed: %j', (changes, because) => {
  expect(confirmationOf('aws', { clusters: 400, changes: { ...none, ...changes } }).because).toBe(because)
})
