import { expect, test } from 'vitest'
import { placesFor } from './find-places'
import { byUse, mostUsed, readUsed, type Used, withUse } from './find-used'

const aws = { id: 'profile aws', href: '/cloudprofiles/aws', text: 'aws' }
const gcp = { id: 'profile gcp', href: '/cloudprofiles/gcp', text: 'gcp' }

test('what was opened most comes first, all else stays in its order', () => {
  const used = [gcp, aws, gcp].reduce(withUse, {} as Used)
  expect(mostUsed(used).map(({ text }) => text)).toEqual(['gcp', 'aws'])
  expect(byUse([{ id: 'x' }, aws, { id: 'y' }, gcp], used).map(({ id }) => id)).toEqual([gcp.id, aws.id, 'x', 'y'])
})

test('the newest is always remembered, of the others those that were used most', () => {
  const many = Array.from({ length: 80 }, (_, i) => ({ id: `${i}`, href: `/${i}`, text: `${i}` }))
  const used = withUse([...many, ...many.slice(0, 59)].reduce(withUse, {} as Used), aws)
  expect(Object.keys(used)).toHaveLength(60)
  expect(used[aws.id]?.times).toBe(1)
  expect(used['0']?.times).toBeGreaterThan(0)
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another shape', '[1, null, {"href": 3}]'],
  ['an address of somebody else', '{"a": {"href": "//elsewhere.example", "text": "a", "times": 1}}'],
])('%s is no memory', (_, text) => {
  expect(readUsed(text)).toEqual({})
})

test.each<[string, string[]]>([
  ['journal', ['Journal']],
  ['compare', ['Compare profiles']],
  ['jurnal', ['Journal']],
  ['timezone utc', ['Times in UTC']],
  ['next forced', ['Clock to the next forced update']],
  ['dark', ['Dark theme']],
  ['promote', ['Promote a preview to supported']],
  ['zzz', []],
])('“%s” finds %j', (query, wanted) => {
  const { pages, actions } = placesFor(query)
  expect([...pages, ...actions].map(({ text }) => text)).toEqual(wanted)
})
