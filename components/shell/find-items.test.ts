import { expect, test } from 'vitest'
import type { FindAnswer } from '@/lib/questions/find/contract'
import { eventOf, windowFrom } from '../outlook/testdata/answers'
import {
  askedFor,
  byUse,
  findGroups,
  markedParts,
  mostUsedItems,
  placesFor,
  readUsed,
  type UsedItems,
  withUse,
} from './find-items'

const shown = (text: string, query: string) =>
  markedParts(text, query)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['payments / fraud-ml', 'pay', '[pay]ments / fraud-ml'],
  ['payments / fraud-ml', 'ml PAY', '[pay]ments / fraud-[ml]'],
  ['1.33.6', '1.33', '[1.33].6'],
  ['aaa', 'a', '[a][a][a]'],
  ['nothing', 'x', 'nothing'],
  ['nothing', '  ', 'nothing'],
  ['', 'x', ''],
])('in "%s" the words of "%s" stand out', (text, query, expected) => {
  expect(shown(text, query)).toBe(expected)
})

test('groups what was found, first what is called as was typed, and says what comes next for a cluster', () => {
  const now = '2026-11-21T19:00:00+01:00'
  const answer: FindAnswer = {
    revision: '1',
    observedAt: now,
    at: now,
    instead: null,
    total: 2,
    items: [
      { kind: 'project', project: 'payments', clusters: 31 },
      {
        kind: 'shoot',
        namespace: 'garden-payments',
        name: 'fraud-ml',
        project: 'payments',
        kubernetes: '1.33.6',
        next: eventOf({ window: windowFrom('2026-12-04T16:00:00Z') }),
      },
    ],
  }
  const groups = findGroups(answer, now, '')
  const titles = (typed: string) => findGroups(answer, now, typed).map((group) => group.title)
  expect(groups.map((group) => group.title)).toEqual(['Clusters', 'Projects'])
  expect(groups[0]?.items[0]).toMatchObject({
    href: '/shoots/garden-payments/fraud-ml',
    text: 'payments / fraud-ml',
    note: '1.33.6, forced in 12 d',
  })
  expect(groups[1]?.items[0]?.href).toBe('/projects/payments')
  expect(titles('pay')).toEqual(['Clusters', 'Projects'])
  expect(titles('Payments ')).toEqual(['Projects', 'Clusters'])
})

const aws = { id: 'profile aws', href: '/cloudprofiles/aws', text: 'aws' }
const gcp = { id: 'profile gcp', href: '/cloudprofiles/gcp', text: 'gcp' }

test('what was opened most comes first, all else stays in its order', () => {
  const used = [gcp, aws, gcp].reduce(withUse, {} as UsedItems)
  expect(mostUsedItems(used).map(({ text }) => text)).toEqual(['gcp', 'aws'])
  expect(byUse([{ id: 'x' }, aws, { id: 'y' }, gcp], used).map(({ id }) => id)).toEqual([gcp.id, aws.id, 'x', 'y'])
})

test('the newest is always remembered, of the others those that were used most', () => {
  const many = Array.from({ length: 80 }, (_, i) => ({ id: `${i}`, href: `/${i}`, text: `${i}` }))
  const used = withUse([...many, ...many.slice(0, 59)].reduce(withUse, {} as UsedItems), aws)
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

test.each<[question: string, answer: string]>([
  ['who is forced tonight', 'Tonight'],
  ['make a draft', 'New draft'],
  ['Calendar?', 'Subscribe to a calendar'],
  ['why does my cluster fail', 'Stuck clusters'],
  ['when is my cluster updated', 'Clusters'],
  ['how long is it stuck', 'Stuck clusters'],
  ['what does a new cluster get', 'New cluster'],
  ['default version', 'New cluster'],
  ['what will happen', 'Forced within 90 days'],
  ['forecast', 'Were we right?'],
  ['who moved the expiry', 'History of a profile'],
  ['how good are the forecasts', 'Were we right?'],
  ['give my team more time', 'Exceptions'],
  ['postpone an update', 'Clusters'],
  ['how to remove a version', 'Remove an expired version that cannot be deleted'],
  ['bad version', 'The supported version has problems'],
  ['release a new version', 'A new patch version has been released'],
  ['notify owners', 'Teams'],
  ['pin my project', 'Teams'],
  ['which nodes roll', 'Clusters'],
  ['download csv', 'Export this page'],
  ['what happened last night', 'Tonight'],
  ['difference between aws and gcp', 'Compare profiles'],
  ['is the version safe', 'Profiles'],
  ['help', 'Guides'],
  ['log out', 'Account'],
  ['which clusters are expired', 'Clusters on expired versions'],
])('“%s” is answered by “%s”', (question, answer) => {
  const { pages, actions } = placesFor(question)
  const lines = [...pages, ...actions].map(({ text }) => text)
  expect(lines).toContain(answer)
  expect(lines.length).toBeLessThan(6)
})

test.each([
  ['who changed', 'History of a profile'],
  ['since when', 'Stuck clusters'],
])('“%s” is answered first by “%s”', (question, answer) => {
  expect(placesFor(question).pages[0]?.text).toBe(answer)
})

test.each([
  ['why does checkout-prod fail', 'checkout-prod fail'],
  ['Who is the owner?', 'owner'],
  ['is', 'is'],
  ['  ', ''],
])('“%s” asks for “%s”', (question, asked) => {
  expect(askedFor(question)).toBe(asked)
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
