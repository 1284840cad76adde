import type { Metadata } from 'next'
import { connection } from 'next/server'
import { GuidesList } from '@/components/guides/guides-list'

export const metadata: Metadata = { title: 'Guides' }

export default async function Page({ searchParams }: PageProps<'/workbench/scenarios'>) {
  await connection()
  const { profile } = await searchParams
  return <GuidesList profile={typeof profile === 'string' ? profile : undefined} />
}
