import type { KubeObject } from './api'

/** Who there is, by the token that lets them in, and what they may do with which of the four resources. */
const all = ['cloudprofiles', 'namespacedcloudprofiles', 'projects', 'shoots']
const read = ['get', 'list', 'watch']

interface User {
  readonly token: string
  readonly rules: readonly Rule[]
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
  operator: { token: 'operator-token', rules: [{ resources: all, verbs: [...read, 'patch'] }] },
  /** May not list projects, nor events. */
  gap: { token: 'gap-token', rules: [{ resources: all.filter((one) => one !== 'projects'), verbs: read }] },
  /** May list, but not watch. */
  lister: { token: 'lister-token', rules: [{ resources: all, verbs: ['get', 'list'] }] },
  nobody: { token: 'nobody-token', rules: [] },
} satisfies Record<string, User>

export type UserName = keyof typeof users

export function tokenOf(name: UserName): string {
  return users[name].token
}

/** As `--token-auth-file` wants it; the admin may do everything. */
export function tokensFile(): string {
  const rows = Object.entries(users).map(([name, { token }], i) => `${token},${name}@example.com,${i + 2},`)
  return ['admin-token,admin,1,"system:masters"', ...rows, ''].join('\n')
}

const rbac = 'rbac.authorization.k8s.io'

/** Roles and bindings, with the paths to create them at. */
export function roles(): { readonly path: string; readonly object: KubeObject }[] {
  return Object.entries(users).flatMap(([name, { rules }]) => {
    const metadata = { name: `almanac-${name}` }
    return [
      {
        path: `/apis/${rbac}/v1/clusterroles`,
        object: { metadata, rules: rules.map((rule) => ({ apiGroups: ['core.gardener.cloud'], ...rule })) },
      },
      {
        path: `/apis/${rbac}/v1/clusterrolebindings`,
        object: {
          metadata,
          roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: metadata.name },
          subjects: [{ apiGroup: rbac, kind: 'User', name: `${name}@example.com` }],
        },
      },
    ]
  })
}
