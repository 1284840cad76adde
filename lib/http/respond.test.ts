import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '@/lib/contract/common'
import { InvalidQuery, NotFound, NotReady, TooMany } from '@/lib/process/errors'
import { inRequest, log } from '@/lib/process/log'
import { refuse, respond } from './respond'

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/api/x', { headers })
const written = vi.spyOn(log, 'error').mockImplementation(() => {})
afterEach(() => written.mockClear())
afterAll(() => written.mockRestore())

describe('a response', () => {
  it('is JSON that must be asked for again', async () => {
    const response = respond(request(), { a: 1 })
    expect([response.status, await response.json()]).toEqual([200, { a: 1 }])
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each([
    ['as it was', (etag: string) => etag],
    ['weak', (etag: string) => `W/${etag}`],
    ['one of several', (etag: string) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('is empty when the reader has it already: tag %s', async (_, tag) => {
    const first = respond(request(), { a: 1 })
    const headers = { 'if-none-match': tag(first.headers.get('etag') ?? '') }
    const again = respond(request(headers), { a: 1 })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(respond(request(headers), { a: 2 }).status).toBe(tag('') === '*' ? 304 : 200)
  })

  it.each<[number, string, Error]>([
    [400, 'invalid', new InvalidQuery([{ field: 'at', reason: 'is wrong' }])],
    [404, 'not-found', new NotFound('The cluster a/b', ['a/c'])],
    [503, 'not-ready', new NotReady('Not yet.')],
    [429, 'too-many', new TooMany('So many wait already.')],
    [500, 'internal', new Error('secret of the house')],
  ])('tells an error as %i %s', async (status, code, error) => {
    const response = refuse(error)
    const body = errorBody.parse(await response.json())
    expect([response.status, body.error.code]).toEqual([status, code])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('retry-after')).toBe([429, 503].includes(status) ? '5' : null)
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(written).toHaveBeenCalledTimes(status === 500 ? 1 : 0)
  })

  it('names the request under which the log has more of an internal error', async () => {
    const response = inRequest('a-request-id', () => refuse(new Error('secret of the house')))
    const { error } = errorBody.parse(await response.json())
    expect(error.requestId).toBe('a-request-id')
    expect(error.hint).toBe('The server log, at request a-request-id, says why.')
  })
})
