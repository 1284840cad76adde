import { readFileSync } from 'node:fs'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf, markPeer } from './peers.mjs'
import { answerUnread, pathOf, refuse, refusesUnfit, setSecurityHeaders } from './refusals.mjs'
import { root } from './root.mjs'

/**
 * Asked to end, a server that others use can still be reached for so long, in ms: who sends readers here needs a moment to learn
 * that it is no longer ready.
 */
const NOTICE = 3000

/** How long requests that are being answered may keep us from ending, in ms. */
const PATIENCE = 10_000

/**
 * How long an idle connection stays open, in ms: longer than browsers' and usual proxies' own minute, so that none of them sends a
 * request into a connection that is just being closed.
 */
const KEEP_ALIVE = 75_000

/** What tells how the process is; no proxy in front needs to be trusted for that. */
const PROBES = ['/healthz', '/readyz']

/** All that METRICS_PORT answers. */
const WATCHED = ['/metrics', ...PROBES]

/**
 * Next takes what would be another protocol from its server, which only development has need of, and otherwise leaves such connections
 * open for as long as clients like. From one that never listens it takes none: who offers HTTP/2 too is answered in HTTP/1.1.
 */
const NO_UPGRADES = createServer()

/** What the program itself has to finish, as it says in `lib/landscape/history.ts`: functions in a list. */
const ENDING = Symbol.for('almanac.ending')

/** What the program itself calls once its settings are known to be right: see `lib/questions/begin-process.ts`. */
const BEGUN = Symbol.for('almanac.begun')

/**
 * @typedef {object} Front
 * @property {string} host
 * @property {number} port
 * @property {boolean} loopback whether only this machine reaches it
 * @property {string} basePath below which everything is served, but at metricsPort
 * @property {number | undefined} metricsPort
 * @property {(address: string | undefined) => boolean} isTrusted whether a peer is one of TRUSTED_PROXIES
 * @property {string} auth AUTH
 * @property {string | undefined} build the folder of what was built; undefined: the one that an image has
 *
 * @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} Handler
 */

/**
 * Becomes the server: Next answers in this very process, so that a signal reaches it without detour and nothing is left behind
 * when we are killed.
 * @param {'start' | 'dev'} mode
 * @param {Front} front
 * @param {Record<string, string>} env added to ours
 * @returns {Promise<void>} resolves once requests are answered
 */
export async function serve(mode, front, env) {
  const { host, port, basePath, metricsPort, isTrusted, auth, build = '.next' } = front
  Object.assign(process.env, env, {
    HOST: host,
    NODE_ENV: mode === 'dev' ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  process.chdir(root)
  if (mode === 'start') tellBuiltConfig(basePath, build)

  let isEnding = false
  /** @type {Handler} */
  let handle
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, requireHostHeader: false }, (request, response) => {
    const { remoteAddress } = request.socket
    const trusted = isTrusted(remoteAddress)
    const path = pathOf(request)
    letCompress(response)
    setSecurityHeaders(response, path.slice(basePath.length))
    if (refusesUnfit(request, response, basePath)) return
    const isProbe = PROBES.some((probe) => path === basePath + probe)
    markPeer(request.headers, trusted, { auth, client: clientOf(remoteAddress, request.headers, isTrusted) })
    if (isEnding) response.setHeader('connection', 'close')
    if (isEnding && path === `${basePath}/readyz`)
      return refuse(response, 503, 'not-ready', 'The server is shutting down.')
    if (auth === 'proxy' && !trusted && !isProbe) {
      return refuse(
        response,
        403,
        'forbidden',
        'People are signed in by a proxy, and this connection is none of its own.',
      )
    }
    return handle(request, response)
  })
  const watched = createServer({ requireHostHeader: false }, (request, response) => {
    const path = pathOf(request)
    setSecurityHeaders(response, path)
    if (refusesUnfit(request, response, '')) return
    markPeer(request.headers, isTrusted(request.socket.remoteAddress), { auth, listener: 'metrics' })
    if (isEnding && path === '/readyz') return refuse(response, 503, 'not-ready', 'The server is shutting down.')
    if (!WATCHED.includes(path))
      return refuse(response, 404, 'not-found', `Only ${WATCHED.join(', ')} are answered here.`)
    request.url = basePath + path
    return handle(request, response)
  })
  for (const one of [server, watched]) answerUnread(one)
  onceAsked(async (signal) => {
    isEnding = true
    if (mode === 'dev') return
    if (signal === 'SIGTERM' && !front.loopback) await sleep(NOTICE)
    const own = /** @type {{ readonly [ENDING]?: readonly (() => Promise<void>)[] }} */ (
      /** @type {unknown} */ (globalThis)
    )
    const ends = own[ENDING] ?? []
    const all = [...[server, watched].map(closed), ...ends.map((end) => end())]
    await Promise.race([Promise.all(all), sleep(PATIENCE)])
  })

  // It is not installed yet when this file is loaded.
  const { default: next } = await import('next')
  const httpServer = mode === 'dev' ? server : NO_UPGRADES
  const app = next({ dev: mode === 'dev', dir: root, hostname: host, port, httpServer, turbopack: true })
  const begun = new Promise((done) => Object.assign(globalThis, { [BEGUN]: done }))
  await app.prepare()
  await begun
  handle = app.getRequestHandler()
  if (mode === 'start') {
    await answerFirst(
      server,
      ['/healthz', auth === 'none' ? '' : '/signin'].map((path) => basePath + path || '/'),
    )
  }
  await listening(server, host, port)
  if (metricsPort !== undefined) await listening(watched, host, metricsPort)
}

/**
 * Tells Next the settings that the build was made with, as its own server for a standalone build does: the file that they are read
 * from is not there in an image.
 * @param {string} basePath
 * @param {string} build the folder
 * @throws when it was built for another path
 */
function tellBuiltConfig(basePath, build) {
  const { config } = JSON.parse(readFileSync(join(root, build, 'required-server-files.json'), 'utf8'))
  if (config.basePath !== basePath) {
    throw new Error(
      `This build serves below ${config.basePath || '/'}, and BASE_PATH is ${basePath || '/'}: the path is fixed with the build.`,
    )
  }
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, distDir: build })
}

/**
 * Next compresses every text, but takes none for one whose content type is a list, as it sets each header of a route: a list of one
 * is set as its value.
 * @param {import('node:http').ServerResponse} response
 */
function letCompress(response) {
  const set = response.setHeader.bind(response)
  response.setHeader = (name, value) => set(name, Array.isArray(value) && value.length === 1 ? value[0] : value)
}

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} port
 * @returns {Promise<void>}
 */
function listening(server, host, port) {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  })
}

/**
 * Takes no more connections, and resolves when those that are there have been answered.
 * @param {import('node:http').Server} server
 * @returns {Promise<void>}
 */
async function closed(server) {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((done) => server.close(done))
  clearInterval(idle)
}

/**
 * Ends the process when it is asked to, with the exit code 0: after `finish`, or at once when it is asked a second time.
 * @param {(signal: NodeJS.Signals) => Promise<void>} finish
 */
function onceAsked(finish) {
  let isAsked = false
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      if (isAsked) process.exit(0)
      isAsked = true
      finish(signal).finally(() => process.exit(0))
    })
  }
  // The terminal was closed. What the program itself closes at its end listens to the others.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGINT'))
}

/** An answer may wait longer for the garden, in ms: the code that it needs was loaded at its beginning. */
const ANSWER_PATIENCE = 500

/**
 * Has a server answer some paths before clients reach it. Code of a page or a route is loaded when it is asked for the first time,
 * which takes long and has no break: later, all others would wait for that.
 * @param {import('node:http').Server} server
 * @param {readonly string[]} paths
 * @returns {Promise<void>} never rejects: what is wrong is told to the next client
 */
export async function answerFirst(server, paths) {
  for (const path of paths) await Promise.race([answered(server, path), sleep(ANSWER_PATIENCE)])
}

/**
 * @param {import('node:http').Server} server
 * @param {string} path
 * @returns {Promise<void>} resolves when it was answered
 */
function answered(server, path) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path, httpVersion: '1.1', headers: { host: 'localhost' } })
  request.push(null)
  const response = new ServerResponse(request)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  // An answer that breaks off is one, too.
  nowhere.on('error', () => {})
  response.assignSocket(/** @type {Socket} */ (/** @type {unknown} */ (nowhere)))
  return new Promise((done) => {
    response.once('finish', done).once('close', done)
    server.emit('request', request, response)
  })
}
