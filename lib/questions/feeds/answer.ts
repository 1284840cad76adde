import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { readIndexAt, wholeIndexAt } from '@/lib/landscape/current-index'
import { findMembers, findProfile, findShoot, membersWhere, there } from '@/lib/landscape/lookup'
import { addressesView, makeAddress, revokeAddress, scopeIn } from './answer/addresses-view'
import { feedText, filteredFeed } from './answer/feed'
import type {
  FeedAddressesRoute,
  MakeFeedAddressRoute,
  ProfileFeedRoute,
  ProjectFeedRoute,
  RevokeFeedAddressRoute,
  ShootFeedRoute,
  ShootsFeedRoute,
} from './contract'

export const answerShootFeed: AnswerTo<ShootFeedRoute> = async (
  { path: { namespace, name }, query },
  { garden, sight, origin },
) => {
  const index = await wholeIndexAt(garden, query.at)
  const positions = () => [there(garden, () => findShoot(index, namespace, name))]
  return feedText({ key: `shoot ${namespace}/${name}`, title: name, positions }, { index, query, sight, origin })
}

export const answerProjectFeed: AnswerTo<ProjectFeedRoute> = async (
  { path: { name }, query },
  { garden, sight, origin },
) => {
  const index = await wholeIndexAt(garden, query.at)
  const positions = () => there(garden, () => findMembers(index, name))
  return feedText({ key: `project ${name}`, title: name, positions }, { index, query, sight, origin })
}

export const answerProfileFeed: AnswerTo<ProfileFeedRoute> = async (
  { path: { ref }, query },
  { garden, sight, origin },
) => {
  const index = await wholeIndexAt(garden, query.at)
  const title = ref.join('/')
  const positions = () => {
    there(garden, () => findProfile(index, ref, undefined))
    return membersWhere(index, ({ profile }) => profile === title)
  }
  return feedText({ key: `profile ${title}`, title, positions }, { index, query, sight, origin })
}

export const answerShootsFeed: AnswerTo<ShootsFeedRoute> = async ({ query }, { garden, sight, origin }) => {
  const index = await wholeIndexAt(garden, query.at)
  return feedText(filteredFeed(index, query), { index, query, sight, origin })
}

export const answerFeedAddresses: AnswerTo<FeedAddressesRoute> = async ({ query }, asking) => {
  const index = await readIndexAt(asking.garden, undefined)
  return addressesView(
    asking,
    there(asking.garden, () => scopeIn(index, query)),
  )
}

export const answerMakeFeedAddress: AnswerTo<MakeFeedAddressRoute> = async ({ body }, asking) => {
  const index = await readIndexAt(asking.garden, undefined)
  return makeAddress(
    asking,
    there(asking.garden, () => scopeIn(index, body)),
  )
}

export const answerRevokeFeedAddress: AnswerTo<RevokeFeedAddressRoute> = ({ body }, asking) =>
  revokeAddress(asking, body.id)
