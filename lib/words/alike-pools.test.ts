import { expect, test } from 'vitest'
import { alikePools, alikeRows, alikeSaid, poolWord } from './alike-pools'
import { capitalized } from './phrases'

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

test('what is the same of many pools is said of all of them, beside each', () => {
  const said = (names: readonly string[]) =>
    alikeSaid(
      names,
      (name, of) => `${capitalized(poolWord(name, of))} cannot leave ${name === 'db' ? 'os 3' : 'os 2'}.`,
    )
  expect(said([...named(30), 'db']).map(([name, text]) => `${name}: ${text}`)).toEqual([
    ...named(30).map((name) => `${name}: Each of 30 pools cannot leave os 2.`),
    'db: Pool db cannot leave os 3.',
  ])
  expect(said(['p1', 'p2']).map(([, text]) => text)).toEqual([
    'Pool p1 cannot leave os 2.',
    'Pool p2 cannot leave os 2.',
  ])
})
