import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { KubeConfig } from '@kubernetes/client-node'
import type { Json } from '@/lib/engine/json'
import { doneWithin } from '@/lib/process/done-within'
import type { Identity } from '../garden'
import { ApiError, failureOfAnswer, oneLine } from './failure'
import { type ClusterAccess, findAccess } from './kubeconfig'

/** How long is waited for an answer. */
export interface RequestPatience {
  /** Milliseconds without a byte, connecting included, after which to give up. */
  readonly silence: number
  readonly signal: AbortSignal
}

export interface ApiRequest extends RequestPatience {
  readonly method: 'GET' | 'PATCH' | 'POST'
  /** Below the server's address, e.g. `/apis/core.gardener.cloud/v1beta1/shoots`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: { readonly type: string; readonly text: string }
}

/** What `KubeConfig` made of the credentials, and until when that is used. */
interface PreparedCredentials {
  readonly options: Promise<RequestOptions>
  until: number
}

/** Credentials are looked up anew after so many milliseconds: tokens are replaced, plugins hand out others. */
const kept = 10_000
/** How long a credential plugin may take, in milliseconds. */
const pluginPatience = 60_000
/** The largest refusal, and the largest of any answer that is not a page of a list, in bytes. */
const longestRefusal = 1024 * 1024
const largestAnswer = 16 * 1024 * 1024

/**
 * The way to the API server. Kubeconfig, certificates and token files are read again when they change, and after a 401; the
 * context stays the one that was current in the beginning, as another one may be another landscape.
 */
export class Connection {
  private access: ClusterAccess
  private stamp: string
  /** The prepared credentials by kind of identity; those of a user hold no token, as it comes with each question. */
  private readonly prepared: Partial<Record<Identity['kind'], PreparedCredentials>> = {}
  private config: Promise<KubeConfig> | undefined

  /** Throws a `GardenSettingError` when there is no usable kubeconfig. */
  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {
    this.access = findAccess(env)
    this.stamp = stampOf(this.access.files)
  }

  /** Host of the API server, and the context. */
  get label(): string {
    return `${new URL(this.access.server).host} (${this.access.context})`
  }

  get server(): string {
    return this.access.server
  }

  get namespace(): string | undefined {
    return this.access.namespace
  }

  /** Differs after a file changed that credentials come from. */
  filesStamp(): string {
    return stampOf(this.access.files)
  }

  /**
   * Asks once, as `identity`. Resolves with an answer of success; throws an `ApiError` for a refusal, whatever broke for a
   * connection that did.
   */
  async ask(identity: Identity, question: ApiRequest): Promise<HttpAnswer> {
    const { server } = this.access
    const prepared = this.credentials(identity.kind)
    const options = await prepared.options
    const token = await this.tokenOf(identity)
    const { method, path, query, body, silence, signal } = question
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const answer = await ask({
      url: new URL(`${server}${path}${search}`),
      options: {
        ...options,
        method,
        headers: {
          ...options.headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          accept: 'application/json',
          'user-agent': 'almanac',
          ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
          // A watch is read event by event: packing would hold events back.
          'accept-encoding': query?.watch === undefined ? 'gzip' : 'identity',
        },
      },
      ...(body && { body: body.text }),
      silence,
      signal,
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    const text = await textOf(answer.body, longestRefusal)
    if (answer.status === 401) this.forget(identity.kind, prepared)
    throw new ApiError(failureOfAnswer(answer.status, text, answer.headers['retry-after']))
  }

  /** The whole answer, which is JSON. Throws an `ApiError` also where it is none, or longer than `most` bytes. */
  async json(identity: Identity, question: ApiRequest, most = largestAnswer): Promise<Json> {
    const { body } = await this.ask(identity, question)
    const text = await textOf(body, most)
    try {
      return JSON.parse(text)
    } catch {
      throw new ApiError({ kind: 'unusable', message: 'answers something that is no JSON' })
    }
  }

  private async tokenOf(identity: Identity): Promise<string | undefined> {
    if (identity.kind === 'user') return identity.token
    const { tokenFile } = this.access
    return tokenFile === undefined ? undefined : readToken(tokenFile)
  }

  /** Other credentials are looked for with the next question; those that another question brought meanwhile are kept. */
  private forget(kind: Identity['kind'], prepared: PreparedCredentials): void {
    if (this.prepared[kind] !== prepared) return
    delete this.prepared[kind]
    if (kind === 'process') this.config = undefined
  }

  /** One look for all that ask at the same time. */
  private credentials(kind: Identity['kind']): PreparedCredentials {
    const known = this.prepared[kind]
    if (known !== undefined && performance.now() < known.until) return known
    const prepared: PreparedCredentials = { options: this.prepare(kind), until: performance.now() + 2 * pluginPatience }
    this.prepared[kind] = prepared
    prepared.options.then(
      () => {
        prepared.until = performance.now() + kept
      },
      () => this.forget(kind, prepared),
    )
    return prepared
  }

  private async prepare(kind: Identity['kind']): Promise<RequestOptions> {
    try {
      this.reread()
      const options: RequestOptions = {}
      await withinPatience((await this.configFor(kind)).applyToHTTPSOptions(options))
      return options
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      throw new ApiError({ kind: 'credentials', message: `has no credentials for: ${oneLine(words)}` })
    }
  }

  private configFor(kind: Identity['kind']): Promise<KubeConfig> {
    if (kind === 'user') return loadConfig(this.access.bareKubeconfig)
    this.config ??= loadConfig(this.access.kubeconfig)
    return this.config
  }

  private reread(): void {
    const stamp = stampOf(this.access.files)
    if (stamp === this.stamp && this.config !== undefined) return
    this.access = findAccess(this.env, this.access.context === 'in-cluster' ? undefined : this.access.context)
    this.stamp = stampOf(this.access.files)
    this.config = undefined
  }
}

/** Loaded only where it is needed: the client brings a class for every kind of Kubernetes. */
async function loadConfig(kubeconfig: string): Promise<KubeConfig> {
  const { KubeConfig } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  config.loadFromString(kubeconfig)
  return config
}

/** A plugin that waits for a user to type something would wait for ever. */
async function withinPatience<T>(work: Promise<T>): Promise<T> {
  if (await doneWithin(work, pluginPatience)) return work
  throw new Error('the credential plugin does not end')
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw new ApiError({ kind: 'credentials', message: 'no credentials: the token file cannot be read' })
  }
}

function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats === undefined ? '-' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
    })
    .join(', ')
}

export interface HttpQuestion extends RequestPatience {
  readonly url: URL
  /** Method, headers, and what `KubeConfig` says about TLS, credentials and proxies. */
  readonly options: RequestOptions
  readonly body?: string
}

interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Unpacked. Must be read to its end or be left with `break`, else the connection stays open. Read it once. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Asks once. Rejects, or lets the body throw, when the connection breaks, is silent, or the signal aborts. */
function ask({ url, options, body, silence, signal }: HttpQuestion): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.protocol === 'http:' ? http : https).request(url, { ...options, signal })
    let response: IncomingMessage | undefined
    const timer = setTimeout(() => {
      // The body throws what its stream is destroyed with; a request whose answer has begun would hide it.
      const error = new ApiError({ kind: 'silent', message: `said nothing for ${Math.round(silence / 1000)} s` })
      if (response === undefined) request.destroy(error)
      else response.destroy(error)
    }, silence)
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.on('response', (answer) => {
      response = answer
      timer.refresh()
      const heard = listened(answer, timer)
      const packed = answer.headers['content-encoding'] === 'gzip'
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: packed ? unpacked(heard) : heard })
    })
    request.end(body)
  })
}

async function* listened(response: IncomingMessage, timer: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) {
      timer.refresh()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
    response.destroy()
  }
}

function unpacked(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // An error of the source destroys the result, whose reader throws it.
  return pipeline(Readable.from(packed, { objectMode: false }), createGunzip(), () => {})
}

/** The whole body as text. Throws an `ApiError` when it is longer than `most` bytes. */
async function textOf(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) throw new ApiError({ kind: 'unusable', message: `sent more than ${most} bytes at once` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
