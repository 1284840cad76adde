import type { KubeObject } from './api'

/** Who there is, by the token that lets them in, and what they may do with which of the four resources. */
const all = ['cloudprofiles', 'namespacedcloudprofiles', 'projects', 'shoots']
const read = ['get', 'list', 'watch']

interface User {
  readonly token: string
  /** Left out: what it is called here, at example.com. */
  readonly name?: string
  readonly groups?: readonly string[]
  readonly rules: readonly Rule[]
  /** The project that the user is a member of. */
  readonly member?: string
}

interface Rule {
  /** Left out: Gardener's own. */
  readonly apiGroups?: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

const users = {
  /** What docs/kubernetes.md asks for. */
  viewer: {
    token: 'viewer-token',
    rules: [
      { resources: all, verbs: read },
      { apiGroups: [''], resources: ['events'], verbs: ['list'] },
    ],
  },
  operator: {
    token: 'operator-token',
    rules: [
      { resources: all, verbs: [...read, 'patch'] },
      {
        resources: ['namespacedcloudprofiles'],
        verbs: ['create', 'modify-spec-kubernetes', 'modify-spec-machineimages'],
      },
    ],
  },
  /** May make namespaced profiles, but neither what Gardener asks for beside, nor change a cluster. */
  maker: {
    token: 'maker-token',
    rules: [
      { resources: all, verbs: read },
      { resources: ['namespacedcloudprofiles'], verbs: ['create', 'patch'] },
    ],
  },
  /** May not list projects, nor events. */
  gap: { token: 'gap-token', rules: [{ resources: all.filter((one) => one !== 'projects'), verbs: read }] },
  /** May list, but not watch. */
  lister: { token: 'lister-token', rules: [{ resources: all, verbs: ['get', 'list'] }] },
  /** Of one project, with the rights that Gardener gives to members and to all users. */
  member: { token: 'member-token', rules: [{ resources: ['cloudprofiles'], verbs: read }], member: 'payments' },
  nobody: { token: 'nobody-token', rules: [] },
  /** In the landscape by the projects that name them alone: see `admit`. */
  owner: { token: 'owner-token', name: 'payments-admin@example.com', rules: [] },
  ofThree: { token: 'three-token', groups: ['billing-oncall', 'media-oncall', 'search-oncall'], rules: [] },
  onCall: { token: 'on-call-token', groups: ['logistics-oncall'], rules: [] },
  stranger: { token: 'stranger-token', rules: [{ resources: ['cloudprofiles'], verbs: read }] },
} satisfies Record<string, User>

export type UserName = keyof typeof users

export function tokenOf(name: UserName): string {
  return users[name].token
}

/** As `--token-auth-file` wants it; the admin may do everything. */
export function tokensFile(): string {
  const rows = Object.entries<User>(users).map(
    ([id, user], i) => `${user.token},${nameOf(id, user)},${i + 2},"${user.groups?.join(',') ?? ''}"`,
  )
  return ['admin-token,admin,1,"system:masters"', ...rows, ''].join('\n')
}

function nameOf(id: string, { name = `${id}@example.com` }: User): string {
  return name
}

const rbac = 'rbac.authorization.k8s.io'

/** Roles and bindings, with the paths to create them at. */
export function roles(): { readonly path: string; readonly object: KubeObject }[] {
  return Object.entries<User>(users).flatMap(([id, user]) => {
    const { rules, member } = user
    const metadata = { name: `almanac-${id}` }
    const subjects = [{ apiGroup: rbac, kind: 'User', name: nameOf(id, user) }]
    return [
      {
        path: `/apis/${rbac}/v1/clusterroles`,
        object: {
          metadata,
          rules: [
            ...rules.map((rule) => ({ apiGroups: ['core.gardener.cloud'], ...rule })),
            ...(member === undefined ? [] : ownProject(member, `garden-${member}`)),
          ],
        },
      },
      {
        path: `/apis/${rbac}/v1/clusterrolebindings`,
        object: {
          metadata,
          roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: metadata.name },
          subjects,
        },
      },
      ...(member === undefined ? [] : inNamespace(`garden-${member}`, metadata, subjects)),
    ]
  })
}

/** Who is a member may get the project and its namespace by their names. */
function ownProject(project: string, namespace: string): object[] {
  return [
    { apiGroups: ['core.gardener.cloud'], resources: ['projects'], resourceNames: [project], verbs: ['get'] },
    { apiGroups: [''], resources: ['namespaces'], resourceNames: [namespace], verbs: ['get'] },
  ]
}

/** What Gardener makes of a project for those that it names, and of CloudProfiles for all: with the paths to put it at. */
export function membership({
  metadata: { name },
  spec,
}: KubeObject): { readonly path: string; readonly object: KubeObject }[] {
  const { namespace, members } = spec as { readonly namespace: string; readonly members: readonly object[] }
  const subjects = members.map((member) => {
    const { apiGroup, kind, name, namespace } = member as Readonly<Record<string, string>>
    return { ...(apiGroup && { apiGroup }), kind, name, ...(namespace && { namespace }) }
  })
  const metadata = { name: `almanac-project-${name}` }
  const everybody = { apiGroups: ['core.gardener.cloud'], resources: ['cloudprofiles'], verbs: read }
  return [
    {
      path: `/apis/${rbac}/v1/clusterroles`,
      object: { metadata, rules: [everybody, ...ownProject(name, namespace)] },
    },
    {
      path: `/apis/${rbac}/v1/clusterrolebindings`,
      object: { metadata, roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: metadata.name }, subjects },
    },
    ...inNamespace(namespace, metadata, subjects).slice(1),
  ]
}

function inNamespace(namespace: string, metadata: KubeObject['metadata'], subjects: readonly object[]) {
  const rules = [
    { apiGroups: ['core.gardener.cloud'], resources: ['namespacedcloudprofiles', 'shoots'], verbs: read },
    { apiGroups: [''], resources: ['events'], verbs: read },
  ]
  const roleRef = { apiGroup: rbac, kind: 'Role', name: metadata.name }
  const path = `/apis/${rbac}/v1/namespaces/${namespace}`
  return [
    { path: '/api/v1/namespaces', object: { metadata: { name: namespace } } },
    { path: `${path}/roles`, object: { metadata, rules } },
    { path: `${path}/rolebindings`, object: { metadata, roleRef, subjects } },
  ]
}
