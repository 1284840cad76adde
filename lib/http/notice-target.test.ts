import { describe, expect, test } from 'vitest'
import { readNoticeTarget } from './notice-target'

const SECRET = '0123456789abcdef0123456789abcdef'

describe('the settings', () => {
  test('name nobody unless they are set', () => {
    expect(readNoticeTarget({})).toBeNull()
    expect(readNoticeTarget({ NOTICE_URL: ' ', NOTICE_SECRET: '' })).toBeNull()
  })

  test.each([['https://hooks.example.org/almanac'], ['http://127.0.0.1:8080/'], ['http://localhost:1']])(
    '%s is one',
    (url) => {
      expect(readNoticeTarget({ NOTICE_URL: url, NOTICE_SECRET: SECRET })).toEqual({ url, secret: SECRET })
    },
  )

  test.each([
    ['hooks.example.org', SECRET, 'NOTICE_URL is no address of https.'],
    ['javascript:alert(1)', SECRET, 'NOTICE_URL is no address of https.'],
    ['http://hooks.example.org', SECRET, 'NOTICE_URL is an address of http'],
    ['https://me:you@hooks.example.org', SECRET, 'NOTICE_URL has a user or a password'],
    ['https://hooks.example.org', 'short', 'NOTICE_SECRET needs 32 bytes or more.'],
    ['https://hooks.example.org', '', 'NOTICE_SECRET needs 32 bytes or more.'],
    ['', SECRET, 'NOTICE_SECRET is set, but no NOTICE_URL'],
  ])('NOTICE_URL=%s NOTICE_SECRET=%s is none', (url, secret, reason) => {
    expect(() => readNoticeTarget({ NOTICE_URL: url, NOTICE_SECRET: secret })).toThrow(reason)
  })
})
