import { maxHeaderSize, STATUS_CODES } from 'node:http'

/**
 * What is refused before the program sees it, as Next or Node would fail at it, or answer it with no word and without the headers that
 * every answer has.
 *
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 */

/** Files of the build are read; Next fails at any other method. */
const FILES = '/_next/static/'

/** What Node refuses by itself, by the code of its error. */
const UNREAD = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, code: 'too-large', message: `The address and the headers have more than ${maxHeaderSize} bytes.` },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    { status: 413, code: 'too-large', message: 'What stands beside the parts of the body is too long.' },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: 408, code: 'invalid', message: 'The request did not come to its end in time.' },
  ],
])
const NO_HTTP = { status: 400, code: 'invalid', message: 'This is no request of HTTP.' }

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} basePath
 * @returns {boolean} whether it is refused
 */
export function refusesUnfit(request, response, basePath) {
  const { method = '', url = '' } = request
  const path = pathOf(request)
  const allow = allowed(method, path, basePath)
  if (allow !== undefined) {
    response.setHeader('allow', allow)
    refuse(response, 405, 'method-not-allowed', `This is not asked with ${method}.`)
    return true
  }
  const wrong = unreadable(request, url, path)
  if (wrong === undefined) return false
  refuse(response, 400, 'invalid', wrong)
  return true
}

/**
 * @param {string} method
 * @param {string} path
 * @param {string} basePath
 * @returns {string | undefined} with what it is asked instead; undefined: the program decides
 */
function allowed(method, path, basePath) {
  if (method === 'TRACE' || method === 'TRACK') return 'GET, HEAD, POST'
  const isFile = path.startsWith(basePath + FILES)
  return isFile && method !== 'GET' && method !== 'HEAD' ? 'GET, HEAD' : undefined
}

/**
 * @param {Request} request
 * @param {string} url
 * @param {string} path
 * @returns {string | undefined} why
 */
function unreadable({ headers, rawHeaders, httpVersion }, url, path) {
  if (!url.startsWith('/')) return 'An address here begins with a slash.'
  if (headers.host === undefined && httpVersion !== '1.0') return 'The request does not say which name it asks.'
  // Of two Node takes the first, and a proxy in front may have looked at the second.
  if (rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return 'The request says twice which name it asks.'
  try {
    decodeURIComponent(path)
    return undefined
  } catch {
    return 'The path of this address is no text: what stands after a % in it is no letter of UTF-8.'
  }
}

/**
 * Answers what never becomes a request as all else, by this server.
 * @param {import('node:http').Server} server
 */
export function answerUnread(server) {
  /** @type {WeakMap<import('node:stream').Duplex, Response>} the last answer of a connection */
  const last = new WeakMap()
  server.on('request', ({ socket }, response) => last.set(socket, response))
  server.on('checkExpectation', (request, response) => {
    setSecurityHeaders(response, pathOf(request))
    refuse(response, 417, 'invalid', 'Nothing but 100-continue may be expected.')
  })
  server.on('clientError', (/** @type {NodeJS.ErrnoException} */ error, socket) => {
    const answer = last.get(socket)
    // Into an answer that has begun no other is written.
    const isBegun = answer?.headersSent === true && !answer.writableEnded
    if (!socket.writable || isBegun || error.code === 'ECONNRESET') return socket.destroy()
    const { status, code, message } = UNREAD.get(error.code ?? '') ?? NO_HTTP
    const body = bodyOf(code, message)
    const headers = { ...securityHeaders, ...headersOf, connection: 'close', 'content-length': Buffer.byteLength(body) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () => socket.destroy())
  })
}

const headersOf = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/**
 * Answers in the form of all refusals: ErrorBody in lib/contract.
 * @param {Response} response
 * @param {number} status
 * @param {string} code
 * @param {string} message
 */
export function refuse(response, status, code, message) {
  response.writeHead(status, headersOf)
  response.end(bodyOf(code, message))
}

/**
 * @param {string} code
 * @param {string} message
 */
function bodyOf(code, message) {
  return JSON.stringify({ error: { code, message } })
}

/** @param {Request} request */
export function pathOf({ url = '' }) {
  return url.split('?', 1)[0] ?? ''
}

/** What every answer carries, also a refusal and what fails. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // What is no page runs nothing and loads nothing, whatever is opened as one, as an SVG is; pages have a policy of their own: proxy.ts.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} path below the base path
 */
export function setSecurityHeaders(response, path) {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  // Pages of sibling subdomains show badges, and other landscapes learn that this one knows of landscapes: see lib/http/origin.ts.
  if (/^\/api\/(?:badges|landscapes)\//.test(path)) response.setHeader('cross-origin-resource-policy', 'same-site')
}
