import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'

/** A Go module of nothing but requirements: which etcd and which kube-apiserver. */
const module = join(root, 'e2e', 'cluster', 'server')

/** Of kube-apiserver, as go.mod requires it. The linker writes it into the program, which will not start without. */
const version = '1.36.3'

const programs = { etcd: 'go.etcd.io/etcd/server/v3', 'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver' }

/**
 * etcd and kube-apiserver for the cluster tests, built from source unless they were built before. They are kept outside of the
 * checkout, in $XDG_CACHE_HOME/almanac; a new go.mod makes new ones.
 * @returns {{ bin: string } | { skipped: string }} the folder that holds them, or why there can be none here
 * @throws when the build fails
 */
export function ensureServers() {
  const go = goVersion()
  if ('skipped' in go) return go
  const bin = join(cacheFolder(), `cluster-${fingerprint(go.version)}`)
  const names = Object.entries(programs)
  if (names.every(([name]) => existsSync(join(bin, name)))) return { bin }
  console.log('Building etcd and kube-apiserver; the first time this takes some minutes …')
  mkdirSync(bin, { recursive: true })
  for (const [name, path] of names) build(path, join(bin, name))
  return { bin }
}

/**
 * Asked for in the module's own folder, where Go fetches the version that go.mod wants if it is older itself.
 * @returns {{ version: string } | { skipped: string }}
 */
function goVersion() {
  const { error, status, stdout, stderr } = spawnSync('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], {
    cwd: module,
    encoding: 'utf8',
  })
  if (error) return { skipped: 'there is no Go on the path, and etcd and kube-apiserver are built from source' }
  if (status !== 0) return { skipped: `Go cannot build etcd and kube-apiserver: ${stderr.trim().split('\n').at(-1)}` }
  return { version: stdout }
}

/**
 * @param {string} path of a Go package
 * @param {string} target
 */
function build(path, target) {
  const info = Object.entries({ gitVersion: `v${version}`, gitMajor: '1', gitMinor: version.split('.')[1] })
  const flags = info.map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
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
    { cwd: module, stdio: 'inherit', env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' } },
  )
  if (status === 0) return renameSync(draft, target)
  rmSync(draft, { force: true })
  throw new Error(`go build ${path} failed, see above.`)
}

/** @param {string} go */
function fingerprint(go) {
  const hash = createHash('sha256').update(go).update(version)
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(module, file)))
  return hash.digest('hex').slice(0, 16)
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'almanac')
}
