import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http'
import { type RequestOptions, request as secure } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ApiError } from './failure'

export interface HttpQuestion {
  readonly url: URL
  /** Method, headers, and what `KubeConfig` says about TLS, credentials and proxies. */
  readonly options: RequestOptions
  readonly body?: string
  /** Milliseconds without a byte, connecting included, after which the connection is given up. */
  readonly silence: number
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Unpacked. Must be read to its end or be left with `break`, else the connection stays open. Read it once. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Asks once. Rejects, or lets the body throw, when the connection breaks, is silent, or the signal aborts. */
export function ask({ url, options, body, silence, signal }: HttpQuestion): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.protocol === 'http:' ? plain : secure)(url, { ...options, signal })
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
export async function textOf(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) throw new ApiError({ kind: 'unusable', message: `sent more than ${most} bytes at once` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
