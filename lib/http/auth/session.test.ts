import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { replaceCookies, seal, unseal } from './cookies'
import { type SignInSession, sessionCookie, sessionOf } from './session'

const secrets = ['the secret that seals sessions now, long enough']
const older = ['the secret that sealed sessions before, long enough']
const now = Date.parse('2026-11-21T18:00:00Z')
const second = now / 1000

const someSession: SignInSession = { token: 't', by: 'token', since: second - 60 }

/** What a browser sends that was given a session. */
async function browserWith(session: Partial<SignInSession>, by = secrets): Promise<Headers> {
  const parts = await sessionCookie.parts(new Headers(), by, { ...someSession, ...session })
  expect(parts).not.toBeNull()
  return new Headers({ cookie: replaceCookies('theme=dark', parts ?? new Map()) })
}

test('opens what it sealed, and shows nothing of it', async () => {
  const headers = await browserWith({ token: 'the-token', exp: second + 60, refresh: 'the-refresh' })
  expect(headers.get('cookie')).not.toContain('the-')
  expect(await sessionOf(headers, secrets, now)).toEqual({
    kind: 'open',
    session: { ...someSession, token: 'the-token', exp: second + 60, refresh: 'the-refresh' },
  })
})

test('seals the same session differently each time', async () => {
  expect(await seal(secrets, 'session', 'same')).not.toBe(await seal(secrets, 'session', 'same'))
})

test('ends a session at the very second at which its token expires', async () => {
  const headers = await browserWith({ token: 't', exp: second })
  expect(await sessionOf(headers, secrets, now - 1)).toMatchObject({ kind: 'open' })
  expect(await sessionOf(headers, secrets, now)).toMatchObject({ kind: 'ended', at: now })
})

test('keeps a session open whose token does not say when it expires', async () => {
  expect(await sessionOf(await browserWith({ token: 't' }), secrets, now)).toMatchObject({ kind: 'open' })
})

test.each([
  ['another secret', older, []],
  ['no secret that counts still', older, secrets],
])('takes a session sealed with %s for none', async (_, by, known) => {
  expect(await sessionOf(await browserWith({ token: 't' }, by), known, now)).toEqual({ kind: 'none' })
})

test('opens with an older secret what it sealed before, while it seals with the new one', async () => {
  const both = [...secrets, ...older]
  expect(await sessionOf(await browserWith({ token: 't' }, older), both, now)).toMatchObject({ kind: 'open' })
  expect(await sessionOf(await browserWith({ token: 't' }, both), secrets, now)).toMatchObject({ kind: 'open' })
})

test('opens nothing in which one letter was changed', async () => {
  const sealed = await seal(secrets, 'session', '{"token":"t"}')
  for (let place = 0; place < sealed.length; place++) {
    const letter = sealed[place] === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, place) + letter + sealed.slice(place + 1)
    // The last letter of a part may hold bits that say nothing.
    if (
      Buffer.from(changed.split('.').at(-1) ?? '', 'base64url').equals(
        Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url'),
      ) &&
      place === sealed.length - 1
    )
      continue
    expect(await unseal(secrets, 'session', changed), `letter ${place}`).toBeNull()
  }
})

test.each(['', 'a.b.c', '....', 'null', 'eyJhbGciOiJub25lIn0....'])('opens no %o', async (text) => {
  expect(await unseal(secrets, 'session', text)).toBeNull()
})

test('opens nothing that was sealed for another purpose', async () => {
  expect(await unseal(secrets, 'session', await seal(secrets, 'flow', '{"token":"t"}'))).toBeNull()
})

test.each([10, 4000, 8000])('keeps a token of %i bytes', async (length) => {
  const token = randomBytes(length).toString('base64url').slice(0, length)
  const headers = await browserWith({ token, exp: second + 60 })
  expect(await sessionOf(headers, secrets, now)).toMatchObject({ session: { token } })
})

test('refuses a token that browsers would not keep', async () => {
  const token = randomBytes(20_000).toString('base64url')
  expect(await sessionCookie.parts(new Headers(), secrets, { ...someSession, token })).toBeNull()
})

test('takes every part away that a shorter session no longer needs', async () => {
  const long = await browserWith({ token: randomBytes(6000).toString('base64url') })
  const short = await sessionCookie.parts(long, secrets, someSession)
  const cookie = replaceCookies(long.get('cookie'), short ?? new Map())
  expect(await sessionOf(new Headers({ cookie }), secrets, now)).toMatchObject({ session: { token: 't' } })
  expect(sessionCookie.set(new Headers(), short ?? new Map()).filter((line) => line.includes('=; '))).toHaveLength(2)
})

test('keeps each cookie within what browsers take', async () => {
  const headers = new Headers({ host: 'a.example', 'x-forwarded-proto': 'https' })
  const parts = await sessionCookie.parts(headers, secrets, {
    ...someSession,
    token: randomBytes(8000).toString('base64url').slice(0, 8000),
  })
  for (const line of sessionCookie.set(headers, parts ?? new Map())) {
    expect(Buffer.byteLength(line.slice(0, line.indexOf(';')))).toBeLessThanOrEqual(4096)
  }
})

test('sets cookies that no script reads and no other site sends', async () => {
  const headers = new Headers({ host: 'almanac.example.org', 'x-forwarded-proto': 'https' })
  const [first] = sessionCookie.set(headers, (await sessionCookie.parts(headers, secrets, someSession)) ?? new Map())
  expect(first).toMatch(/^__Host-almanac-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

test('takes by https no session that was set without it', async () => {
  const headers = await browserWith({ token: 't' })
  headers.set('host', 'almanac.example.org')
  expect(await sessionOf(headers, secrets, now)).toMatchObject({ kind: 'open' })
  headers.set('x-forwarded-proto', 'https')
  expect(await sessionOf(headers, secrets, now)).toEqual({ kind: 'none' })
})
