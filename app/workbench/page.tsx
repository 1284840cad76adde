import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ProfilesToEdit } from '@/components/workbench/profiles-to-edit'
import { pinnedAt, readAt } from '@/lib/client/at'
import { queries } from '@/lib/client/queries'
import { makeQueryClient } from '@/lib/client/query-client'
import { prefetch } from '../prefetch'

export const metadata: Metadata = { title: 'Workbench' }

export default async function Page({ searchParams }: PageProps<'/workbench'>) {
  await connection()
  const at = pinnedAt(readAt((await searchParams).at))
  const client = makeQueryClient()
  await prefetch(client, queries.profiles({ at }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProfilesToEdit />
    </HydrationBoundary>
  )
}
