import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { momentIn, type ShownMoment } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import type { Zone } from '@/lib/contract/zone'
import { viewerOf } from './viewer'

export interface AskedPage {
  readonly search: URLSearchParams
  readonly moment: ShownMoment
  /** The zone of the viewer. */
  readonly zone: Zone
  /** The client that takes the answers: `prefetch` puts them there, `WithAnswers` hands them to the browser. */
  readonly client: QueryClient
}

/** What each page begins with. It waits for the address and the cookies, so no page is made before somebody asks for it. */
export async function askedPage({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}): Promise<AskedPage> {
  const search = searchOf(await searchParams)
  return { search, moment: momentIn(search), zone: (await viewerOf()).zone, client: makeQueryClient() }
}

/** The address's parameters as Next hands them to a page. */
function searchOf(params: Readonly<Record<string, string | readonly string[] | undefined>>): URLSearchParams {
  const all = Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return new URLSearchParams(all)
}

/** A part of a page with the answers of this process, which the browser then need not ask for. */
export function WithAnswers({ client, children }: { readonly client: QueryClient; readonly children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>
}
