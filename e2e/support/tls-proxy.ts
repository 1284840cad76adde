import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from './certificate'

/** Browsers know without asking a server that names below localhost are this machine. */
const NAME = 'almanac.localhost'

export interface TlsProxy {
  /** `https://almanac.localhost:PORT` */
  readonly url: string
  readonly stop: () => Promise<void>
}

interface Options {
  /** The address of this machine that it asks from. */
  readonly from?: string
  /** The token of the user that it has signed in: sent in place of the one in the request. Null: there is none. */
  readonly tokenOf?: () => string | null
}

/**
 * What stands in front of Almanac where others use it: takes connections by TLS, and passes requests on with the path that they have.
 * It asks by the address of `target`, and says in X-Forwarded headers what it was asked itself.
 */
export async function startTlsProxy(target: string, { from, tokenOf }: Options = {}): Promise<TlsProxy> {
  const { host, hostname, port } = new URL(target)
  const server = https.createServer(selfSigned([NAME]), (asked, answered) => {
    const { authorization, ...sent } = asked.headers
    const token = tokenOf === undefined ? authorization : tokenOf() && `Bearer ${tokenOf()}`
    const headers = {
      ...sent,
      ...(token && { authorization: token }),
      host,
      'x-forwarded-for': asked.socket.remoteAddress,
      'x-forwarded-host': asked.headers.host,
      'x-forwarded-proto': 'https',
    }
    const how = { hostname, port, localAddress: from, method: asked.method, path: asked.url, headers }
    const passed = http.request(how, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(answered)
    })
    passed.on('error', () => answered.destroy())
    answered.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { url: `https://${NAME}:${(server.address() as AddressInfo).port}`, stop }
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a program that is no browser is told; it may say what it likes of itself. */
export async function ask(address: string, { method = 'GET', headers = {}, body = '' }: AskOptions = {}) {
  const { protocol, host, port, pathname, search } = new URL(address)
  const how = { host: '127.0.0.1', port, method, path: pathname + search, headers: { host, ...headers } }
  const asked = protocol === 'https:' ? https.request({ ...how, rejectUnauthorized: false }) : http.request(how)
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}
