import { deflateRawSync } from 'node:zlib'
import { CompactEncrypt } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCookies, replaceCookies, seal, unseal } from './cookies'
import { type SignInSession, sessionCookie } from './session'
import { signInFromProvider, signInWithToken, signOut } from './sign-in'

const SESSION_SECRET = 'the secret that seals sessions now and is long enough'
const host = 'almanac.example.org'

/** Files share a process, and others leave what they asked with. */
function forget(): void {
  for (const name of ['auth', 'garden', 'provider', 'renewals'])
    Reflect.deleteProperty(globalThis, Symbol.for(`almanac.${name}`))
}

beforeEach(() => {
  forget()
  for (const [name, value] of Object.entries({ GARDEN: 'kubernetes', AUTH: 'token', SESSION_SECRET }))
    vi.stubEnv(name, value)
  Reflect.set(globalThis, Symbol.for('almanac.garden'), { userOf: async () => ({ name: 'anna' }) })
})

afterEach(() => {
  vi.unstubAllEnvs()
  forget()
})

const headersWith = (cookie: string) => new Headers({ host, 'x-forwarded-proto': 'https', cookie })

function signIn(token: string, cookie: string, to = '/'): Promise<Response> {
  const body = new URLSearchParams({ token, to }).toString()
  return signInWithToken(
    new Request(`https://${host}/signin/token`, { method: 'POST', headers: headersWith(cookie), body }),
  )
}

/** The cookies of a browser after an answer. */
function after(cookie: string, answer: Response): string {
  const set = answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
  return replaceCookies(cookie, readCookies(set.join('; ')))
}

async function planted(session: Partial<SignInSession>): Promise<string> {
  const whole: SignInSession = { token: 'of-somebody-else', by: 'token', since: 0, ...session }
  return replaceCookies('', (await sessionCookie.parts(headersWith(''), [SESSION_SECRET], whole)) ?? new Map())
}

test.each([
  ['one of somebody else', () => planted({})],
  // Of random letters, as packing makes little of others.
  [
    'one in several parts',
    () =>
      planted({
        token: Array.from({ length: 500 }, () => crypto.randomUUID())
          .join('')
          .slice(0, 9000),
      }),
  ],
  [
    'one that was made up',
    async () => '__Host-almanac-session=made-up; __Host-almanac-session.1=more; __Host-almanac-session.2=yet-more',
  ],
])('a session that was there before sign-in is gone after it: %s', async (_, plant) => {
  const before = await plant()
  const answer = await signIn('of-anna', before)
  expect(answer.status).toBe(303)
  const session = await sessionCookie.read(headersWith(after(before, answer)), [SESSION_SECRET])
  expect(session).toMatchObject({ token: 'of-anna', by: 'token' })
})

test('a session that was there before sign-in goes on where the garden lets nobody in, and is no one else’s', async () => {
  const refused = Object.assign(new Error('Unauthorized'), { name: 'AccessError', kind: 'refused' })
  Reflect.set(globalThis, Symbol.for('almanac.garden'), { userOf: () => Promise.reject(refused) })
  const before = await planted({ token: 'of-anna' })
  const answer = await signIn('forged', before)
  expect(answer.headers.get('location')).toBe('/signin')
  expect(await sessionCookie.read(headersWith(after(before, answer)), [SESSION_SECRET])).toMatchObject({
    token: 'of-anna',
  })
})

test('signing out takes every part of a session away', async () => {
  const before = await planted({
    token: Array.from({ length: 500 }, () => crypto.randomUUID())
      .join('')
      .slice(0, 9000),
  })
  expect(before.split('; ').length).toBeGreaterThan(1)
  const answer = await signOut(new Request(`https://${host}/signout`, { method: 'POST', headers: headersWith(before) }))
  expect(after(before, answer)).not.toContain('almanac-session')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'https://evil.example',
  '/x\r\nSet-Cookie: a=b',
])('signing in leads to no other site, and begins no header: %j', async (to) => {
  const answer = await signIn('of-anna', '', to)
  expect(answer.headers.get('location')).toMatch(/^\/(?:xSet-Cookie:%20a=b)?$/)
})

test('a form that is too large is refused', async () => {
  const answer = await signIn('x'.repeat(1_000_001), '')
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ error: { code: 'too-large' } })
})

test('an answer of the provider that this browser did not ask for begins nothing', async () => {
  for (const [name, value] of Object.entries({
    AUTH: 'oidc',
    OIDC_ISSUER: 'https://sso.example.org',
    OIDC_CLIENT_ID: 'almanac',
  }))
    vi.stubEnv(name, value)
  const finish = vi.fn()
  Reflect.set(globalThis, Symbol.for('almanac.provider'), { finish })
  const flow = { state: 'another-state', nonce: 'n', verifier: 'v', to: '/', began: Math.floor(Date.now() / 1000) }
  const of = async (suffix: string, value: object) =>
    `__Host-almanac-flow-${suffix}=${await seal([SESSION_SECRET], 'flow', JSON.stringify(value))}`
  const cookies = [
    '',
    // It is for another sign-in, or too old, or was sealed for something else.
    await of('another-stat', flow),
    await of('the-state', { ...flow, state: 'the-state', began: flow.began - 601 }),
    `__Host-almanac-flow-the-state=${await seal([SESSION_SECRET], 'notice', JSON.stringify(flow))}`,
  ]
  for (const cookie of cookies) {
    const asked = new Request(`https://${host}/signin/callback?code=c&state=the-state`, {
      headers: headersWith(cookie),
    })
    const answer = await signInFromProvider(asked)
    expect(answer.headers.get('location')).toBe('/signin')
    expect(after(cookie, answer)).not.toContain('almanac-session')
  }
  expect(finish).not.toHaveBeenCalled()
})

test('what unfolds to more than was ever sealed is not opened', async () => {
  const sealed = await seal([SESSION_SECRET], 'session', 'x'.repeat(64 * 1024))
  expect(await unseal([SESSION_SECRET], 'session', sealed)).toHaveLength(64 * 1024)
  expect(
    await unseal([SESSION_SECRET], 'session', await seal([SESSION_SECRET], 'session', 'x'.repeat(64 * 1024 + 1))),
  ).toBeNull()
  // Nor anything that this server did not seal, however small.
  const others = await new CompactEncrypt(deflateRawSync('x'.repeat(10_000_000)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(new Uint8Array(32))
  expect(await unseal([SESSION_SECRET], 'session', others)).toBeNull()
})
