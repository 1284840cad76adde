import { isRecord } from '@/lib/engine/reader'
import { AccessError } from '../errors'
import type { GardenAction, GardenUser, Identity } from '../garden'
import { gardenApiGroup } from '../read-object'
import type { Connection, RequestPatience } from './connection'
import { failureOf } from './failure'
import { pluralOf } from './resources'

/** How many reviews are asked at the same time. */
const atOnce = 8

/** Whom the API server takes a user for, as its audit log does. Rejects with an `AccessError`. */
export async function userOf(connection: Connection, identity: Identity, asking: RequestPatience): Promise<GardenUser> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const status = await statusOf(connection, identity, review, asking)
  const user = isRecord(status.userInfo) ? status.userInfo : {}
  const { username, groups } = user
  if (typeof username !== 'string' || username === '') throw new AccessError('away', 'The API server names no user.')
  return { name: username, groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [] }
}

/** Whether they may do each of these, by a SelfSubjectAccessReview each. Rejects with an `AccessError`. */
export async function mayDo(
  connection: Connection,
  identity: Identity,
  actions: readonly GardenAction[],
  asking: RequestPatience,
): Promise<readonly boolean[]> {
  const answers: boolean[] = []
  for (let begin = 0; begin < actions.length; begin += atOnce) {
    const some = actions.slice(begin, begin + atOnce)
    answers.push(...(await Promise.all(some.map((action) => mayOne(connection, identity, action, asking)))))
  }
  return answers
}

async function mayOne(
  connection: Connection,
  identity: Identity,
  action: GardenAction,
  asking: RequestPatience,
): Promise<boolean> {
  const { verb, kind, namespace, name } = action
  const resourceAttributes = {
    verb,
    group: gardenApiGroup,
    resource: pluralOf(kind),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  }
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  }
  const status = await statusOf(connection, identity, review, asking)
  return status.allowed === true && status.denied !== true
}

interface AccessReview {
  readonly apiVersion: string
  readonly kind: string
}

async function statusOf(
  connection: Connection,
  identity: Identity,
  review: AccessReview,
  asking: RequestPatience,
): Promise<Record<string, unknown>> {
  try {
    const answer = await connection.json(identity, {
      method: 'POST',
      path: `/apis/${review.apiVersion}/${review.kind.toLowerCase()}s`,
      body: { type: 'application/json', text: JSON.stringify(review) },
      ...asking,
    })
    return isRecord(answer) && isRecord(answer.status) ? answer.status : {}
  } catch (error) {
    const { kind, message, said } = failureOf(error)
    if (kind === 'credentials') throw new AccessError('refused', said ?? `The API server ${message}.`)
    throw new AccessError('away', `The API server ${message}.`)
  }
}
