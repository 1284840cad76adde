'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'

/** Names the address that signing in leads back to, in a form. */
export function BackField({ to }: { readonly to: string }): ReactNode {
  return <input type="hidden" name="to" value={useWithFragment(to)} />
}

/** Leads to the provider, and from there back. */
export function ProviderLink(props: {
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

/** Leads back at once. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
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
