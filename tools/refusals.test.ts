import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusesUnfit } from './refusals.mjs'

const server = createServer({ requireHostHeader: false }, (request, response) => {
  if (!refusesUnfit(request, response, '')) response.end('answered')
})

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => server.close(done)))

async function asked(...lines: readonly string[]): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return text(socket)
}

test.each([
  ['one name', ['Host: a'], 200, 'answered'],
  ['none', [], 400, 'does not say which name it asks'],
  ['two', ['Host: a', 'Host: b'], 400, 'says twice which name it asks'],
  ['the same one twice', ['Host: a', 'host: a'], 400, 'says twice which name it asks'],
  ['one, and another that a proxy was asked by', ['X-Forwarded-Host: b', 'HOST: a'], 200, 'answered'],
])('a request that says %s', async (_, lines, status, words) => {
  const answer = await asked('GET / HTTP/1.1', ...lines)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  expect(answer).toContain(words)
})
