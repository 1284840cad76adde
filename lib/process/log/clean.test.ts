import { expect, test } from 'vitest'
import { cleaned, secretsOf } from '.'

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'

test.each([
  ['a bearer token', `Authorization: Bearer ${TOKEN}`],
  ['one that is no JSON Web Token', 'authorization: Bearer 31ada4fd-adec-460c-809a-9e56ceb75269'],
  ['a token alone', `cannot read ${TOKEN} of the file`],
  ['one in a text of many words', 'sent Bearer 31ada4fd-adec-460c and got 401'],
  ['credentials of a header', 'Authorization: Basic dXNlcjpzM2NyM3Q='],
  ['a cookie', 'cookie: almanac.0=abcdefghij; almanac.1=klmnop'],
  ['a cookie that is set', '{"set-cookie":["almanac=s3cr3t-value; Path=/"]}'],
  ['headers within the text of an error', JSON.stringify({ authorization: 'Bearer s3cr3t-value', a: 1 })],
  ['fields of a provider', '{"access_token":"s3cr3t-value","refresh_token": "s3cr3t-value"}'],
  ['a secret that was sent', 'client_secret=s3cr3t-value&grant_type=refresh_token'],
  ['the password of a database', 'connect postgres://almanac:s3cr3t-value@db:5432/almanac failed'],
  ['a signed address', 'GET /api/feeds/shoots/a/b?key=s3cr3t-value&days=30'],
  ['what a provider sends back', '/signin/done?state=s3cr3t-value&code=s3cr3t-value2&iss=x'],
])('%s is not written down', (_, text) => {
  const line = JSON.stringify({ msg: text, err: { message: text } })
  const clean = cleaned(line, [])
  expect(clean).toContain('[hidden]')
  expect(clean).not.toMatch(/s3cr3t|eyJ|31ada4fd|dXNlcjpz|abcdefghij|klmnop/)
  expect(Object.keys(JSON.parse(clean))).toEqual(['msg', 'err'])
})

test.each([
  'Shoots: 120 read, following.',
  'Almanac may not list shoots.core.gardener.cloud: forbidden',
  'The token of the session has ended, and a password is not asked for.',
  '/shoots/garden-a/b?at=2026-11-21T18:00:00Z&why=1',
  'http://user@example.org:8080/a and https://example.org/x',
])('%s stays as it is', (text) => {
  const line = JSON.stringify({ msg: text })
  expect(cleaned(line, [])).toBe(line)
})

test('secrets of the settings are known, however they are quoted', () => {
  const env = {
    DATABASE_URL: 'postgres://a:p%40ss"word1@db/x',
    OIDC_CLIENT_SECRET: 'over-the-hills',
    SESSION_SECRET: 'first-key, second-key',
    NOTICE_SECRET: 'sign-what-is-sent',
  }
  const known = secretsOf(env)
  const line = JSON.stringify({
    msg: 'p@ss"word1 and p%40ss"word1 and p%40ss%22word1',
    other: 'over-the-hills second-key sign-what-is-sent',
  })
  expect(cleaned(line, known)).not.toMatch(/word1|over-the-hills|second-key|sign-what/)
  expect(secretsOf({ DATABASE_URL: 'postgres://db/x', FEED_SECRET: 'a' })).toEqual([])
})
