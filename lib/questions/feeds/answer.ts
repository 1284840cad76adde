import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { AnswerTo } from '@/lib/http/answer'
import {
  type AddressScope,
  isOff,
  type NoAddressesReason,
  type SignedAddress,
  type SignedAddressStore,
  theAddresses,
} from '@/lib/http/feeds/addresses'
import { readLandscapeAt, wholeLandscapeAt } from '@/lib/landscape/current-landscape'
import type { Asker } from '@/lib/landscape/garden'
import type { Landscape } from '@/lib/landscape/landscape'
import { findMembers, findProfile, findProject, findShoot, membersWhere, there } from '@/lib/landscape/lookup'
import { CodedError, InvalidQuery, NotFound } from '@/lib/process/errors'
import { feedText, filteredFeed } from './answer/feed'
import type {
  FeedAddress,
  FeedAddressesAnswer,
  FeedScope,
  FeedScopeQuery,
  feedAddressesRoute,
  makeFeedAddressRoute,
  profileFeedRoute,
  projectFeedRoute,
  revokeFeedAddressRoute,
  shootFeedRoute,
  shootsFeedRoute,
} from './contract'

export const answerShootFeed: AnswerTo<typeof shootFeedRoute> = async ({ path: { namespace, name }, query }, asker) => {
  const landscape = await wholeLandscapeAt(asker.garden, query.at)
  const positions = () => [there(asker.garden, () => findShoot(landscape, namespace, name))]
  return feedText({ key: `shoot ${namespace}/${name}`, title: name, positions }, { ...asker, landscape, query })
}

export const answerProjectFeed: AnswerTo<typeof projectFeedRoute> = async ({ path: { name }, query }, asker) => {
  const landscape = await wholeLandscapeAt(asker.garden, query.at)
  const positions = () => there(asker.garden, () => findMembers(landscape, name))
  return feedText({ key: `project ${name}`, title: name, positions }, { ...asker, landscape, query })
}

export const answerProfileFeed: AnswerTo<typeof profileFeedRoute> = async ({ path: { ref }, query }, asker) => {
  const landscape = await wholeLandscapeAt(asker.garden, query.at)
  const title = ref.join('/')
  const positions = () => {
    there(asker.garden, () => findProfile(landscape, ref))
    return membersWhere(landscape, ({ profile }) => profile === title)
  }
  return feedText({ key: `profile ${title}`, title, positions }, { ...asker, landscape, query })
}

export const answerShootsFeed: AnswerTo<typeof shootsFeedRoute> = async ({ query }, asker) => {
  const landscape = await wholeLandscapeAt(asker.garden, query.at)
  return feedText(filteredFeed(landscape, query), { ...asker, landscape, query })
}

export const answerFeedAddresses: AnswerTo<typeof feedAddressesRoute> = async ({ query }, asking) =>
  addressesView(asking, await scopeOf(asking, query))

export const answerMakeFeedAddress: AnswerTo<typeof makeFeedAddressRoute> = async ({ body }, asking) =>
  makeAddress(asking, await scopeOf(asking, body))

async function scopeOf({ garden }: Asker, names: FeedScopeQuery): Promise<AddressScope> {
  const landscape = await readLandscapeAt(garden, undefined)
  return there(garden, () => scopeIn(landscape, names))
}

export const answerRevokeFeedAddress: AnswerTo<typeof revokeFeedAddressRoute> = ({ body }, asking) =>
  revokeAddress(asking, body.id)

/** The user who asks for addresses, and where they reach this program. */
export interface AddressContext extends Asker {
  readonly origin: string
  readonly addresses?: SignedAddressStore | NoAddressesReason
}

/** What is asked for, by the names that the garden has for it. Throws where the user does not see it. */
export function scopeIn(landscape: Landscape, { kind, namespace, name }: FeedScopeQuery): AddressScope {
  if ((kind === 'Shoot') !== (namespace !== undefined)) {
    throw new InvalidQuery([{ field: 'namespace', reason: 'belongs to a Shoot, and to nothing else' }])
  }
  if (namespace !== undefined) {
    const shoot = landscape.roster.members.at(findShoot(landscape, namespace, name))?.shoot
    if (shoot === undefined) throw new RangeError(name)
    return { kind, namespace: shoot.namespace, name: shoot.name }
  }
  const project = findProject(landscape, name)
  return { kind, namespace: project.namespace, name: project.name }
}

/** The addresses of a scope that the user may revoke. */
export async function addressesView(context: AddressContext, scope: AddressScope): Promise<FeedAddressesAnswer> {
  const { addresses = theAddresses(), user } = context
  if (isOff(addresses)) return { isNeeded: addresses.isNeeded, off: addresses.reason, addresses: [] }
  const all = await addresses.of(scope)
  const mayAll = await mayEdit(context, scope)
  const mine = all.filter(({ by }) => mayAll || by === user?.name)
  return { isNeeded: true, off: null, addresses: mine.map((one) => addressBody(context, addresses, one)) }
}

/** A user who sees something may have an address of it. */
export async function makeAddress(context: AddressContext, scope: AddressScope): Promise<FeedAddress> {
  const { addresses = theAddresses(), user } = context
  if (isOff(addresses)) throw new CodedError('forbidden', addresses.reason)
  if (user === null) throw new CodedError('forbidden', 'Only somebody who is signed in may make one.')
  return addressBody(context, addresses, await addresses.make(scope, user.name))
}

/** Revokes an address. Its maker may do so, and users who may edit the clusters that it shows; others are told that it does not exist. */
export async function revokeAddress(context: AddressContext, id: string): Promise<{ readonly id: string }> {
  const { addresses = theAddresses(), user } = context
  const missing = () => new NotFound('The address', [], 'what you may revoke')
  if (isOff(addresses) || user === null) throw missing()
  const address = await addresses.get(id)
  if (address === null) throw missing()
  if (address.by !== user.name && !(await mayEdit(context, address.scope))) throw missing()
  await addresses.revoke(id, user.name)
  return { id }
}

async function mayEdit(
  { garden, identity }: AddressContext,
  { kind, namespace, name }: AddressScope,
): Promise<boolean> {
  const action = { verb: 'patch', kind: 'Shoot', namespace, ...(kind === 'Shoot' && { name }) } as const
  const [may = false] = (await garden.may?.(identity, [action])) ?? []
  return may
}

function addressBody(
  { user, origin }: AddressContext,
  addresses: SignedAddressStore,
  address: SignedAddress,
): FeedAddress {
  const { id, scope, by, at } = address
  const shown: FeedScope =
    scope.kind === 'Project'
      ? { kind: scope.kind, name: scope.name }
      : { kind: scope.kind, namespace: scope.namespace, name: scope.name }
  const path = Object.values(shown).slice(1).map(encodeURIComponent).join('/')
  const key = by === user?.name ? addresses.keyOf(address) : null
  const api = `${origin}/api`
  return {
    id,
    scope: shown,
    by,
    at: onWire(at),
    feed: key && `${api}/feeds/${scope.kind === 'Project' ? 'projects' : 'shoots'}/${path}.ics?key=${key}`,
    badge: key && scope.kind === 'Shoot' ? `${api}/badges/shoots/${path}.svg?key=${key}` : null,
  }
}
