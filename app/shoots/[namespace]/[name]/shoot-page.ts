import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { JsonRoute } from '@/lib/contract/route'
import type { NamespacedName } from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { pictureNextText } from '@/lib/pictures/words'
import { answerShoot } from '@/lib/questions/cluster/answer/shoot'
import { shootRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/queries'
import { askedOf, type BrowserQuery, prefetch } from '../../../answer'
import { type AskedPage, askedPage } from '../../../asked'
import { linkPreview } from '../../../preview'

/** What every tab gets; its own type also names its route. */
interface Props {
  readonly params: Promise<NamespacedName>
  readonly searchParams: Parameters<typeof askedPage>[0]['searchParams']
}

/** A request of a page of a cluster. Its client holds what the head of every tab needs. */
interface ShootPageRequest extends AskedPage {
  readonly shoot: NamespacedName
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
export async function askShoot(props: Props): Promise<ShootPageRequest> {
  const shoot = await shootNameOf(props.params)
  const page = await askedPage(props)
  const { moment, client } = page
  const query = clusterQueries.shoot(shoot, moment)
  const asked = await prefetch(client, shootRoute, answerShoot, query)
  if (asked === 'not-found') notFound()
  const isLarge = (client.getQueryData(query.queryKey)?.shoot.pools.length ?? 0) > MOST_POOLS
  if (isLarge) client.clear()
  const add: ShootPageRequest['add'] = async (route, answerTo, more) => {
    if (!isLarge) await prefetch(client, route, answerTo, more)
  }
  return { ...page, shoot, add }
}

/** `payments / checkout-prod` */
export async function shootTitle(params: Props['params']): Promise<string> {
  const { namespace, name } = await shootNameOf(params)
  return `${namespace.replace(/^garden-/, '')} / ${name}`
}

/** What is said of a cluster beside a link to it. */
export async function shootPreview(props: Props): Promise<Metadata> {
  const { namespace, name } = await shootNameOf(props.params)
  const { moment } = await askedPage(props)
  const answer = await askedOf(shootRoute, answerShoot, clusterQueries.shoot({ namespace, name }, moment))
  const picture = `/api/pictures/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}.png`
  const description = answer === null ? undefined : pictureNextText(answer)
  return linkPreview({ title: await shootTitle(props.params), description, picture, moment })
}

async function shootNameOf(params: Props['params']): Promise<NamespacedName> {
  const { namespace, name } = await params
  return { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) }
}
