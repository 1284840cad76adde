import { afterAll, expect, it, vi } from 'vitest'

const mode = vi.hoisted(() => ({ is: 'proxy', ended: null as number | null }))
vi.mock('./auth', () => ({
  authMode: () => mode.is,
  tokenOf: async () => null,
  sessionIn: async () => (mode.ended === null ? { kind: 'none' } : { kind: 'ended', at: mode.ended }),
}))

// Another test of this process may have read the modules already, with the sign-in that there is.
vi.resetModules()
const { askerOf } = await import('./answer')
afterAll(() => {
  vi.doUnmock('./auth')
  vi.resetModules()
})

it.each([
  ['proxy', null, 'The proxy in front of Almanac sent no token with this request.', /^Sign in at the proxy: /],
  ['oidc', null, 'You are signed out.', /^Sign in at \/signin; programs send Authorization: Bearer\.$/],
  ['token', 1_795_300_000_000, 'Your session ended.', /^Sign in at \/signin/],
])('says to who is signed out where they sign in: %s', async (is, ended, message, hint) => {
  Object.assign(mode, { is, ended })
  await expect(askerOf(new Headers())).rejects.toMatchObject({
    code: 'unauthenticated',
    message,
    details: { hint: expect.stringMatching(hint) },
  })
})
