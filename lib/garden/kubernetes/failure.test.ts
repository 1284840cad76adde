import { describe, expect, it } from 'vitest'
import { ApiError, failureOf, failureOfAnswer, oneLine, type RequestFailure } from './failure'

const status = (code: number, more: object = {}) => JSON.stringify({ kind: 'Status', code, ...more })

describe('an answer that is no success', () => {
  it.each<[string, number, string, RequestFailure['kind'], string]>([
    ['401', 401, status(401, { message: 'Unauthorized' }), 'credentials', 'answers 401: Unauthorized'],
    ['401 without a body', 401, '', 'credentials', 'answers 401'],
    ['403', 403, status(403, { message: 'no' }), 'forbidden', 'answers 403: no'],
    ['404 of an API that is not installed', 404, '404 page not found\n', 'missing', 'answers 404: 404 page not found'],
    ['409', 409, status(409, { reason: 'Conflict' }), 'conflict', 'answers 409'],
    ['410 by its code', 410, status(410), 'expired', 'answers 410'],
    ['410 by its reason', 400, status(410, { reason: 'Expired' }), 'expired', 'answers 410'],
    [
      'a storage that begins',
      429,
      status(429, { message: 'storage is (re)initializing', details: { retryAfterSeconds: 1 } }),
      'busy',
      'answers 429: storage is (re)initializing',
    ],
    ['429 from a gateway', 429, 'slow down', 'busy', 'answers 429: slow down'],
    ['an aggregated API that is down', 503, 'service unavailable\n', 'unreachable', 'answers 503: service unavailable'],
    [
      'a version from the future',
      504,
      status(504, { details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 } }),
      'behind',
      'answers 504',
    ],
    ['504 of another kind', 504, 'gateway timeout', 'unreachable', 'answers 504: gateway timeout'],
    ['a page of a proxy', 502, '<html>\n<b>Bad\tGateway</b>', 'unreachable', 'answers 502: <html> <b>Bad Gateway</b>'],
    [
      'a question it does not understand',
      400,
      status(400, { message: 'bad limit' }),
      'unusable',
      'answers 400: bad limit',
    ],
    ['415', 415, status(415), 'unusable', 'answers 415'],
    ['JSON that is no Status', 500, '{"error":1}', 'unreachable', 'answers 500: {"error":1}'],
  ])('understands %s', (_, code, body, kind, message) => {
    expect(failureOfAnswer(code, body)).toMatchObject({ kind, message })
  })

  it('waits as long as the body asks for', () => {
    expect(failureOfAnswer(429, status(429, { details: { retryAfterSeconds: 2 } })).retryAfter).toBe(2000)
  })

  it('waits as long as the header asks for', () => {
    expect(failureOfAnswer(429, 'x', '7').retryAfter).toBe(7000)
  })

  it('does not wait longer than five minutes', () => {
    expect(failureOfAnswer(429, 'x', '86400').retryAfter).toBe(300_000)
  })

  it('keeps fields and words of each cause, and the lines of the message', () => {
    const causes = [
      { field: 'spec.kubernetes.versions[1]', message: 'Invalid value', reason: 'FieldValueInvalid' },
      'odd',
    ]
    const failure = failureOfAnswer(422, status(422, { message: 'one\ntwo', details: { causes } }))
    expect(failure.said).toBe('one\ntwo')
    expect(failure.message).toBe('answers 422: one two')
    expect(failure.causes).toEqual([causes[0]])
  })
})

describe('whatever was thrown', () => {
  const withCode = (code: string) => Object.assign(new Error('words'), { code })
  it.each<[string, unknown, string]>([
    ['nobody listens', withCode('ECONNREFUSED'), 'cannot be reached (ECONNREFUSED)'],
    ['a connection that broke', withCode('ECONNRESET'), 'broke the connection (ECONNRESET)'],
    [
      'a certificate of somebody else',
      withCode('SELF_SIGNED_CERT_IN_CHAIN'),
      'cannot be trusted: words (SELF_SIGNED_CERT_IN_CHAIN)',
    ],
    ['an error without a code', new Error('a\nb'), 'cannot be reached (a b)'],
    ['no error at all', 'odd', 'cannot be reached (odd)'],
  ])('%s', (_, thrown, message) => {
    expect(failureOf(thrown)).toEqual({ kind: 'unreachable', message })
  })

  it('is taken as it is when it is a failure already', () => {
    const failure: RequestFailure = { kind: 'silent', message: 'said nothing' }
    expect(failureOf(new ApiError(failure))).toBe(failure)
  })
})

it('lets text from elsewhere not break a page', () => {
  expect(oneLine(`a\u0000\n\u001b[31mb${'x'.repeat(400)}`)).toHaveLength(300)
})
