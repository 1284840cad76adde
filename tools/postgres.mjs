import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './address.mjs'
import { installPackages } from './debian.mjs'
import { onPath } from './root.mjs'

/** How long a server may take to start, in ms. */
const PATIENCE = 60_000

/** The packages of Debian: the server of the distribution. It would also start one for all users, which no test needs. */
const packages = ['postgresql']

/**
 * The folder with the programs of a PostgreSQL server: of the system, or on the path.
 * @returns {string | null} null: there is none
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...onPath('')]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}

/**
 * Installs PostgreSQL for the tests where that can be done without asking. Elsewhere they are skipped.
 * @returns {boolean} whether it is there
 */
export function ensurePostgres() {
  if (findPostgres() === null) installPackages(packages)
  return findPostgres() !== null
}

/**
 * A server of its own, empty, on a free port of this machine, which all its users may use; it is flushed to the disk as in production.
 * @param {string} bin the folder that `findPostgres` found
 */
export async function startPostgres(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-postgres-'))
  const data = join(folder, 'data')
  // It refuses to run as root.
  /** @type {{ uid?: number, gid?: number }} */
  const who = process.getuid?.() === 0 ? unprivileged() : {}
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid)
  const made = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username=almanac', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...who, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  const port = await freePort()
  let server = await run()

  /** Resolves once it accepts connections. One that was killed may leave processes behind that are still ending. */
  async function run() {
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'shared_buffers=16MB']
    const until = Date.now() + PATIENCE
    for (;;) {
      const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
        ...who,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      const isReady = await new Promise((done) => {
        child.stderr.setEncoding('utf8').on('data', (text) => {
          said += text
          if (said.includes('database system is ready to accept connections')) done(true)
        })
        child.once('error', () => done(false))
        child.once('exit', () => done(false))
      })
      if (isReady) return child
      if (Date.now() > until) throw new Error(`PostgreSQL did not start: ${said}`)
      await sleep(200)
    }
  }

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((done) => server.once('exit', done))
    server.kill(signal)
    await ended
  }

  const last = () => void server.kill('SIGKILL')
  process.once('exit', last)
  return {
    /** @param {string} [database] */
    url: (database = 'postgres') => `postgres://almanac@127.0.0.1:${port}/${database}`,
    /**
     * As a power cut would, as far as processes go. What serves a connection is a process of its own, which otherwise would finish what
     * it is asked before it misses the one that is killed.
     */
    kill: () => {
      server.kill('SIGSTOP')
      spawnSync('pkill', ['-KILL', '-P', String(server.pid)])
      return end('SIGKILL')
    },
    /** Ends it as an operator would; connections are closed. */
    halt: () => end('SIGINT'),
    start: async () => {
      server = await run()
    },
    stop: async () => {
      process.off('exit', last)
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The account that Debian makes for it, else one that may do nothing. */
function unprivileged() {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((what) => spawnSync('id', [what, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody.')
}
