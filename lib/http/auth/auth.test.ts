import { afterEach, expect, test, vi } from 'vitest'
import { authMode, tokenOf } from '.'
import { replaceCookies } from './cookies'
import { sessionCookie } from './session'

const SESSION_SECRET = 'the secret that seals sessions now and is long enough'

function start(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries({ GARDEN: 'kubernetes', SESSION_SECRET, ...env })) vi.stubEnv(name, value)
}

afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, Symbol.for('almanac.auth'))
})

async function cookieOf(token: string): Promise<string> {
  return replaceCookies(
    '',
    (await sessionCookie.parts(new Headers(), [SESSION_SECRET], { token, by: 'token', since: 0 })) ?? new Map(),
  )
}

test('asks as whoever started it where nobody signs in, whatever a request brings', async () => {
  start({ AUTH: '' })
  expect(authMode()).toBe('none')
  expect(await tokenOf(new Headers({ authorization: 'Bearer abc' }))).toBeNull()
})

test('takes the token of a session, and the one that a program brings along', async () => {
  start({ AUTH: 'token' })
  expect(await tokenOf(new Headers())).toBeNull()
  expect(await tokenOf(new Headers({ cookie: await cookieOf('mine') }))).toBe('mine')
  expect(await tokenOf(new Headers({ authorization: 'Bearer abc.d-e_f' }))).toBe('abc.d-e_f')
  expect(await tokenOf(new Headers({ cookie: await cookieOf('mine'), authorization: 'Basic abc' }))).toBeNull()
})

test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer ä', 'bearer=abc'])(
  'finds no token in "%s"',
  async (authorization) => {
    start({ AUTH: 'token' })
    expect(await tokenOf(new Headers({ authorization }))).toBeNull()
  },
)

test('takes the word of a proxy only where the connection is its own', async () => {
  start({ AUTH: 'proxy' })
  const authorization = 'Bearer abc'
  expect(await tokenOf(new Headers({ authorization }))).toBeNull()
  expect(await tokenOf(new Headers({ authorization, 'x-almanac-peer-trusted': '0' }))).toBeNull()
  expect(await tokenOf(new Headers({ authorization, 'x-almanac-peer-trusted': '1' }))).toBe('abc')
  expect(await tokenOf(new Headers({ cookie: await cookieOf('mine'), 'x-almanac-peer-trusted': '1' }))).toBeNull()
})

test('lets nobody in by a setting that is wrong', async () => {
  start({ AUTH: 'tokens' })
  await expect(tokenOf(new Headers())).rejects.toThrow('AUTH=tokens is no way to sign in')
})
