import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/**
 * Go modules of nothing but requirements: which etcd and which kube-apiserver, and which Helm, whose requirements are others. The
 * linker writes the version into the programs; kube-apiserver will not start without.
 */
const modules = {
  cluster: {
    folder: join(root, 'e2e', 'cluster', 'server'),
    programs: { etcd: 'go.etcd.io/etcd/server/v3', 'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver' },
    /** Of kube-apiserver, as go.mod requires it. */
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

/** Where what tests get from elsewhere is kept, outside of the checkout. */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'almanac')
}

/** `node tools/servers.mjs cluster|helm`: with what others leave idle, as browser tests may run beside it. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    setPriority(19)
    buildServers(process.argv[2] === 'helm' ? 'helm' : 'cluster')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
