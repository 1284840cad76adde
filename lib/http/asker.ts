import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { Access } from '@/lib/landscape/access'
import { type Asker, almanac, theGarden } from '@/lib/landscape/garden'
import { CodedError, SIGN_IN_HINTS } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { authMode, endOfSession, tokenOf } from './auth'

/** Whoever sent a request. Throws `unauthenticated` when they are signed out. */
export async function askerOf(headers: Pick<Headers, 'get' | 'has'>): Promise<Asker> {
  if (authMode() === 'none') return almanac()
  const token = await tokenOf(headers)
  if (token === null) throw await signedOut(headers)
  return { identity: { kind: 'user', token }, ...(await theAccess().of(token)) }
}

async function signedOut(headers: Pick<Headers, 'get'>): Promise<CodedError> {
  if (authMode() === 'proxy') {
    return new CodedError('unauthenticated', 'The proxy in front of Almanac sent no token with this request.', {
      hint: SIGN_IN_HINTS.proxy,
    })
  }
  const ended = await endOfSession(headers)
  return new CodedError('unauthenticated', ended === null ? 'You are signed out.' : 'Your session ended.', {
    hint: SIGN_IN_HINTS.here,
    ...(ended !== null && { endedAt: onWire(ended) }),
  })
}

/**
 * Who is kept waiting when too much is asked for: users by their name, whoever needs not sign in by the address that they ask from.
 * Without users everybody as one would let one of them hold up all others. A proxy that is not trusted hides the addresses of those
 * behind it: they are one.
 */
export function identityOf({ user }: Asker, headers: Pick<Headers, 'get'>): string {
  return user === null ? `address ${headers.get('x-almanac-client') ?? ''}` : `user ${user.name}`
}

/** After a refusal: what whoever sent a request may see is asked anew with their next one. */
export async function askAnew(headers: Pick<Headers, 'get' | 'has'>): Promise<void> {
  const token = authMode() === 'none' ? null : await tokenOf(headers)
  if (token !== null) theAccess().forget(token)
}

/** What people may see of the one garden of this process. */
export function theAccess(): Access {
  return processWide('access', () => new Access(theGarden(), { hint: signInAgain() }))
}

/** What they do whose token the garden does not accept any more. */
export function signInAgain(): string {
  return authMode() === 'proxy' ? SIGN_IN_HINTS.proxy : 'Sign in again.'
}
