import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { NamedChanges, NewsChanges } from '@/lib/contract/news'
import { askAgain, askAgainForAll, askAgainForStatus, isNamed, type QuerySubject } from './ask-again'

const NOTHING: NamedChanges = { shoots: [], profiles: [], used: [], projects: [], problems: false }

const abouts: Readonly<Record<string, QuerySubject | undefined>> = {
  status: { kind: 'status' },
  landscape: undefined,
  one: { kind: 'shoot', name: 'garden-dev/one' },
  two: { kind: 'shoot', name: 'garden-dev/two' },
  aws: { kind: 'profile', name: 'aws' },
  gcp: { kind: 'profile', name: 'gcp' },
}

test.each<[string, Partial<NamedChanges> | 'all' | null, string]>([
  ['the state of the garden alone is told with the status', {}, 'status'],
  [
    'a cluster is one of the landscape and of its profile',
    { shoots: ['garden-dev/one'], used: ['aws'] },
    'status landscape one aws',
  ],
  [
    'a cluster that moves to another profile is one of both',
    { shoots: ['garden-dev/one'], used: ['aws', 'gcp'] },
    'status landscape one aws gcp',
  ],
  ['a profile decides about clusters, and is one of the landscape', { profiles: ['aws'] }, 'all'],
  ['a project decides who may do what', { projects: ['dev'] }, 'all'],
  ['what cannot be read may be of any object', { problems: true }, 'all'],
  ['too much to list is everything', 'all', 'all'],
  ['the first news of a stream may be about everything', null, 'all'],
])('%s', (_, changed, named) => {
  const changes = changed === null || changed === 'all' ? changed : { ...NOTHING, ...changed }
  const all = Object.keys(abouts)
  expect(all.filter((name) => isNamed(abouts[name], changes))).toEqual(named === 'all' ? all : named.split(' '))
})

const answer = (revision: string, state = 'live') => ({ revision, garden: { state } })

function clientWith(answers: Readonly<Record<string, unknown>>): QueryClient {
  const client = new QueryClient()
  for (const [name, data] of Object.entries(answers)) {
    void client.getQueryCache().build(client, { queryKey: [name], meta: { about: abouts[name] } })
    client.setQueryData([name], data)
  }
  return client
}

/** The names of the answers that are known to be old. */
const old = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.isInvalidated ? [String(queryKey[0])] : []))

const news = (revision: string, changed: NewsChanges | null, state: 'live' | 'stale' = 'live') => ({
  revision,
  state,
  changed,
})

describe('which answers are asked for again', () => {
  test.each<[string, Readonly<Record<string, unknown>>, ReturnType<typeof news>, string[]]>([
    [
      'those of another state that are named',
      { one: answer('a'), two: answer('a') },
      news('b', { ...NOTHING, shoots: ['garden-dev/two'] }),
      ['two'],
    ],
    ['none that is of this very state', { one: answer('b'), landscape: answer('b') }, news('b', 'all'), []],
    ['those that tell no state, where they are named', { landscape: [] }, news('b', 'all'), ['landscape']],
    ['none that tells no state with the first news', { landscape: [] }, news('b', null), []],
    // A cluster came and went: the status was asked for afterwards, the list in between.
    [
      'only those of another state with the first news',
      { status: answer('a'), landscape: answer('b') },
      news('a', null),
      ['landscape'],
    ],
    [
      'the status when the state of the garden is another',
      { status: answer('a'), landscape: answer('a') },
      news('a', NOTHING, 'stale'),
      ['status'],
    ],
  ])('%s', (_, answers, told, expected) => {
    const client = clientWith(answers)
    askAgain(client, told)
    expect(old(client)).toEqual(expected)
  })

  test('all, or the status alone, whatever they say', () => {
    const client = clientWith({ status: answer('a'), landscape: [], one: answer('a') })
    askAgainForStatus(client)
    expect(old(client)).toEqual(['status'])
    askAgainForAll(client)
    expect(old(client)).toEqual(['status', 'landscape', 'one'])
  })
})

describe('an answer on its way', () => {
  async function answeredWith(data: unknown, told: readonly ReturnType<typeof news>[]) {
    const client = new QueryClient()
    let answerWith: (data: unknown) => void = () => {}
    const queryFn = () =>
      new Promise<unknown>((resolve) => {
        answerWith = resolve
      })
    const asked = client.fetchQuery({ queryKey: ['landscape'], queryFn })
    for (const one of told) askAgain(client, one)
    expect(client.getQueryState(['landscape'])?.fetchStatus).toBe('fetching')
    answerWith(data)
    await asked
    await Promise.resolve()
    return old(client)
  }

  test('is waited for, and asked for again where it is of another state than the last that was told', async () => {
    expect(await answeredWith(answer('a'), [news('b', 'all')])).toEqual(['landscape'])
    expect(await answeredWith(answer('b'), [news('b', 'all'), news('c', 'all')])).toEqual(['landscape'])
    expect(await answeredWith(answer('c'), [news('b', 'all'), news('c', 'all')])).toEqual([])
    // It tells no state, and the first news tell of no change.
    expect(await answeredWith([], [news('b', null)])).toEqual([])
    expect(await answeredWith([], [news('b', 'all')])).toEqual(['landscape'])
  })
})

test('no change of this landscape is one of another', () => {
  expect(
    [null, 'all' as const, { ...NOTHING, problems: true }].map((one) => isNamed({ kind: 'elsewhere' }, one)),
  ).toEqual([false, false, false])
})
