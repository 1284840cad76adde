import { setTimeout as sleep } from 'node:timers/promises'
import type { Api, KubeObject } from './api'
import { paths } from './api'
import { roles } from './users'

const AT_ONCE = 24

/** Registers the four resources, lets all of `users` in, and waits until the server has noticed. */
export async function prepare(admin: Api): Promise<void> {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  for (const kind of ['CloudProfile', 'NamespacedCloudProfile', 'Project', 'Shoot']) {
    await admin.object('POST', definitions, definitionOf(kind))
  }
  for (const { path, object } of roles()) await admin.object('POST', path, object)
  for (const plural of ['cloudprofiles', 'namespacedcloudprofiles', 'projects', 'shoots']) {
    while ((await admin.ask('GET', `${paths.all(plural)}?limit=1`)).status !== 200) await sleep(50)
  }
}

/** Creates objects with their status, many at once. */
export async function load(admin: Api, objects: readonly KubeObject[]): Promise<void> {
  const namespaces = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))
  for (const name of namespaces) {
    const { status, body } = await admin.ask('POST', '/api/v1/namespaces', { metadata: { name } })
    if (status >= 300 && status !== 409) throw new Error(`namespace ${name}: ${status} ${body}`)
  }
  const left = objects.values()
  const work = async (): Promise<void> => {
    for (const object of left) await create(admin, object)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** A status is a resource of its own: what comes with the object is dropped. */
export async function create(admin: Api, object: KubeObject): Promise<KubeObject> {
  const path = paths.of(object)
  const created = await admin.object('POST', path, object)
  if (object.status === undefined) return created
  return admin.object('PATCH', `${path}/${object.metadata.name}/status`, { status: object.status })
}

/** As little schema as possible: a date that is none is refused, so that tests see a refusal with a field. */
function definitionOf(kind: string): KubeObject {
  const plural = `${kind.toLowerCase()}s`
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const version = { ...open, properties: { expirationDate: { type: 'string', format: 'date-time' } } }
  const profile = {
    ...open,
    properties: { kubernetes: { ...open, properties: { versions: { type: 'array', items: version } } } },
  }
  const schema = kind === 'CloudProfile' ? { ...open, properties: { spec: profile } } : open
  return {
    metadata: { name: `${plural}.core.gardener.cloud` },
    spec: {
      group: 'core.gardener.cloud',
      scope: kind === 'Shoot' || kind === 'NamespacedCloudProfile' ? 'Namespaced' : 'Cluster',
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: [
        {
          name: 'v1beta1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
        },
      ],
    },
  }
}
