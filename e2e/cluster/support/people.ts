import type { Api, KubeObject } from './api'
import { paths } from './api'
import { create } from './landscape'
import type { Subject } from './questions'
import { membership, tokenOf } from './users'

/** A person who asks Almanac, and the projects that they may see. */
export interface Person {
  readonly who: string
  /** Null: they are signed out. */
  readonly token: string | null
  readonly sees: 'all' | readonly string[]
  /** What they ask about of their own; a person who has nothing asks about what is hidden only. */
  readonly own: Subject | null
}

/** Of a project that only those see who see everything: every name in it begins with the project's. */
export const hidden: Subject = subjectOf('velvet', 'velvet-checkout-prod', 'garden-velvet/velvet-extended')
/** Of a project that there is not, called so much like the hidden one that both are as near to what there is. */
export const missing: Subject = subjectOf('velket', 'velket-checkout-prod', 'garden-velket/velket-extended')

function subjectOf(project: string, cluster: string, profile = 'azure'): Subject {
  return { project, namespace: `garden-${project}`, cluster, profile }
}

const payments = subjectOf('payments', 'checkout-prod', 'garden-payments/aws-extended')

/** All people, let in by what the API server's roles say. `accountToken` is that of data's service account. */
export function people(accountToken: string): readonly Person[] {
  return [
    { who: 'operator', token: tokenOf('operator'), sees: 'all', own: hidden },
    { who: 'viewer', token: tokenOf('viewer'), sees: 'all', own: hidden },
    { who: 'member of one project', token: tokenOf('owner'), sees: ['payments'], own: payments },
    {
      who: 'member of three projects',
      token: tokenOf('ofThree'),
      sees: ['billing', 'media', 'search'],
      own: subjectOf('media', 'thumbs-prod'),
    },
    {
      who: 'service account',
      token: accountToken,
      sees: ['data'],
      own: subjectOf('data', 'lakehouse-prod', 'garden-data/gcp-machine-learning-europe'),
    },
    {
      who: 'member through a group',
      token: tokenOf('onCall'),
      sees: ['logistics'],
      own: subjectOf('logistics', 'depot-db'),
    },
    { who: 'stranger', token: tokenOf('stranger'), sees: [], own: null },
    { who: 'signed out', token: null, sees: [], own: null },
  ]
}

/** Lets in all whom a project names, as Gardener does. */
export async function admit(admin: Api, projects: readonly KubeObject[]): Promise<void> {
  for (const { path, object } of projects.flatMap(membership)) {
    const { status, body } = await admin.ask('POST', path, object)
    if (status >= 300 && status !== 409) throw new Error(`${path}: ${status} ${body}`)
  }
}

/** A token of a service account, as the API server itself issues it. */
export async function tokenOfAccount(admin: Api, namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`
  await admin.ask('POST', path, { metadata: { name } })
  const { status } = await admin.object('POST', `${path}/${name}/token`, { spec: { expirationSeconds: 3600 } })
  return (status as { readonly token: string }).token
}

/**
 * A project with all that `payments` has: clusters, one of which cannot be read, and a profile of its own. Everything in it is named
 * after it.
 * @returns how to take it away
 */
export async function createHidden(admin: Api): Promise<() => Promise<void>> {
  const { project, namespace } = hidden
  const made: KubeObject[] = []
  const put = async (object: KubeObject) => made.push(await create(admin, object))
  const bare = ({ apiVersion, kind, spec, status }: KubeObject) => ({
    ...(JSON.parse(JSON.stringify({ apiVersion, kind, spec, status }).replaceAll('payments', project)) as object),
  })
  await admin.ask('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
  await put({
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Project',
    metadata: { name: project },
    spec: {
      namespace,
      description: `The ${project} team`,
      owner: { kind: 'User', name: `${project}-admin@example.com` },
      members: [{ kind: 'User', name: `${project}-admin@example.com`, role: 'admin', roles: ['owner'] }],
    },
    status: { phase: 'Ready' },
  })
  for (const object of await admin.list(
    `/apis/core.gardener.cloud/v1beta1/namespaces/garden-payments/namespacedcloudprofiles`,
  )) {
    await put({
      ...bare({ ...object, kind: 'NamespacedCloudProfile' }),
      metadata: { name: hidden.profile.split('/')[1] ?? '', namespace },
    })
  }
  for (const object of await admin.list(paths.shoots('garden-payments'))) {
    await put({
      ...bare({ ...object, kind: 'Shoot' }),
      metadata: { name: `${project}-${object.metadata.name}`, namespace },
    })
  }
  await put({
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name: `${project}-broken`, namespace },
    spec: { kubernetes: { version: `none of ${project}` } },
  })
  return async () => {
    for (const object of made.reverse()) await admin.ask('DELETE', `${paths.of(object)}/${object.metadata.name}`)
  }
}
