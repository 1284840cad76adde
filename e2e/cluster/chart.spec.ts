import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../../tools/root.mjs'
import type { Api, KubeObject } from './support/api'
import { cases, refusals } from './support/chart-cases'
import type { ControlPlane } from './support/control-plane'
import { chart, Helm, type Values } from './support/helm'
import { rendered } from './support/rendered'
import { untilState } from './support/shown'
import { test as base, expect } from './support/test'

const test = base.extend<{ restricted: string }, { helm: Helm }>({
  helm: [
    async ({ browserName: _ }, use) => {
      const helm = new Helm()
      await use(helm)
      helm.remove()
    },
    { scope: 'worker' },
  ],

  /** A namespace where pods must be restricted. */
  restricted: async ({ plane }, use) => {
    const name = `restricted-${Date.now()}`
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
    await plane.admin.object('POST', '/api/v1/namespaces', { metadata: { name, labels } })
    await use(name)
  },
})

test.describe('the chart', () => {
  test('is clean, and of the version of the program', async ({ helm }) => {
    expect(await helm.run(['lint', '--strict', chart])).toContain('0 chart(s) failed')
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const { appVersion, version } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))
    expect([appVersion, version]).toEqual([manifest.version, manifest.version])
  })

  test('has a test for each of its values', () => {
    const known = leavesOf(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')))
    const tried = new Set(cases.flatMap(({ values }) => leavesOf(values)))
    const isTried = (leaf: string) => [...tried].some((one) => one === leaf || one.startsWith(`${leaf}.`))
    expect(known.filter((leaf) => !isTried(leaf))).toEqual([])
  })

  for (const { title, values, shows } of cases) {
    test(`renders: ${title}`, async ({ helm }) => {
      expect(await helm.run(['lint', '--strict', chart], values)).toContain('0 chart(s) failed')
      shows(rendered(await helm.template(values)))
    })
  }

  for (const [title, values, words] of refusals) {
    test(`refuses ${title}`, async ({ helm }) => expect(await helm.refusal(values)).toMatch(words))
  }

  test('names what it makes after its release', async ({ helm }) => {
    const names = (await helm.template({}, 'next')).map(({ metadata }) => metadata.name)
    expect(new Set(names)).toEqual(new Set(['next-almanac', 'next-almanac-keys', 'almanac:next-almanac']))
  })
})

test.describe('a real API server', () => {
  test('takes all of it, field by field, and every pod under the policy "restricted"', async ({
    plane,
    helm,
    restricted,
  }) => {
    for (const namespace of ['garden-payments', 'garden-search', 'almanac']) await ensureNamespace(plane, namespace)
    for (const { title, values } of cases) {
      const { objects, pod } = rendered(await helm.template(values))
      for (const object of objects.filter(({ kind = '' }) => kind in collections)) {
        const { status, body } = await tryCreate(plane.admin, object)
        expect(status, `${title}: ${body}`).toBe(201)
      }
      if (pod.spec !== undefined) {
        const { status, body } = await tryCreate(plane.admin, podOf(pod, restricted))
        expect(status, `${title}: ${body}`).toBe(201)
      }
    }
  })

  test('would refuse a pod that is not restricted', async ({ plane, helm, restricted }) => {
    const { pod } = rendered(await helm.template())
    const securityContext = { ...pod.spec?.securityContext, runAsNonRoot: false, runAsUser: 0 }
    const root = await tryCreate(plane.admin, podOf({ ...pod, spec: { ...pod.spec, securityContext } }, restricted))
    expect(root.status).toBe(403)
    expect(JSON.parse(root.body).message).toMatch(/violates PodSecurity "restricted:latest".*runAsNonRoot/)
  })

  test('keeps the keys over an upgrade, and when it is uninstalled', async ({ plane, helm, restricted }) => {
    const keys = async () =>
      (await plane.admin.object('GET', `/api/v1/namespaces/${restricted}/secrets/almanac-keys`)).data
    await upgrade(helm, plane, restricted, {})
    const first = (await keys()) as Record<string, string>
    expect(Object.keys(first).sort()).toEqual(['FEED_SECRET', 'SESSION_SECRET'])
    const texts = Object.values(first).map((text) => Buffer.from(text, 'base64').toString())
    expect(new Set(texts).size).toBe(2)
    for (const text of texts) expect(Buffer.from(text, 'base64')).toHaveLength(48)
    await upgrade(helm, plane, restricted, { logLevel: 'debug' })
    expect(await keys()).toEqual(first)
    const deployment = await plane.admin.object('GET', `/apis/apps/v1/namespaces/${restricted}/deployments/almanac`)
    expect(JSON.stringify(deployment)).toContain('"debug"')
    await run(helm, plane, restricted, ['uninstall', 'almanac'])
    expect(await keys()).toEqual(first)
    await upgrade(helm, plane, restricted, {})
    expect(await keys()).toEqual(first)
  })

  test('gives the account the rights that it needs, and no more', async ({ plane, helm, restricted }) => {
    const garden = 'core.gardener.cloud'
    const rights = async (token: string): Promise<readonly string[]> => {
      const api = plane.admin.as(token)
      const asked = [
        ...['cloudprofiles', 'namespacedcloudprofiles', 'projects', 'shoots'].flatMap((resource) =>
          ['get', 'list', 'watch', 'patch', 'delete'].map((verb) => ({ group: garden, resource, verb })),
        ),
        ...['events', 'secrets', 'namespaces'].map((resource) => ({ group: '', resource, verb: 'list' })),
      ]
      const allowed = await Promise.all(asked.map((one) => isAllowed(api, one)))
      return asked.filter((_, i) => allowed[i]).map(({ verb, resource }) => `${verb} ${resource}`)
    }
    const followed = (verbs: readonly string[]) =>
      ['cloudprofiles', 'namespacedcloudprofiles', 'projects', 'shoots'].flatMap((resource) =>
        verbs.map((verb) => `${verb} ${resource}`),
      )

    await upgrade(helm, plane, restricted, { part: 'access' })
    const token = await tokenOf(plane, restricted)
    expect(await rights(token)).toEqual(followed(['list', 'watch']))
    await upgrade(helm, plane, restricted, { part: 'access', auth: { mode: 'none' } })
    await expect.poll(() => rights(token)).toEqual([...followed(['get', 'list', 'watch']), 'list events'])
  })

  test('lets Almanac follow the landscape with these', async ({ plane, helm, follow, restricted }) => {
    await upgrade(helm, plane, restricted, { part: 'access' })
    const { almanac } = await follow({ token: await tokenOf(plane, restricted) })
    await untilState(almanac.url, 'live')
  })

  test('lets it read some namespaces only', async ({ plane, helm, connect, other, restricted }) => {
    const namespaces = ['garden-payments', 'garden-search']
    await upgrade(helm, plane, restricted, { part: 'access', garden: { namespaces } })
    const { kubeconfig } = await connect({ token: await tokenOf(plane, restricted) })
    const almanac = await other('kubernetes', { KUBECONFIG: kubeconfig.path, NAMESPACES: namespaces.join(',') })
    await untilState(almanac.url, 'live')
    const shoots = '/apis/core.gardener.cloud/v1beta1/shoots'
    const answer = await plane.admin.as(await tokenOf(plane, restricted)).ask('GET', shoots)
    expect(answer.status).toBe(403)
  })
})

/** Where objects of these kinds are created; others are of definitions that this server has not. */
const collections: Readonly<Record<string, string>> = {
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1',
  ConfigMap: '/api/v1',
  Deployment: '/apis/apps/v1',
  Ingress: '/apis/networking.k8s.io/v1',
  NetworkPolicy: '/apis/networking.k8s.io/v1',
  PersistentVolumeClaim: '/api/v1',
  Pod: '/api/v1',
  PodDisruptionBudget: '/apis/policy/v1',
  Role: '/apis/rbac.authorization.k8s.io/v1',
  RoleBinding: '/apis/rbac.authorization.k8s.io/v1',
  Secret: '/api/v1',
  Service: '/api/v1',
  ServiceAccount: '/api/v1',
}

/** A dry run that refuses fields that there are not. */
async function tryCreate(admin: Api, object: KubeObject): Promise<{ status: number; body: string }> {
  const { kind = '', metadata } = object
  const plural = `${kind.toLowerCase()}s`.replace(/([^aeiou])ys$/, '$1ies').replace(/sss$/, 'sses')
  const place = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`
  return admin.ask('POST', `${collections[kind]}${place}/${plural}?dryRun=All&fieldValidation=Strict`, object)
}

/** As the controllers would make it, which are not there. */
function podOf({ metadata, spec }: { metadata?: object; spec?: object }, namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name: 'almanac-0', namespace }, spec }
}

async function ensureNamespace({ admin }: ControlPlane, name: string): Promise<void> {
  const { status, body } = await admin.ask('POST', '/api/v1/namespaces', { metadata: { name } })
  if (status >= 300 && status !== 409) throw new Error(body)
}

function upgrade(helm: Helm, plane: ControlPlane, namespace: string, values: Values): Promise<string> {
  return run(helm, plane, namespace, ['upgrade', '--install', 'almanac', chart], values)
}

async function run(
  helm: Helm,
  plane: ControlPlane,
  namespace: string,
  args: readonly string[],
  values?: Values,
): Promise<string> {
  const server = ['--kube-apiserver', plane.url, '--kube-token', 'admin-token', '--kube-ca-file', plane.ca]
  return helm.run([...args, ...server, '--namespace', namespace], values)
}

async function tokenOf({ admin }: ControlPlane, namespace: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/almanac/token`
  const { status } = await admin.object('POST', path, { spec: { expirationSeconds: 3600 } })
  return (status as { token: string }).token
}

async function isAllowed(api: Api, resourceAttributes: object): Promise<boolean> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const { status } = await api.object('POST', path, { spec: { resourceAttributes } })
  return (status as { allowed: boolean }).allowed
}

/** Of all values that hold no others, the path: `auth.oidc.issuer`. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return [path]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
}
