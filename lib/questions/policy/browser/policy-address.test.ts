import { describe, expect, test } from 'vitest'
import { packText } from '@/lib/browser/packed-text'
import { policyQuery, type ReleaseBody } from '../contract'
import { policyQuestion, readGiven, readPatches } from './policy-address'

const RELEASES: readonly ReleaseBody[] = [
  { date: '2026-12-01', image: null, version: '1.34.4', classification: null },
  { date: '2027-03-16', image: 'gardenlinux', version: '2150.2.0', classification: 'preview' },
]

test('what is packed into the address comes back', async () => {
  const policy = await packText('kind: x\n')
  const releases = await packText(JSON.stringify(RELEASES))
  expect(await readGiven(new URLSearchParams({ policy, releases }))).toEqual({ text: 'kind: x\n', releases: RELEASES })
})

describe('what was cut or made up counts as absent', () => {
  test.each<[string, string]>([
    ['no JSON', 'hello'],
    ['no list', '{}'],
    ['a day that is none', '[{"date":"soon","image":null,"version":"1.2.3","classification":null}]'],
    ['a day that does not exist', '[{"date":"2026-02-30","image":null,"version":"1.2.3","classification":null}]'],
    [
      'a name with a control character',
      '[{"date":"2026-12-01","image":"\\u0000","version":"1.2.3","classification":null}]',
    ],
    ['a classification that is none', '[{"date":"2026-12-01","image":null,"version":"1.2.3","classification":"x"}]'],
    ['a field too many', '[{"date":"2026-12-01","image":null,"version":"1.2.3","classification":null,"a":1}]'],
    ['an entry that is none', '[null]'],
  ])('%s', async (_, text) => {
    expect(await readGiven(new URLSearchParams({ releases: await packText(text) }))).toEqual({})
  })

  test('what is not packed', async () => {
    expect(await readGiven(new URLSearchParams({ policy: 'abc', releases: '1a' }))).toEqual({})
  })

  test('a policy that is longer than the page lets anybody write', async () => {
    const given = async (length: number) =>
      await readGiven(new URLSearchParams({ policy: await packText('x'.repeat(length)) }))
    expect(await given(20_000)).toHaveProperty('text')
    expect(await given(20_001)).toEqual({})
  })

  test.each([[null], [''], ['x'], ['-1'], ['1.5'], ['99']])('patches every %j months', (given) => {
    expect(readPatches(given)).toBe(2)
  })
})

const AT = '2026-11-21T18:00:00Z'

test('questions are as the contract wants them', () => {
  const questions = [
    policyQuestion(undefined, {}, 'UTC', { patches: 2 }),
    policyQuestion('aws', { at: AT, seen: AT }, 'Europe/Berlin', { text: 'kind: x', releases: RELEASES, patches: 1 }),
  ]
  for (const question of questions) expect(policyQuery.parse(question)).toEqual(question)
})
