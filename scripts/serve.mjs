import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { next, root } from './root.mjs'

/** How long open requests and idle connections of browsers may keep us from ending, in ms. */
const PATIENCE = 2000

/**
 * How long an idle connection stays open, in ms: longer than browsers' and usual proxies' own minute, so that none of them sends a
 * request into a connection that is just being closed.
 */
const KEEP_ALIVE = 75_000

/**
 * Becomes the server: runs the command line of Next in this very process, so that a signal reaches it without detour
 * and nothing is left behind when we are killed. Next ends the process.
 * @param {'start' | 'dev'} mode
 * @param {{ host: string, port: number }} address
 * @param {Record<string, string>} env added to ours
 * @returns {Promise<void>} resolves once the port accepts connections
 */
export async function serve(mode, { host, port }, env) {
  Object.assign(process.env, env, {
    HOST: host,
    NODE_ENV: mode === 'dev' ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave)
  process.chdir(root)
  process.argv = [process.execPath, next, mode, '-H', host, '-p', String(port)]
  if (mode === 'start') process.argv.push('--keepAliveTimeout', String(KEEP_ALIVE))
  await import(pathToFileURL(next).href)
  await answers(host, port)
}

let leaving = false

/**
 * Whoever asks us to end gets the exit code 0. Next closes the server meanwhile, and has until the timer; who asks a second
 * time does not want to wait.
 */
function leave() {
  if (leaving) process.exit()
  leaving = true
  process.once('exit', () => {
    process.exitCode = 0
  })
  setTimeout(() => process.exit(), PATIENCE).unref()
}

/**
 * @param {string} host
 * @param {number} port
 */
async function answers(host, port) {
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  while (!(await accepts(target, port))) await sleep(50)
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function accepts(host, port) {
  return new Promise((done) => {
    const socket = connect(port, host)
    socket.once('connect', () => socket.end(() => done(true)))
    socket.once('error', () => done(false))
  })
}
