import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** What was asked. */
export interface ReceivedRequest {
  readonly method: string
  readonly plural: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly type: string | undefined
  /** The token behind `Bearer`; empty: there is none. */
  readonly token: string
  readonly body: string
}

/** A status with a body; `hang`: nothing, for ever; `break`: the connection breaks; `watch`: a stream that stays open. */
export type FakeResponse =
  | { readonly status: number; readonly body: object | string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'break'
  | 'watch'

/** What is told instead of the usual; undefined: the usual. */
export type Script = (asked: ReceivedRequest) => FakeResponse | undefined

/** The fields of an object that are looked at. */
interface Stored {
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** An API server that says what no real one can be made to say on demand. Usually: what was set, and watches that are quiet. */
export class FakeApi {
  readonly asked: ReceivedRequest[] = []
  private readonly watches = new Map<string, Set<ServerResponse>>()
  private readonly lists = new Map<string, { items: readonly Stored[]; resourceVersion: string }>()
  script: Script = () => undefined

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response))
  }

  static async start(): Promise<FakeApi> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FakeApi(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  set<T extends Stored>(plural: string, resourceVersion: string, ...items: readonly T[]): void {
    this.lists.set(plural, { items, resourceVersion })
  }

  /** Sends an event to all clients that watch the resource, as text if it is text. */
  send(plural: string, event: object | string): void {
    const line = typeof event === 'string' ? event : `${JSON.stringify(event)}\n`
    for (const response of this.watches.get(plural) ?? []) response.write(line)
  }

  /** Ends the watches of a resource, in good order or not. */
  end(plural: string, how: 'in order' | 'broken'): void {
    for (const response of this.watches.get(plural) ?? []) {
      if (how === 'in order') response.end()
      else response.destroy()
    }
  }

  /** How many clients watch the resource now. */
  watching(plural: string): number {
    return this.watches.get(plural)?.size ?? 0
  }

  /** What was asked of a resource, as `list` or `watch FROM`. */
  history(plural: string): string[] {
    return this.asked
      .filter((one) => one.plural === plural && one.method === 'GET')
      .map(({ query }) => (query.watch === undefined ? 'list' : `watch ${query.resourceVersion}`))
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const plural = /\/v1beta1\/(?:namespaces\/[^/]+\/)?([^/]+)/.exec(url.pathname)?.[1] ?? ''
    const asked: ReceivedRequest = {
      method: request.method ?? '',
      plural,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      type: request.headers['content-type'],
      token: request.headers.authorization?.replace('Bearer ', '') ?? '',
      body: await text(request),
    }
    this.asked.push(asked)
    const told = this.script(asked) ?? this.usual(asked)
    if (told === 'hang') return
    if (told === 'break') response.destroy()
    else if (told === 'watch') this.open(plural, response)
    else {
      const isText = typeof told.body === 'string'
      response.writeHead(told.status, { 'content-type': isText ? 'text/plain' : 'application/json', ...told.headers })
      response.end(isText ? told.body : JSON.stringify(told.body))
    }
  }

  private usual({ plural, path, query }: ReceivedRequest): FakeResponse {
    if (query.watch !== undefined) return 'watch'
    const { items, resourceVersion } = this.lists.get(plural) ?? { items: [], resourceVersion: '10' }
    const [, namespace, name] = /\/v1beta1\/(?:namespaces\/([^/]+)\/)?[^/]+\/([^/]+)$/.exec(path) ?? []
    if (name !== undefined) {
      const one = items.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace)
      return one === undefined ? refusal(404, `${plural} "${name}" not found`) : { status: 200, body: one }
    }
    return { status: 200, body: { metadata: { resourceVersion }, items } }
  }

  private open(plural: string, response: ServerResponse): void {
    const all = this.watches.get(plural) ?? new Set()
    this.watches.set(plural, all.add(response))
    response.on('close', () => all.delete(response))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.flushHeaders()
  }
}

/** A refusal as Kubernetes writes it. */
export function refusal(code: number, message: string, details: object = {}): FakeResponse {
  return { status: code, body: { kind: 'Status', status: 'Failure', code, message, details } }
}

/** Whom a kubeconfig of `writeKubeconfig` signs in. */
const KUBECONFIG_TOKEN = 'secret'

/** Writes a kubeconfig that leads to it into a folder, and tells its path. `context`: more that its context names. */
export async function writeKubeconfig(api: FakeApi, folder: string, context: object = {}): Promise<string> {
  const path = join(folder, 'config')
  const config = {
    clusters: [{ name: 'c', cluster: { server: api.url } }],
    users: [{ name: 'u', user: { token: KUBECONFIG_TOKEN } }],
    contexts: [{ name: 'fake', context: { cluster: 'c', user: 'u', ...context } }],
    'current-context': 'fake',
  }
  await writeFile(path, JSON.stringify(config))
  return path
}
