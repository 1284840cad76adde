'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useZone } from '@/lib/browser/clock'
import { ask } from '@/lib/browser/fetch-json'
import type {
  FeedAddress,
  FeedScopeQuery,
  makeFeedAddressRoute,
  revokeFeedAddressRoute,
} from '@/lib/questions/feeds/contract'
import { feedsQueries } from '@/lib/questions/queries'
import { fullText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy'

/**
 * The address of a calendar and a badge that work without signing in: to make, to copy, to revoke. Nothing where there is no sign-in: there
 * every address works.
 */
export function SignedAddresses({ scope }: { readonly scope: FeedScopeQuery }): ReactNode {
  const title = useId()
  const client = useQueryClient()
  const { queryKey, ...options } = feedsQueries.feedAddresses(scope)
  const { data, error } = useQuery({ queryKey, ...options })
  const onSettled = () => client.invalidateQueries({ queryKey })
  const make = useMutation({
    mutationFn: () => ask<typeof makeFeedAddressRoute>('POST /api/feeds/addresses', { body: scope }),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: (id: string) =>
      ask<typeof revokeFeedAddressRoute>('POST /api/feeds/addresses/revoke', { body: { id } }),
    onSettled,
  })
  if (data?.isNeeded === false) return null
  const failure = error ?? make.error ?? revoke.error
  const isBusy = make.isPending || revoke.isPending
  const hasOwn = data?.addresses.some(({ feed }) => feed !== null) ?? false
  const what = scope.kind === 'Shoot' ? 'this cluster' : 'the clusters of this project'
  return (
    <section aria-labelledby={title} className="stack">
      <h3 id={title}>Works without signing in</h3>
      <p className="note">
        For calendar programs and pages of others. Whoever has the address sees the windows of {what} and nothing else,
        until it is revoked.
      </p>
      {data?.addresses.map((address) => (
        <Address key={address.id} address={address} isBusy={isBusy} onRevoke={() => revoke.mutate(address.id)} />
      ))}
      {data !== undefined && data.off === null && !hasOwn ? (
        <Button small disabled={isBusy} onClick={() => make.mutate()}>
          Make an address
        </Button>
      ) : null}
      {data?.off ? <p className="small">{data.off}</p> : null}
      <p role="status" className="bad small">
        {failure?.message}
      </p>
    </section>
  )
}

interface AddressProps {
  readonly address: FeedAddress
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

function Address({ address: { by, at, feed, badge }, isBusy, onRevoke }: AddressProps): ReactNode {
  const made = fullText(at, useZone())
  return (
    <div className="bar note">
      <span className="faint">{feed === null ? `Made by ${by}, ${made}` : `Yours, made ${made}`}</span>
      <span className="bar">
        {feed === null ? null : <CopyButton small icon="link" label="Copy calendar address" text={feed} />}
        {badge === null ? null : <CopyButton small icon="link" label="Copy badge address" text={badge} />}
        <Button small disabled={isBusy} title="Calendars and pages that use it stop" onClick={onRevoke}>
          Revoke
          <span className="visually-hidden"> the address made {made}</span>
        </Button>
      </span>
    </div>
  )
}
