import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { SignInPage } from '@/components/account/sign-in/sign-in-page'
import { returnAddress, signInFacts } from '@/lib/http/auth'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({ searchParams }: PageProps<'/signin'>) {
  const asked = (await searchParams).to
  const to = returnAddress(typeof asked === 'string' ? asked : null)
  const facts = await signInFacts(await headers())
  if (facts.mode === 'none') redirect(to)
  const { zone } = await viewerOf()
  return <SignInPage facts={facts} to={to} zone={zone} now={Date.now()} />
}
