import type { QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { momentIn, type ShownMoment } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import type { JsonRoute } from '@/lib/contract/route'
import type { AnswerTo } from '@/lib/http/answer'
import { pictureNextText } from '@/lib/pictures/words'
import { answerShoot } from '@/lib/questions/cluster/answer/shoot'
import { shootRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries, type ShootName } from '@/lib/questions/queries'
import { askedOf, type BrowserQuery, prefetch } from '../../../answer'
import { linkPreview } from '../../../preview'
import { searchOf } from '../../search-params'

/** What every tab gets; its own type also names its route. */
interface Props {
  readonly params: Promise<ShootName>
  readonly searchParams: Promise<Parameters<typeof searchOf>[0]>
}

interface ShootPageRequest {
  readonly shoot: ShootName
  readonly moment: ShownMoment
  readonly search: URLSearchParams
  /** Holds what the head of every tab needs. */
  readonly client: QueryClient
  /** Adds what a tab needs beside that. */
  readonly add: <R extends JsonRoute>(
    route: R,
    answerTo: AnswerTo<NoInfer<R>>,
    query: BrowserQuery<NoInfer<R>>,
  ) => Promise<void>
}

/** Tabs of clusters with more pools are drawn by the browser alone: on the server, others would wait for them. */
const MOST_POOLS = 100

/** What the address of a tab asks for; the page of a cluster that is not there is a 404. */
export async function askShoot({ params, searchParams }: Props): Promise<ShootPageRequest> {
  await connection()
  const shoot = await shootNameOf(params)
  const search = searchOf(await searchParams)
  const moment = momentIn(search)
  const client = makeQueryClient()
  const query = clusterQueries.shoot(shoot.namespace, shoot.name, moment)
  const asked = await prefetch(client, shootRoute, answerShoot, query)
  if (asked === 'not-found') notFound()
  const isLarge = (client.getQueryData(query.queryKey)?.shoot.pools.length ?? 0) > MOST_POOLS
  if (isLarge) client.clear()
  const add: ShootPageRequest['add'] = async (route, answerTo, more) => {
    if (!isLarge) await prefetch(client, route, answerTo, more)
  }
  return { shoot, moment, search, client, add }
}

/** `payments / checkout-prod` */
export async function shootTitle(params: Props['params']): Promise<string> {
  const { namespace, name } = await shootNameOf(params)
  return `${namespace.replace(/^garden-/, '')} / ${name}`
}

/** What is said of a cluster beside a link to it. */
export async function shootPreview({ params, searchParams }: Props): Promise<Metadata> {
  const { namespace, name } = await shootNameOf(params)
  const moment = momentIn(searchOf(await searchParams))
  const answer = await askedOf(shootRoute, answerShoot, clusterQueries.shoot(namespace, name, moment))
  const picture = `/api/pictures/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}.png`
  const description = answer === null ? undefined : pictureNextText(answer)
  return linkPreview({ title: await shootTitle(params), description, picture, moment })
}

async function shootNameOf(params: Props['params']): Promise<ShootName> {
  const { namespace, name } = await params
  return { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) }
}
