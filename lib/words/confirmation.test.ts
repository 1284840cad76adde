import { expect, it } from 'vitest'
import { confirmationOf } from './confirmation'

const none = { stuck: 0, freed: 0, forced: 0, earlier: 0, more: 0, later: 0, target: 0, auto: 0 }

it.each([
  ['tells that nothing happens', {}, 'Nothing changes for any cluster.', null],
  ['asks for nothing at a tenth', { forced: 40 }, '40 clusters are forced.', null],
  ['wants the name above a tenth', { forced: 41 }, '41 clusters are forced.', 'aws'],
  ['counts those that are forced earlier', { earlier: 41 }, '41 clusters are forced earlier than before.', 'aws'],
  ['tells both apart', { forced: 30, earlier: 2 }, '32 clusters are forced, 2 of them earlier than before.', null],
  ['wants the name for one that gets stuck', { stuck: 1 }, '1 more cluster gets stuck.', 'aws'],
  [
    'puts parts together',
    { forced: 1, later: 2, auto: 1200 },
    '1 cluster is forced. 2 clusters are forced later or not at all. Automatic updates of 1,200 clusters change.',
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
    'Nothing changes for any cluster. 30 clusters on the profile that you may not see: 12 clusters are forced and 3 more clusters get stuck.',
    'aws',
  ])
  expect(told(1, {})).toEqual([
    'Nothing changes for any cluster. 1 cluster on the profile that you may not see: nothing changes.',
    'aws',
  ])
})

it.each([
  [{}, null],
  [{ forced: 40 }, null],
  [{ forced: 30, earlier: 11 }, '41 of 400 clusters are forced, more than a tenth'],
  [{ stuck: 1 }, '1 more cluster gets stuck'],
  [{ stuck: 3, more: 60 }, '3 more clusters get stuck and 60 of 400 clusters are forced, more than a tenth'],
])('says why the name must be typed: %j', (changes, because) => {
  expect(confirmationOf('aws', { clusters: 400, changes: { ...none, ...changes } }).because).toBe(because)
})
