import { expect, test } from 'vitest'
import { readAuth } from '@/lib/process/settings.mjs'

const secret = 'a secret of more than thirty-two bytes'
const provider = { OIDC_ISSUER: 'https://sso.example.org/realms/garden', OIDC_CLIENT_ID: 'almanac' }

test.each([
  ['nobody, by default', {}, { mode: 'none' }],
  ['nobody, when AUTH is empty', { AUTH: ' ' }, { mode: 'none' }],
  ['whoever has a token', { AUTH: 'token' }, { mode: 'token', secrets: [] }],
  [
    'two secrets',
    { AUTH: 'token', SESSION_SECRET: `${secret}1, ${secret}2` },
    { secrets: [`${secret}1`, `${secret}2`] },
  ],
  ['a proxy', { AUTH: 'proxy' }, { mode: 'proxy' }],
  [
    'a provider',
    { AUTH: 'oidc', ...provider },
    {
      mode: 'oidc',
      provider: {
        issuer: provider.OIDC_ISSUER,
        clientId: 'almanac',
        clientSecret: '',
        scopes: '',
      },
    },
  ],
])('takes %s', (_, env, auth) => {
  expect(readAuth({ GARDEN: 'kubernetes', ...env })).toMatchObject(auth)
})

test.each([
  [{ AUTH: 'basic' }, 'AUTH=basic is no way to sign in: set none, token, oidc or proxy.'],
  [{ AUTH: 'token', GARDEN: 'demo' }, 'AUTH=token needs GARDEN=kubernetes'],
  [{ AUTH: 'proxy', GARDEN: undefined }, 'AUTH=proxy needs GARDEN=kubernetes'],
  [{ AUTH: 'token', SESSION_SECRET: 'short' }, 'SESSION_SECRET has a secret of fewer than 32 bytes'],
  [{ AUTH: 'token', SESSION_SECRET: `${secret},` }, 'SESSION_SECRET has a secret of fewer than 32 bytes'],
  [{ AUTH: 'token', ...provider }, 'OIDC_ISSUER is set, but AUTH=token asks no provider'],
  [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_SECRET is set, but AUTH=none asks no provider'],
  [{ AUTH: 'oidc', OIDC_ISSUER: 'https://sso.example.org' }, 'AUTH=oidc needs OIDC_ISSUER and OIDC_CLIENT_ID'],
  [{ AUTH: 'oidc', ...provider, OIDC_ISSUER: 'http://sso.example.org' }, 'is no address that begins with https://'],
  [{ AUTH: 'oidc', ...provider, OIDC_ISSUER: 'https://sso.example.org/?a=b' }, 'has no query'],
  [{ AUTH: 'oidc', ...provider, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES=email lacks openid'],
])('says what is wrong with %o', (env, sentence) => {
  expect(() => readAuth({ GARDEN: 'kubernetes', ...env })).toThrow(sentence)
})

test('tells no secret when one is wrong', () => {
  expect(() => readAuth({ GARDEN: 'kubernetes', AUTH: 'token', SESSION_SECRET: 'hunter2' })).not.toThrow('hunter2')
})
