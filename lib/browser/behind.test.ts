import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isBehind } from './behind'

const at = (revision: string) => ({ revision, items: [] })

function clientWith(answers: Readonly<Record<string, unknown>>): QueryClient {
  const client = new QueryClient()
  for (const [path, answer] of Object.entries(answers)) client.setQueryData([path, {}], answer)
  return client
}

test.each<[string, Readonly<Record<string, unknown>>, boolean]>([
  ['all answers are of this state', { '/api/status': at('a'), '/api/shoots': at('a') }, false],
  ['nothing is shown yet', {}, false],
  ['answers that tell no state do not count', { '/api/journal': [], '/api/status': at('a') }, false],
  ['the status is of another state', { '/api/status': at('b'), '/api/shoots': at('a') }, true],
  // A cluster came and went; the status was asked for afterwards, the list in between.
  ['only the list is of another state', { '/api/status': at('a'), '/api/shoots': at('b') }, true],
])('%s', (_, answers, behind) => {
  expect(isBehind(clientWith(answers), 'a')).toBe(behind)
})

test('an answer on its way may be of another state', () => {
  const client = clientWith({ '/api/status': at('a') })
  void client.fetchQuery({ queryKey: ['/api/shoots', {}], queryFn: () => new Promise(() => undefined) })
  expect(isBehind(client, 'a')).toBe(true)
})

test('an answer that is known to be old is asked for again anyway', async () => {
  const client = clientWith({ '/api/shoots': at('b') })
  await client.invalidateQueries()
  expect(isBehind(client, 'a')).toBe(false)
})
