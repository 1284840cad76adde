'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { SignInFacts } from '@/lib/contract/sign-in'
import type { Zone } from '@/lib/contract/zone'
import { gardenName, hasDraft, placeText, sessionEndedText, signInNoticeText, tokenCommand } from '@/lib/words/sign-in'
import { Button, buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Icon, Mark } from '../../ui/icon'
import { Fact } from '../../ui/section'
import styles from './sign-in.module.css'

interface SignInPageProps {
  readonly facts: SignInFacts
  /** The address that signing in leads back to. */
  readonly to: string
  readonly zone: Zone
  readonly now: number
}

/**
 * Where people sign in. It works without scripts: forms and links lead on, and tell here what became of that. Only what comes after
 * the `#` of an address needs one.
 */
export function SignInPage({ facts, to, zone, now }: SignInPageProps): ReactNode {
  const { mode, provider, garden, user } = facts
  const { name, host } = gardenName(garden.label)
  return (
    <div className={styles.page}>
      <div className={`stack ${styles.box}`}>
        <p className={`bar ${styles.brand}`}>
          <Mark />
          Almanac
        </p>
        <h1 className="headline">
          Sign in to the garden <b>{name}</b>
        </h1>
        <p className="muted">You see here what the garden lets you see, with your own rights.</p>
        <Notices {...{ facts, to, zone, now }} />
        {user !== null && (
          <p className="muted">
            You are signed in as <b>{user}</b>. <BackLink to={to}>Go on</BackLink>
          </p>
        )}
        {mode === 'proxy' ? (
          <p className="note">
            The proxy in front of Almanac signs people in. It sent no token with this request: who runs it can say why.
          </p>
        ) : (
          <>
            {provider !== null && <WithProvider provider={provider} to={to} />}
            <WithToken to={to} isOnly={provider === null} />
          </>
        )}
        <dl className="terms note">
          <Fact term="Garden">
            {host}, {garden.isThere ? 'answers' : 'does not answer'}
          </Fact>
          <Fact term="Apply">only if your rights allow; nothing is written by looking</Fact>
        </dl>
      </div>
    </div>
  )
}

/** What became of what was tried before, and of the session that was. */
function Notices({ facts: { notice, endedAt, provider }, to, zone, now }: SignInPageProps): ReactNode {
  const place = placeText(to)
  const back = place === undefined ? '' : ` You return to ${place}.`
  const draft = hasDraft(to) ? ' Your draft is in that address, and comes back with it.' : ''
  if (notice?.kind === 'signed-out') {
    const { title, text } = signInNoticeText(notice, '', zone, now)
    return (
      <p className="muted" role="status">
        <b>{title}.</b> {text}
      </p>
    )
  }
  if (notice !== null) {
    const { title, text, said } = signInNoticeText(notice, provider?.host ?? '', zone, now)
    return (
      <Problem title={title}>
        {said !== undefined && <code>{said}</code>}
        <p>
          {text}
          {back}
          {draft}
        </p>
      </Problem>
    )
  }
  if (endedAt !== null) {
    return (
      <Problem title={sessionEndedText(endedAt, zone, now)}>
        <p>
          Sign in again.{back}
          {draft}
        </p>
      </Problem>
    )
  }
  return place === undefined ? null : (
    <p className="note">
      {back}
      {draft}
    </p>
  )
}

function Problem({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="callout" data-bad role="alert">
      <p className="bad bold">
        <Icon name="stop" /> {title}
      </p>
      {children}
    </div>
  )
}

function WithProvider({ provider: { host, isThere }, to }: { readonly provider: SignInProvider; readonly to: string }) {
  return (
    <>
      <ProviderLink to={to} className={`${buttonClass('primary')} ${styles.big}`}>
        <Icon name="key" />
        Sign in with the garden’s provider
      </ProviderLink>
      <p className="note">
        OpenID Connect, at {host}
        {isThere ? '' : '. It does not answer now: who runs it can say why. A token works meanwhile.'}
      </p>
      <div className={`bar small faint ${styles.or}`}>or with a token</div>
    </>
  )
}

type SignInProvider = NonNullable<SignInFacts['provider']>

function WithToken({ to, isOnly }: { readonly to: string; readonly isOnly: boolean }) {
  const command = tokenCommand(to)
  return (
    <form method="post" action={`${BASE_PATH}/signin/token`}>
      <input type="hidden" name="to" value={useWithFragment(to)} />
      <label className="small muted" htmlFor="token">
        Bearer token
      </label>
      <textarea
        className={styles.token}
        id="token"
        name="token"
        placeholder="eyJhbGciOi…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <p className="note">
        Of a service account or a user that may read Shoots and CloudProfiles. It stays in this browser, until it
        expires or you sign out. One for an hour:
      </p>
      <div className={`bar code ${styles.command}`}>
        <code>{command}</code>
        <CopyButton text={command} look="quiet" small />
      </div>
      <Button type="submit" className={styles.big} {...(isOnly && { look: 'primary' as const })}>
        Sign in with the token
      </Button>
    </form>
  )
}

/** Leads to the provider, and from there back. */
function ProviderLink(props: {
  readonly to: string
  readonly className: string
  readonly children: ReactNode
}): ReactNode {
  const to = encodeURIComponent(useWithFragment(props.to))
  return (
    <a className={props.className} href={`${BASE_PATH}/signin/provider?to=${to}`}>
      {props.children}
    </a>
  )
}

function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <a className="link" href={`${BASE_PATH}${useWithFragment(to)}`}>
      {children}
    </a>
  )
}

/** Servers are never told what comes after the `#` of an address: the browser takes it along to the page that it is led to. */
function useWithFragment(to: string): string {
  const fragment = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  )
  return to.includes('#') ? to : `${to}${fragment}`
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
