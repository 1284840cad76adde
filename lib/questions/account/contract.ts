import { accountAnswer } from '@/lib/contract/account'
import type { Route } from '@/lib/contract/route'

export const accountRoute = {
  name: 'GET /api/account',
  summary: 'Whoever asks: their name and groups in the garden, which projects they see, and what they may change',
  answer: accountAnswer,
  refusals: ['not-ready'],
} as const satisfies Route
export type AccountRoute = typeof accountRoute

export const signInWithTokenRoute = {
  name: 'POST /signin/token',
  summary:
    'Begins a session with a bearer token, as the form of `/signin` sends it (`token`, `to`); the session is a cookie, programs ' +
    'send `Authorization: Bearer` instead',
  answer: 'a redirect',
  refusals: ['too-large'],
} as const satisfies Route

export const signInAtProviderRoute = {
  name: 'GET /signin/provider',
  summary: 'Begins to sign in at the OpenID Connect provider, to come back to the page that `to` names',
  answer: 'a redirect',
} as const satisfies Route

export const signInFromProviderRoute = {
  name: 'GET /signin/callback',
  summary: 'Where the provider leads back to',
  answer: 'a redirect',
} as const satisfies Route

export const signOutRoute = {
  name: 'POST /signout',
  summary: 'Ends the session, also at the provider',
  answer: 'a redirect',
} as const satisfies Route
