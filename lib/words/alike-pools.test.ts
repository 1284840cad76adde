import { expect, test } from 'vitest'
import { alikePools, alikeRows, alikeTexts } from './alike-pools'

const pool = (name: string, image: string) => ({ name, image })
const told = (pools: readonly ReturnType<typeof pool>[]) =>
  alikePools(
    pools,
    ({ name }) => name,
    ({ image }) => image,
  ).map(({ title, first, all }) => `${title}: ${first.image}, ${all.length}`)

test.each([
  ['none', [], []],
  ['one by its name', [pool('web', 'a')], ['web: a, 1']],
  ['those that differ apart', [pool('web', 'a'), pool('api', 'b')], ['web: a, 1', 'api: b, 1']],
  [
    'a few by their names, where the first of them stands',
    [pool('web', 'a'), pool('api', 'b'), pool('db', 'a')],
    ['web and db: a, 2', 'api: b, 1'],
  ],
  ['thirty by their number', Array.from({ length: 30 }, (_, i) => pool(`p${i}`, 'a')), ['30 pools: a, 30']],
])('tells %s', (_, pools, lines) => expect(told(pools)).toEqual(lines))

const named = (count: number) => Array.from({ length: count }, (_, i) => `p${i + 1}`)

test.each([
  ['few that are alike stay apart', named(3), 'p1 | p2 | p3'],
  ['many are one', named(30), '30 pools'],
  ['in the place of the first, between others', ['a', 'p1', 'b', ...named(6).slice(1)], 'a | 6 pools | b'],
  ['none', [], ''],
])('as rows %s', (_, pools, said) => {
  const rows = alikeRows(pools, String, (name) => (name.startsWith('p') ? 'p' : name))
  expect(rows.map(({ title }) => title).join(' | ')).toBe(said)
})

test('sentences that say the same of many pools are one, whatever else names a pool', () => {
  const about = (name: string) => ({ text: `From 10 Dec on pool ${name} cannot leave os 2: the pool has no room.` })
  const said = (names: readonly string[]) => alikeTexts(names.map(about), named(30)).map(({ text }) => text)
  expect(said(named(30))).toEqual(['From 10 Dec on each of 30 pools cannot leave os 2: the pool has no room.'])
  expect(said(['p1', 'p2'])).toEqual([about('p1').text, about('p2').text])
  expect(said(['x1', 'x2', 'x3', 'x4'])).toHaveLength(4)
})
