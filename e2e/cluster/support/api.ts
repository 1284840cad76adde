import { existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

/** An object of the API, as far as tests look into it. */
export interface KubeObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly resourceVersion?: string
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

export interface ApiAnswer {
  readonly status: number
  readonly body: string
}

/** A list is a JSON patch, an object is to be merged, a text to be applied on the server. */
function patchType(patch: object | string | undefined): string {
  if (typeof patch === 'string') return 'application/apply-patch+yaml'
  return Array.isArray(patch) ? 'application/json-patch+json' : 'application/merge-patch+json'
}

/** Another client of the API server: quick, plain, and with a mind of its own. */
export class Api {
  private agent: Agent | undefined

  constructor(
    private readonly url: string,
    private readonly ca: string,
    private readonly token: string,
  ) {}

  /** The same server, asked as another user. */
  as(token: string): Api {
    return new Api(this.url, this.ca, token)
  }

  /** Patient with a server that has just been started. */
  async ask(method: string, path: string, body?: object | string): Promise<ApiAnswer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.askOnce(method, path, body)
      if (answer.status !== 429 || tries === 20) return answer
      await sleep(250)
    }
  }

  private async askOnce(method: string, path: string, body?: object | string): Promise<ApiAnswer> {
    if (!existsSync(this.ca)) throw new Error('There is no certificate yet.')
    this.agent ??= new Agent({ keepAlive: true, ca: readFileSync(this.ca) })
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const { agent, token } = this
    return new Promise((resolve, reject) => {
      const question = request(`${this.url}${path}`, {
        agent,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(text !== undefined && { 'content-type': method === 'PATCH' ? patchType(body) : 'application/json' }),
        },
      })
      question.on('error', (error) => {
        // The certificate may have been read while it was being written.
        this.agent = undefined
        reject(error)
      })
      question.on('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        )
      })
      question.end(text)
    })
  }

  /** The object that comes back. @throws when the server refuses */
  async object(method: string, path: string, body?: object | string): Promise<KubeObject> {
    const answer = await this.ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 500)}`)
    return JSON.parse(answer.body)
  }

  async list(path: string): Promise<readonly KubeObject[]> {
    const answer = await this.ask('GET', path)
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.body.slice(0, 500)}`)
    return JSON.parse(answer.body).items
  }
}

const core = '/apis/core.gardener.cloud/v1beta1'

/** Where the objects of a kind are, or one of them. */
export const paths = {
  cloudProfile: (name: string) => `${core}/cloudprofiles/${name}`,
  project: (name: string) => `${core}/projects/${name}`,
  shoot: (namespace: string, name: string) => `${core}/namespaces/${namespace}/shoots/${name}`,
  /** All of a namespace. */
  shoots: (namespace: string) => `${core}/namespaces/${namespace}/shoots`,
  /** Events of all that is in a namespace. */
  events: (namespace: string) => `/api/v1/namespaces/${namespace}/events`,
  all: (plural: string) => `${core}/${plural}`,
  of: ({ kind, metadata: { namespace } }: KubeObject) =>
    `${core}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${kind?.toLowerCase()}s`,
}
