import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { ShootView } from '@/components/shoots/one/shoot-view'
import { pinnedAt, readAt } from '@/lib/client/at'
import { queries } from '@/lib/client/queries'
import { makeQueryClient } from '@/lib/client/query-client'
import { prefetch } from '../../../prefetch'
import { searchOf } from '../../search-params'

type Props = PageProps<'/shoots/[namespace]/[name]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { namespace, name } = await params
  return { title: `${decodeURIComponent(namespace).replace(/^garden-/, '')} / ${decodeURIComponent(name)}` }
}

/** `/shoots/garden-payments/checkout-prod`: the forecast of one cluster. */
export default async function ShootPage({ params, searchParams }: Props) {
  await connection()
  const parts = await params
  const namespace = decodeURIComponent(parts.namespace)
  const name = decodeURIComponent(parts.name)
  const search = searchOf(await searchParams)
  const at = pinnedAt(readAt(search.get('at')))
  const window = search.get('why')
  const client = makeQueryClient()
  const [asked] = await Promise.all([
    prefetch(client, queries.shoot(namespace, name, { at })),
    window === null ? null : prefetch(client, queries.why(namespace, name, { at, window })),
  ])
  if (asked.kind === 'failed' && isNotFound(asked.error)) notFound()
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ShootView namespace={namespace} name={name} />
    </HydrationBoundary>
  )
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'not-found'
}
