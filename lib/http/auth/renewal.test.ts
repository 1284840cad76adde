import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceCookies } from './cookies'
import { ProviderError } from './provider'
import { forgetRenewals, isDue, renewal, type SessionRenewal, type SignInSession, sessionCookie } from './session'

const SESSION_SECRET = 'the secret that seals sessions now and is long enough'
const now = Date.parse('2026-11-21T18:00:00Z')
const second = now / 1000
const refresh = vi.fn()

beforeEach(() => {
  const env = { GARDEN: 'kubernetes', AUTH: 'oidc', OIDC_ISSUER: 'https://sso.example.org', OIDC_CLIENT_ID: 'almanac' }
  for (const [name, value] of Object.entries({ ...env, SESSION_SECRET })) vi.stubEnv(name, value)
  Reflect.set(globalThis, Symbol.for('almanac.provider'), { refresh })
})

afterEach(() => {
  vi.unstubAllEnvs()
  refresh.mockReset()
  for (const name of ['auth', 'provider', 'renewals']) Reflect.deleteProperty(globalThis, Symbol.for(`almanac.${name}`))
})

async function headersWith(session: Partial<SignInSession>): Promise<Headers> {
  const whole: SignInSession = { token: 'old', by: 'provider', since: second - 300, refresh: 'once', ...session }
  const parts = await sessionCookie.parts(new Headers(), [SESSION_SECRET], whole)
  return new Headers({ cookie: replaceCookies('theme=dark', parts ?? new Map()) })
}

async function idToken(exp: number): Promise<string> {
  return new SignJWT().setProtectedHeader({ alg: 'HS256' }).setExpirationTime(exp).sign(new Uint8Array(32))
}

function sessionIn(renewed: SessionRenewal | null): Promise<SignInSession | null> {
  return sessionCookie.read(new Headers({ cookie: renewed?.cookie ?? '' }), [SESSION_SECRET])
}

test.each([
  ['an hour, a minute before its end', 3600, 60, true],
  ['an hour, not before', 3600, 61, false],
  ['100 s, in its last fifth', 100, 20, true],
  ['100 s, not before', 100, 21, false],
  ['an hour, after its end', 3600, -10, true],
])('replaces a token that lives %s', (_, life, left, due) => {
  const session = { token: 't', by: 'provider', since: second + left - life, exp: second + left, refresh: 'r' } as const
  expect(isDue(session, now)).toBe(due)
})

test('asks once for requests that come together, and for those that come late with the old cookie', async () => {
  const token = await idToken(second + 300)
  refresh.mockResolvedValue({ idToken: token, refresh: 'next' })
  const headers = await headersWith({ exp: second + 10 })
  const all = await Promise.all([renewal(headers, now), renewal(headers, now), renewal(headers, now)])
  all.push(await renewal(headers, now))
  expect(refresh.mock.calls).toEqual([['once']])
  for (const one of all) {
    expect(await sessionIn(one)).toEqual({ token, by: 'provider', since: second, exp: second + 300, refresh: 'next' })
    expect(one?.cookie).toContain('theme=dark')
    expect(one?.setCookie[0]).toContain('HttpOnly')
  }
})

test('lets a session end with its token when the provider takes its refresh token no more', async () => {
  refresh.mockRejectedValue(new ProviderError('refused', 'invalid_grant'))
  const headers = await headersWith({ exp: second + 10 })
  const last = await sessionIn(await renewal(headers, now))
  expect(last).toEqual({ token: 'old', by: 'provider', since: second - 300, exp: second + 10 })
})

test('gives who comes with an older cookie of a session nothing that came after it, once it is signed out', async () => {
  refresh.mockResolvedValueOnce({ idToken: await idToken(second + 300), refresh: 'next' })
  const old = await headersWith({ exp: second + 10 })
  const current = await sessionIn(await renewal(old, now))
  expect(current?.refresh).toBe('next')
  if (current !== null) await forgetRenewals(current)
  refresh.mockRejectedValue(new ProviderError('refused', 'invalid_grant'))
  expect(await sessionIn(await renewal(old, now))).toMatchObject({ token: 'old', exp: second + 10 })
  expect(refresh.mock.calls).toEqual([['once'], ['once']])
})

test('lets a request go on as it is while the provider is away, and asks again later', async () => {
  refresh.mockRejectedValue(new ProviderError('away', 'fetch failed'))
  const headers = await headersWith({ exp: second + 10 })
  expect(await renewal(headers, now)).toBeNull()
  expect(await renewal(headers, now)).toBeNull()
  expect(refresh).toHaveBeenCalledTimes(1)
})

test.each<[string, Partial<SignInSession>, Record<string, string>]>([
  ['has long to live', { exp: second + 600 }, {}],
  ['does not say when it ends', {}, {}],
  ['is not the one that counts', { exp: second + 10 }, { authorization: 'Bearer other' }],
])('asks nobody for a token that %s', async (_, session, sent) => {
  const headers = await headersWith(session)
  for (const [name, value] of Object.entries(sent)) headers.set(name, value)
  expect(await renewal(headers, now)).toBeNull()
  expect(refresh).not.toHaveBeenCalled()
})
