import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
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
 * etcd, kube-apiserver and helm for the cluster tests, built from source unless they were built before. They are kept outside of
 * the checkout, in $XDG_CACHE_HOME/almanac; a new go.mod makes new ones.
 * @returns {{ bin: { cluster: string, helm: string } } | { skipped: string }} the folders that hold them, or why there can be none here
 * @throws when the build fails
 */
export function ensureServers() {
  const cluster = ensureModule('cluster', modules.cluster)
  if ('skipped' in cluster) return cluster
  const helm = ensureModule('helm', modules.helm)
  return 'skipped' in helm ? helm : { bin: { cluster: cluster.bin, helm: helm.bin } }
}

/**
 * @param {string} name
 * @param {Module} module
 * @returns {{ bin: string } | { skipped: string }}
 */
function ensureModule(name, module) {
  const go = goVersion(module)
  if ('skipped' in go) return go
  const bin = join(cacheFolder(), `${name}-${fingerprint(module, go.version)}`)
  const missing = Object.entries(module.programs).filter(([program]) => !existsSync(join(bin, program)))
  if (missing.length === 0) return { bin }
  console.log(`Building ${missing.map(([program]) => program).join(' and ')}; the first time this takes some minutes …`)
  mkdirSync(bin, { recursive: true })
  for (const [program, path] of missing) build(module, path, join(bin, program))
  return { bin }
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
