import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoManifests } from '@/lib/garden/demo/manifests'
import { type Almanac, startAlmanac } from '../../support/almanac'
import { test as base, expect } from '../../support/test'
import { type KubeObject, paths } from './api'
import { ControlPlane } from './control-plane'
import { CLIENT, IdentityProvider } from './identity-provider'
import { type Kubeconfig, writeKubeconfig } from './kubeconfig'
import { load, prepare } from './landscape'
import { tokenOf, type UserName } from './users'
import { Wire } from './wire'

/** The day that the demo landscape was born in which the tests look around, and an evening on it. */
const BORN = '2026-11-21'
const CLUSTERS = 120

/** Almanac on the cluster, as some user and through a wire of its own. */
export interface Follower {
  readonly almanac: Almanac
  readonly wire: Wire
  readonly kubeconfig: Kubeconfig
}

interface Options {
  readonly user?: UserName
  /** Instead of the user's. */
  readonly token?: string
  /** That the context of the kubeconfig names. */
  readonly namespace?: string
}

/** One control plane with the demo landscape for all tests of a worker; each starts what follows it as it needs. */
export const test = base.extend<
  {
    connect: (options?: Options) => Promise<Omit<Follower, 'almanac'>>
    follow: (options?: Options) => Promise<Follower>
    /** Almanac as an operator installs it, which people sign in to. */
    followed: (env: Record<string, string>) => Promise<Almanac>
    other: (garden: string, env?: Record<string, string>) => Promise<Almanac>
  },
  { plane: ControlPlane; provider: IdentityProvider }
>({
  plane: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'almanac-cluster-'))
      const plane = await ControlPlane.start(servers(), folder)
      try {
        await prepare(plane.admin)
        await load(plane.admin, demoObjects())
        await use(plane)
      } finally {
        await plane.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  /** A provider that the API server trusts, from when a test first asks for it. */
  provider: [
    async ({ plane }, use) => {
      const provider = await IdentityProvider.start(plane.certificate)
      await plane.trust(provider.issuer, CLIENT.id)
      const api = plane.admin.as(await provider.token('viewer@example.com'))
      await expect.poll(async () => (await api.ask('GET', paths.all('shoots'))).status, { timeout: 30_000 }).toBe(200)
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  connect: async ({ plane }, use) => {
    const ends: (() => unknown)[] = []
    await use(async ({ user = 'viewer', token = tokenOf(user), namespace } = {}) => {
      const wire = await Wire.to(plane.url)
      const kubeconfig = writeKubeconfig(wire.url, plane.ca, token, namespace)
      ends.push(() => wire.close(), kubeconfig.remove)
      return { wire, kubeconfig }
    })
    for (const end of ends) await end()
  },

  other: async ({ context }, use, info) => {
    const started: Almanac[] = []
    await use(async (garden, env = {}) => {
      const almanac = await startAlmanac({ garden, env })
      started.push(almanac)
      return almanac
    })
    // A page that is open would complain that its server is gone.
    for (const page of context.pages()) await page.close()
    for (const almanac of started) {
      await almanac.stop()
      if (info.status !== info.expectedStatus) await info.attach('almanac.log', { body: almanac.log() })
    }
  },

  followed: async ({ connect, other }, use) => {
    await use(async (env) => {
      const { kubeconfig } = await connect()
      return other('kubernetes', { KUBECONFIG: kubeconfig.path, ...env })
    })
  },

  follow: async ({ connect, other }, use) => {
    await use(async (options) => {
      const { wire, kubeconfig } = await connect(options)
      return { wire, kubeconfig, almanac: await other('kubernetes', { KUBECONFIG: kubeconfig.path }) }
    })
  },
})

function servers(): string {
  const bin = process.env.ALMANAC_SERVERS
  if (!bin) throw new Error('ALMANAC_SERVERS is not set: run "npm test -- cluster".')
  return bin
}

/** The vendor's shape: what kubectl would apply. */
export function demoObjects(clusters = CLUSTERS): readonly KubeObject[] {
  return demoManifests({ born: BORN, shoots: clusters }) as KubeObject[]
}

export { expect }
