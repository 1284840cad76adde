import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Where to listen: PORT (3000) on HOST (this machine only, unless HOST says otherwise).
 * @param {Record<string, string | undefined>} env
 * @returns {{ host: string, port: number, url: string, loopback: boolean }}
 * @throws when PORT is no port
 */
export function chooseAddress(env) {
  const port = readPort('PORT', env.PORT || '3000')
  const host = env.HOST?.trim() || '127.0.0.1'
  const loopback = isLoopback(host)
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return { host, port, url: `http://${shown}:${port}`, loopback }
}

/**
 * METRICS_PORT: where else to listen, for those who watch; undefined for nowhere.
 * @param {Record<string, string | undefined>} env
 * @param {number} port where readers are answered
 * @throws when it is no port, or the readers' own
 */
export function chooseMetricsPort(env, port) {
  const value = env.METRICS_PORT?.trim() ?? ''
  if (value === '') return undefined
  const chosen = readPort('METRICS_PORT', value)
  if (chosen === port) throw new Error(`METRICS_PORT=${value} is the port of the pages. Give another, or leave it out.`)
  return chosen
}

/**
 * @param {string} name of the variable
 * @param {string} value
 */
function readPort(name, value) {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port
  throw new Error(`${name}=${value} is not a port. Give a number from 1 to 65535.`)
}

/**
 * @param {string} host
 */
function isLoopback(host) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Listens for a moment, to tell a taken port before anything is built.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<void>}
 * @throws with what to do about it
 */
export async function assertFree(host, port) {
  const code = await listenOnce(host, port)
  if (code === undefined) return
  if (code === 'EADDRINUSE') {
    throw new Error(
      `Port ${port} is taken. Stop the program that listens there, or take another: PORT=${port + 1} npm start`,
    )
  }
  if (code === 'EACCES') throw new Error(`You may not listen on port ${port}. Take one above 1023: PORT=3000 npm start`)
  throw new Error(`Cannot listen on ${host}, port ${port} (${code}). Check HOST and PORT.`)
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} the error's code
 */
function listenOnce(host, port) {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)))
  })
}

/** Ports that no system hands out by itself: one that it does may be another program's before the one that asked listens there. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767]

/**
 * A port of this machine on which no program listens, for one that soon will.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tried = 0; tried < 100; tried++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if ((await listenOnce('127.0.0.1', port)) === undefined) return port
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} was free.`)
}
