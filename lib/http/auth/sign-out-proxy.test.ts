import { SignJWT } from 'jose'
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { METHODS } from '@/lib/process/kept'
import { methodsOf } from '@/lib/questions/routes'
import { proxy } from '@/proxy'
import { replaceCookies } from './cookies'
import { sessionCookie } from './session'

const SESSION_SECRET = 'the secret that seals sessions now and is long enough'
const globals = ['auth', 'provider', 'renewals', METHODS]

const forget = () => {
  vi.unstubAllEnvs()
  for (const name of globals) Reflect.deleteProperty(globalThis, Symbol.for(`almanac.${name}`))
}

// Other files of this process may have left theirs, a next session of the same old one too.
beforeEach(forget)
afterEach(forget)

test('who signs out is given no next session on the way', async () => {
  const env = { GARDEN: 'kubernetes', AUTH: 'oidc', OIDC_ISSUER: 'https://sso.example.org', OIDC_CLIENT_ID: 'almanac' }
  for (const [name, value] of Object.entries({ ...env, SESSION_SECRET })) vi.stubEnv(name, value)
  const second = Math.floor(Date.now() / 1000)
  const idToken = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(second + 300)
    .sign(new Uint8Array(32))
  const refresh = vi.fn().mockResolvedValue({ idToken, refresh: 'next' })
  Reflect.set(globalThis, Symbol.for('almanac.provider'), { refresh })
  Reflect.set(globalThis, Symbol.for(`almanac.${METHODS}`), methodsOf)
  const session = { token: 'old', by: 'provider', since: second - 300, exp: second + 10, refresh: 'once' } as const
  const parts = await sessionCookie.parts(new Headers(), [SESSION_SECRET], session)
  const headers = { host: '127.0.0.1', cookie: replaceCookies('', parts ?? new Map()), 'sec-fetch-site': 'same-origin' }
  const asked = (path: string, method: string) =>
    proxy(new NextRequest(`http://127.0.0.1${path}`, { method, headers: new Headers(headers) }))

  expect((await asked('/signout', 'POST')).headers.getSetCookie()).toEqual([])
  expect(refresh).not.toHaveBeenCalled()
  expect((await asked('/account', 'GET')).headers.getSetCookie().join()).toContain('almanac-session=')
})
