import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A Gardener API object, as far as this server looks at it. */
export interface GardenObject {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
  }
}

/** By the token that lets them in: the namespaces whose clusters they see. Everybody may read CloudProfiles. */
export const IDENTITIES = { operator: 'all', member: 'one', nobody: 'none' } as const
export type IdentityName = keyof typeof IDENTITIES

/** The token of Almanac itself. */
export const PROCESS_TOKEN = 'almanac'

interface Review {
  readonly kind: string
  readonly spec?: {
    readonly resourceAttributes?: {
      readonly verb: string
      readonly resource: string
      readonly namespace?: string
      readonly name?: string
    }
  }
}

/**
 * Serves the objects of a file as a Gardener API does, so that different people may see different parts of them: lists, watches
 * in which nothing happens, and reviews of who somebody is and what they may. It takes no writes.
 * @returns its address and how to end it
 */
export async function serveGarden(objects: readonly GardenObject[]) {
  const stored = objects.map((object, index) => {
    const { name, namespace = '' } = object.metadata
    // What an API server gives to each object; the same in each run.
    return {
      ...object,
      metadata: { uid: `${object.kind}-${namespace}-${name}`, resourceVersion: String(index + 1), ...object.metadata },
    }
  })
  const shown = stored.find(({ kind }) => kind === 'Shoot')?.metadata.namespace
  const watchers = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const url = new URL(request.url ?? '/', 'http://garden')
    const tell = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (!(token in IDENTITIES) && token !== PROCESS_TOKEN) return tell(401, refusal(401, 'Unauthorized'))
    const namespaces = token === PROCESS_TOKEN ? 'all' : IDENTITIES[token as IdentityName]
    if (request.method === 'POST') {
      const review = (await json(request)) as Review
      return tell(201, { ...review, status: judge(review, token, namespaces, shown) })
    }
    const found = /\/v1beta1\/(?:namespaces\/([^/]+)\/)?([a-z]+)(?:\/([^/]+))?$/.exec(url.pathname)
    if (request.method !== 'GET' || found === null) return tell(404, refusal(404, 'the server could not find it'))
    const [, namespace, plural, name] = found
    if (url.searchParams.has('watch')) {
      watchers.add(response.on('close', () => watchers.delete(response)))
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.flushHeaders()
    }
    const items = stored.filter(
      ({ kind, metadata }) =>
        `${kind.toLowerCase()}s` === plural &&
        (namespace === undefined || metadata.namespace === namespace) &&
        (name === undefined || metadata.name === name),
    )
    if (name === undefined) return tell(200, { metadata: { resourceVersion: String(stored.length) }, items })
    const [one] = items
    return one === undefined ? tell(404, refusal(404, `${plural} "${name}" not found`)) : tell(200, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refusal(code: number, message: string) {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message }
}

function judge({ kind, spec }: Review, token: string, namespaces: string, shown: string | undefined): object {
  if (kind === 'SelfSubjectReview') return { userInfo: { username: `${token}@example.com`, groups: [] } }
  const { verb, resource, namespace, name } = spec?.resourceAttributes ?? { verb: '', resource: '' }
  if (namespaces === 'all') return { allowed: true }
  const isReading = verb === 'get' || verb === 'list' || verb === 'watch'
  if (resource === 'cloudprofiles') return { allowed: isReading }
  if (namespaces !== 'one' || shown === undefined) return { allowed: false }
  const isTheirs = resource === 'projects' ? shown === `garden-${name}` : namespace === shown
  return { allowed: isReading && isTheirs }
}
