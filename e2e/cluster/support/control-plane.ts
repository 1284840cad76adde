import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/address.mjs'
import { Api } from './api'
import { tokensFile } from './users'

/** How long each of the two may take to be ready, in ms. */
const PATIENCE = 60_000

/** etcd and kube-apiserver on loopback, with RBAC and static tokens. Both can be killed and started again, on the same data. */
export class ControlPlane {
  readonly ca: string
  readonly url: string
  readonly admin: Api
  private etcd: ChildProcess | undefined
  private server: ChildProcess | undefined
  /** How it is told whose tokens it lets in besides. */
  private provider: readonly string[] = []

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly ports: { readonly etcd: number; readonly peer: number; readonly api: number },
  ) {
    this.url = `https://127.0.0.1:${ports.api}`
    this.ca = join(folder, 'pki', 'apiserver.crt')
    this.admin = new Api(this.url, this.ca, 'admin-token')
  }

  /** @param bin holds `etcd` and `kube-apiserver`; @param folder is emptied, and holds the data and the logs */
  static async start(bin: string, folder: string): Promise<ControlPlane> {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'pki'), { recursive: true })
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    writeFileSync(join(folder, 'pki', 'accounts.key'), privateKey, { mode: 0o600 })
    writeFileSync(join(folder, 'tokens.csv'), tokensFile(), { mode: 0o600 })
    const ports = { etcd: await freePort(), peer: await freePort(), api: await freePort() }
    const plane = new ControlPlane(bin, folder, ports)
    try {
      await plane.startEtcd()
      await plane.startServer()
      return plane
    } catch (error) {
      await plane.stop()
      throw error
    }
  }

  /** The certificate that it made for itself, with its key, for other servers of the tests on loopback. */
  get certificate(): { readonly cert: string; readonly key: string } {
    return { cert: this.ca, key: join(this.folder, 'pki', 'apiserver.key') }
  }

  /** Starts the API server again so that it lets in whom a provider names, by the subject of their tokens. */
  async trust(issuer: string, client: string): Promise<void> {
    this.provider = [
      `--oidc-issuer-url=${issuer}`,
      `--oidc-client-id=${client}`,
      `--oidc-ca-file=${this.ca}`,
      '--oidc-username-claim=sub',
      '--oidc-username-prefix=-',
      '--oidc-groups-claim=groups',
    ]
    await this.killServer()
    await this.startServer()
  }

  async startServer(): Promise<void> {
    const { folder, ports, provider } = this
    this.server = this.run('kube-apiserver', [
      `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${ports.api}`,
      '--endpoint-reconciler-type=none',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--authorization-mode=RBAC',
      `--token-auth-file=${join(folder, 'tokens.csv')}`,
      // Without a certificate it makes one for itself here, and keeps it.
      `--cert-dir=${join(folder, 'pki')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-signing-key-file=${join(folder, 'pki', 'accounts.key')}`,
      `--service-account-key-file=${join(folder, 'pki', 'accounts.key')}`,
      '--disable-admission-plugins=ServiceAccount',
      ...provider,
    ])
    await this.until('kube-apiserver', async () => (await this.admin.ask('GET', '/readyz')).status === 200)
  }

  /** At once, as a crash does. */
  async killServer(): Promise<void> {
    await kill(this.server, 'SIGKILL')
  }

  /** The same; its data stay. */
  async killEtcd(): Promise<void> {
    await kill(this.etcd, 'SIGKILL')
  }

  /** Lets it hang without closing a connection, or go on. */
  freezeServer(frozen: boolean): void {
    this.server?.kill(frozen ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Makes etcd forget all versions up to now. The API server notices when it is started again. */
  async compact(): Promise<void> {
    const base = `http://127.0.0.1:${this.ports.etcd}/v3`
    const post = async (path: string, body: object): Promise<string> => {
      const response = await fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`etcd answers ${response.status} to ${path}`)
      return response.text()
    }
    const { header } = JSON.parse(await post('/kv/range', { key: 'AA==' }))
    await post('/kv/compaction', { revision: header.revision, physical: true })
  }

  async stop(): Promise<void> {
    this.freezeServer(false)
    await kill(this.server, 'SIGKILL')
    await kill(this.etcd, 'SIGKILL')
    rmSync(join(this.folder, 'etcd'), { recursive: true, force: true })
  }

  async startEtcd(): Promise<void> {
    const { folder, ports } = this
    const client = `http://127.0.0.1:${ports.etcd}`
    const peer = `http://127.0.0.1:${ports.peer}`
    this.etcd = this.run('etcd', [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      '--unsafe-no-fsync',
      '--log-level=warn',
    ])
    await this.until('etcd', async () => (await fetch(`http://127.0.0.1:${ports.etcd}/readyz`)).ok)
  }

  private run(program: string, args: readonly string[]): ChildProcess {
    const log = openSync(this.logOf(program), 'a')
    const child = spawn(join(this.bin, program), args, { stdio: ['ignore', log, log] })
    // Nothing is left behind by tests that are interrupted.
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    return child
  }

  private logOf(program: string): string {
    return join(this.folder, `${program}.log`)
  }

  private async until(program: string, isReady: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE
    while (Date.now() < end) {
      if (await isReady().catch(() => false)) return
      const child = program === 'etcd' ? this.etcd : this.server
      if (child?.exitCode !== null) break
      await sleep(50)
    }
    const log = readFileSync(this.logOf(program), 'utf8').slice(-4000)
    throw new Error(`${program} is not ready:\n${log}`)
  }
}

async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
