import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type Store } from '@/lib/store'
import { changeId, sendNotices, signatureOf } from './notices'

const SECRET = '0123456789abcdef0123456789abcdef'

test('the signature is the one of the example in docs/workbench.md', async () => {
  const [shown] = /sha256=[0-9a-f]{64}/.exec(await readFile('docs/workbench.md', 'utf8')) ?? []
  expect(signatureOf({ secret: SECRET }, '2026-11-21T18:00:00.000Z', '{}')).toBe(shown)
})

test('a change is the same edits of the same version of the same profile', () => {
  const change = { profile: 'aws', base: '1', edits: [{ kind: 'remove', version: '1.32.9' }] }
  expect(changeId(structuredClone(change))).toBe(changeId(change))
  const others = [
    { ...change, profile: 'gcp' },
    { ...change, base: '2' },
    { ...change, edits: [] },
  ]
  for (const other of others) expect(changeId(other)).not.toBe(changeId(change))
})

describe('sending', () => {
  let server: Server
  let store: Store
  let status = 204
  const got: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = []
  beforeEach(async () => {
    store = openStore({})
    got.length = 0
    status = 204
    server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      got.push({ headers: request.headers, body })
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end()
    })
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready)
    })
  })
  afterEach(async () => {
    await new Promise((closed) => server.close(closed))
    await store.close()
  })
  const target = () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, secret: SECRET })
  const notices = [
    { project: 'payments', body: '{"project":"payments"}' },
    { project: 'search', body: '{"project":"search"}' },
  ]

  test('one for each project, signed, and none of them twice', async () => {
    expect(await sendNotices(target(), 'c', notices, store)).toEqual({
      sent: 2,
      failed: [],
      unsure: [],
      known: 0,
      unreached: [],
    })
    expect(got.map(({ body }) => body).toSorted()).toEqual(notices.map(({ body }) => body))
    for (const { headers, body } of got) {
      const moment = String(headers['x-almanac-time'])
      expect(headers['x-almanac-signature']).toBe(signatureOf({ secret: SECRET }, moment, body))
      expect(headers['x-almanac-change']).toBe('c')
    }
    expect(await sendNotices(target(), 'c', notices, store)).toEqual({
      sent: 0,
      failed: [],
      unsure: [],
      known: 2,
      unreached: [],
    })
    expect(got).toHaveLength(2)
    expect(await sendNotices(target(), 'd', notices, store)).toMatchObject({ sent: 2 })
  })

  test.each([500, 302])('what is answered with %i has failed, and is not sent again', async (code) => {
    status = code
    const told = await sendNotices(target(), 'c', notices, store)
    expect({ ...told, failed: told.failed.toSorted() }).toMatchObject({
      sent: 0,
      failed: ['payments', 'search'],
      known: 0,
    })
    expect(got).toHaveLength(2)
    status = 204
    expect(await sendNotices(target(), 'c', notices, store)).toEqual({
      sent: 0,
      failed: [],
      unsure: [],
      known: 2,
      unreached: [],
    })
  })

  test('all of them have one time together, and whom it did not reach is named and was sent nothing', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ project: `p${i}`, body: '{}' }))
    let silent = 0
    server.removeAllListeners('request').on('request', () => {
      silent++
    })
    const told = await sendNotices(target(), 'c', many, store, 2_000)
    server.closeAllConnections()
    // They have arrived, and Almanac cannot know it.
    expect([told.sent, told.failed, told.unsure.length, silent]).toEqual([0, [], 8, 8])
    expect(told.unreached).toEqual(many.slice(8).map(({ project }) => project))
    server.removeAllListeners('request').on('request', (_, response) => response.writeHead(204).end())
    expect(await sendNotices(target(), 'c', many, store)).toMatchObject({ sent: 12, known: 8, unreached: [] })
  })

  test('of what is cut off nobody knows whether it arrived; what nobody takes has failed', async () => {
    server.removeAllListeners('request').on('request', (request) => request.socket.destroy())
    expect(await sendNotices(target(), 'c', notices.slice(0, 1), store)).toMatchObject({
      unsure: ['payments'],
      failed: [],
    })
    const nowhere = { ...target(), url: 'http://127.0.0.1:1/hook' }
    expect(await sendNotices(nowhere, 'd', notices.slice(0, 1), store)).toMatchObject({
      unsure: [],
      failed: ['payments'],
    })
  })

  test('what cannot be remembered is not sent', async () => {
    const broken = { rows: () => Promise.reject(new Error('away')) }
    expect(await sendNotices(target(), 'c', notices, broken)).toMatchObject({ sent: 0 })
    expect(got).toEqual([])
  })
})
