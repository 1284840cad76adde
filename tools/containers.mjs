import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installPackages } from './debian.mjs'

/** The packages of Debian: podman, and what starts its containers on every kernel. */
const packages = ['podman', 'runc']

/** Podman asks for more than a user of a small machine may set. */
const limits = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024']

/**
 * Podman or Docker, installed where that can be done without asking.
 * @returns {{ engine: string[], limits: string[] } | { skipped: string }} how its commands begin, or why there is none
 */
export function ensureEngine() {
  const found = findEngine()
  if (found) return found
  installPackages(packages)
  return findEngine() ?? { skipped: 'there is neither podman nor docker, and neither can be installed' }
}

function findEngine() {
  const answers = (/** @type {string} */ program, /** @type {string} */ word) =>
    spawnSync(program, [word], { stdio: 'ignore' }).status === 0
  if (answers('podman', 'info')) {
    return { engine: answers('runc', '--version') ? ['podman', '--runtime=runc'] : ['podman'], limits }
  }
  return answers('docker', 'info') ? { engine: ['docker'], limits: [] } : undefined
}

/**
 * Makes an image of programs of this machine: they, the libraries that they need, the certificates that are trusted here, and
 * nothing else.
 * @param {readonly string[]} engine
 * @param {string} name
 * @param {object} content
 * @param {Readonly<Record<string, string>>} content.programs by the path that they get, the file or folder here
 * @param {Readonly<Record<string, string>>} [content.links] by the path that they get, where they lead
 * @param {readonly string[]} content.settings as instructions of a Dockerfile: `ENTRYPOINT […]`
 */
export function importImage([program = '', ...options], name, { programs, links = {}, settings }) {
  const work = mkdtempSync(join(tmpdir(), 'almanac-image-'))
  const folder = join(work, 'root')
  const archive = join(work, 'root.tar')
  try {
    const add = (/** @type {string} */ path, /** @type {string} */ source) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(realpathSync(source), join(folder, path), { recursive: true, verbatimSymlinks: true })
    }
    for (const [path, source] of Object.entries(programs)) add(path, source)
    const libraries = spawnSync('ldd', Object.values(programs), { encoding: 'utf8' }).stdout
    for (const [library] of libraries.matchAll(/\/\S+\.so\S*(?= \(0x)/g)) add(library, library)
    add(certificates, certificates)
    for (const empty of ['tmp', 'proc', 'sys', 'dev', 'etc']) mkdirSync(join(folder, empty), { recursive: true })
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path))
    spawnSync('tar', ['-C', folder, '--owner=0', '--group=0', '-cf', archive, '.'])
    const changes = settings.flatMap((setting) => ['--change', setting])
    const { status, stderr } = spawnSync(program, [...options, 'import', ...changes, archive, name], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program} import failed: ${stderr}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

export const certificates = '/etc/ssl/certs/ca-certificates.crt'
