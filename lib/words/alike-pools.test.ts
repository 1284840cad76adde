import { expect, test } from 'vitest'
import { alikePools } from './alike-pools'

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
