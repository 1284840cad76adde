import type { SignInFacts } from '@/lib/contract/sign-in'
import { isAccessError } from '@/lib/garden/errors'
import { noticeCookie } from './notice'
import { theProvider } from './provider'
import type { Asking } from './sealed-cookie'
import { sessionOf } from './session'
import { theAuth } from './the-auth'

/** What a browser brings along to the sign-in page, whether its token is still good, and whether provider and garden are there. */
export async function signInFacts(headers: Asking): Promise<SignInFacts> {
  const auth = theAuth()
  const { theGarden } = await import('@/lib/landscape/garden')
  const { label, state } = theGarden().status()
  const facts = { mode: auth.mode, provider: null, notice: null, endedAt: null, user: null }
  const garden = { label, isThere: state === 'live' || state === 'reading' }
  if (auth.mode === 'none' || auth.mode === 'proxy') return { ...facts, garden }
  const session = await sessionOf(headers, auth.secrets, Date.now())
  const known = session.kind === 'open' ? await knownBy(session.session.token) : {}
  const notice = await noticeCookie.read(headers, auth.secrets)
  const provider = auth.mode === 'oidc' ? theProvider(auth.provider) : null
  return {
    ...facts,
    garden,
    provider: provider && { host: provider.host, isThere: await provider.isThere() },
    endedAt: session.kind === 'ended' ? session.at : null,
    ...known,
    ...(notice !== null && { notice }),
  }
}

/** Whom the garden takes the bearer of a token for, or why it takes them for nobody. */
async function knownBy(token: string): Promise<Pick<SignInFacts, 'user'> | Pick<SignInFacts, 'notice'>> {
  const { theGarden } = await import('@/lib/landscape/garden')
  try {
    const user = await theGarden().userOf?.({ kind: 'user', token })
    return { user: user?.name ?? null }
  } catch (error) {
    if (!isAccessError(error)) throw error
    return { notice: { kind: error.kind === 'refused' ? 'refused' : 'garden-away', said: error.message } }
  }
}
