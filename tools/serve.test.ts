import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { answerFirst } from './serve.mjs'

test('a server answers the paths one after the other, and nobody can reach it', async () => {
  const told: string[] = []
  const server = createServer(({ url, method, headers }, response) => {
    told.push(`${method} ${url} of ${headers.host}`)
    setTimeout(() => {
      told.push(`answered ${url}`)
      response.end('x'.repeat(100_000))
    }, 20)
  })
  await answerFirst(server, ['/healthz', '/'])
  expect(told).toEqual(['GET /healthz of localhost', 'answered /healthz', 'GET / of localhost', 'answered /'])
  expect(server.listening).toBe(false)
})

test('an answer that does not come keeps the server from nobody', async () => {
  const asked: (string | undefined)[] = []
  await answerFirst(
    createServer(({ url }, response) => {
      asked.push(url)
      if (url === '/broken') response.destroy(new Error('broken'))
    }),
    ['/never', '/broken'],
  )
  expect(asked).toEqual(['/never', '/broken'])
})
