import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir, setPriority } from 'node:os'
import { join } from 'node:path'
import { isProgram, onPath, root, runProgram } from './root.mjs'

/**
 * Go modules of nothing but requirements: which etcd and which kube-apiserver, and which Helm, whose requirements are others. The
 * linker writes the version into the programs; kube-apiserver will not start without.
 */
const modules = {
  cluster: {
    folder: join(root, 'e2e', 'cluster', 'server'),
    programs: { etcd: 'go.etcd.io/etcd/server/v3', 'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver' },
    /** The version of kube-apiserver, as go.mod requires it. */
    version: '1.36.3',
    variables: {
      'k8s.io/component-base/version.gitVersion': 'v1.36.3',
      'k8s.io/component-base/version.gitMajor': '1',
      'k8s.io/component-base/version.gitMinor': '36',
    },
  },
  helm: {
    folder: join(root, 'e2e', 'cluster', 'helm'),
    programs: { helm: 'helm.sh/helm/v4/cmd/helm' },
    version: '4.3.1',
    variables: { 'helm.sh/helm/v4/internal/version.version': 'v4.3.1' },
  },
}

/** @typedef {{ folder: string, programs: Record<string, string>, version: string, variables: Record<string, string> }} Module */

/**
 * Where etcd and kube-apiserver (`cluster`) or Helm (`helm`) are once they are built. They are kept outside of the checkout, in
 * $XDG_CACHE_HOME/almanac; a new go.mod makes new ones.
 * @param {keyof typeof modules} name
 * @returns {{ bin: string, missing: [program: string, path: string][] } | { skipped: string }} the folder that holds them and what is
 *   not there yet, or why there can be none here
 */
export function findServers(name) {
  const module = modules[name]
  const go = goVersion(module)
  if ('skipped' in go) return go
  const bin = join(cacheFolder(), `${name}-${fingerprint(module, go.version)}`)
  return { bin, missing: Object.entries(module.programs).filter(([program]) => !existsSync(join(bin, program))) }
}

/**
 * Builds them from source, unless they were built before.
 * @param {keyof typeof modules} name
 * @throws when the build fails, or there is no Go
 */
function buildServers(name) {
  const found = findServers(name)
  if ('skipped' in found) throw new Error(`Not built: ${found.skipped}.`)
  const { bin, missing } = found
  if (missing.length === 0) return
  console.log(`Building ${missing.map(([program]) => program).join(' and ')}; the first time this takes some minutes …`)
  mkdirSync(bin, { recursive: true })
  for (const [program, path] of missing) build(modules[name], path, join(bin, program))
}

/**
 * Asked for in the module's own folder, where Go fetches the version that go.mod wants if it is older itself.
 * @param {Module} module
 * @returns {{ version: string } | { skipped: string }}
 */
function goVersion({ folder }) {
  const { error, status, stdout, stderr } = spawnSync('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (error) return { skipped: 'there is no Go on the path, and etcd, kube-apiserver and helm are built from source' }
  if (status !== 0)
    return { skipped: `Go cannot build etcd, kube-apiserver and helm: ${stderr.trim().split('\n').at(-1)}` }
  return { version: stdout }
}

/**
 * @param {Module} module
 * @param {string} path of a Go package
 * @param {string} target
 */
function build({ folder, variables }, path, target) {
  const flags = Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`)
  // Under another name until it is complete, so that one that was interrupted is built again.
  const draft = `${target}.${process.pid}`
  const { status } = spawnSync(
    'go',
    [
      'build',
      '-mod=readonly',
      '-buildvcs=false',
      '-trimpath',
      '-ldflags',
      ['-s', '-w', ...flags].join(' '),
      '-o',
      draft,
      path,
    ],
    { cwd: folder, stdio: 'inherit', env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' } },
  )
  if (status === 0) return renameSync(draft, target)
  rmSync(draft, { force: true })
  throw new Error(`go build ${path} failed, see above.`)
}

/**
 * @param {Module} module
 * @param {string} go
 */
function fingerprint({ folder, version }, go) {
  const hash = createHash('sha256').update(go).update(version)
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The folder outside of the checkout in which tests keep what they get from elsewhere. */
function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'almanac')
}

const version = '4.32.5'

/** `node tools/servers.mjs cluster|helm`: with what others leave idle, as browser tests may run beside it. */
if (isProgram(import.meta)) {
  await runProgram(() => {
    setPriority(19)
    buildServers(process.argv[2] === 'helm' ? 'helm' : 'cluster')
  })
}

/** What checks alert rules and the routes of Alertmanager, and which package of Debian holds it. */
const packages = { promtool: 'prometheus', amtool: 'prometheus-alertmanager' }

/** @typedef {keyof typeof packages} Tool */

/**
 * A tool of the path, else of Debian's package, which is unpacked and not installed: nothing is started, and it needs no rights. It
 * is kept beside the servers of the cluster tests.
 * @param {Tool} tool
 * @returns {{ path: string } | { skipped: string }} or why there can be none here
 */
export function ensureTool(tool) {
  const cache = join(cacheFolder(), tool)
  const kept = join(cache, 'usr', 'bin', tool)
  const found = [...onPath(tool), kept].find(existsSync)
  if (found !== undefined) return { path: found }
  if (!existsSync('/etc/debian_version')) return { skipped: `there is no ${tool} on the path, and no apt to get it` }
  return unpack(packages[tool], cache) ? { path: kept } : { skipped: `apt cannot get ${packages[tool]} for ${tool}` }
}

/**
 * @param {string} name of a package
 * @param {string} folder where its files go
 */
function unpack(name, folder) {
  mkdirSync(cacheFolder(), { recursive: true })
  // Under another name until it is complete, so that what was interrupted is done again.
  const draft = mkdtempSync(`${folder}.`)
  try {
    const [archive] = download(name, draft) || (succeeds(draft, 'apt-get', 'update') && download(name, draft)) || []
    if (archive === undefined || !succeeds(draft, 'dpkg-deb', '-x', archive, join(draft, 'files'))) return false
    if (!existsSync(folder)) renameSync(join(draft, 'files'), folder)
    return true
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {string} folder
 */
function download(name, folder) {
  return (
    succeeds(folder, 'apt-get', 'download', '-q', name) && readdirSync(folder).filter((file) => file.endsWith('.deb'))
  )
}

/**
 * Whether a program ends well, in a folder.
 * @param {string | undefined} cwd
 * @param {string} command
 * @param {...string} args
 */
function succeeds(cwd, command, ...args) {
  return spawnSync(command, args, { cwd, stdio: 'ignore', timeout: 300_000 }).status === 0
}

/**
 * Schemathesis, which asks an API what its description allows and what it does not, in a Python environment of its own beside the
 * servers of the cluster tests.
 * @returns {{ command: readonly string[] } | { skipped: string }} or why there can be none here
 */
export function ensureSchemathesis() {
  const folder = join(cacheFolder(), `schemathesis-${version}`)
  // Its own programs name the folder that they were made in.
  const command = [join(folder, 'bin', 'python'), '-m', 'schemathesis.cli']
  if (existsSync(folder)) return { command }
  mkdirSync(cacheFolder(), { recursive: true })
  // Under another name until it is complete, so that what was interrupted is done again.
  const draft = mkdtempSync(`${folder}.`)
  try {
    if (!succeeds(undefined, 'python3', '-m', 'venv', draft)) return { skipped: 'there is no Python 3 with venv' }
    const python = join(draft, 'bin', 'python')
    if (!succeeds(undefined, python, '-m', 'pip', 'install', '--quiet', `schemathesis==${version}`)) {
      return { skipped: `pip cannot get schemathesis ${version}` }
    }
    renameSync(draft, folder)
    return { command }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
