import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect } from '../../support/test'
import { chart, type Values } from './helm'
import type { Rendered } from './rendered'

/** Values, and what becomes of them. */
interface Case {
  readonly title: string
  readonly values: Values
  readonly shows: (rendered: Rendered) => void
}

const generic = '/var/run/secrets/gardener.cloud/shoot/generic-kubeconfig'

/** Each value of the chart is set in one of them at least, which a test holds. */
export const cases: readonly Case[] = [
  {
    title: 'without a word it follows the cluster it runs in, and asks for a token',
    values: {},
    shows: ({ kinds, of, env, pod, container, mounts }) => {
      // CoreDNS of Gardener's clusters listens on 8053, others on 53.
      expect(egressOf(of)).toContainEqual({
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP' },
          { port: 8053, protocol: 'UDP' },
          { port: 8053, protocol: 'TCP' },
        ],
      })
      expect(kinds).toEqual([
        'ClusterRole',
        'ClusterRoleBinding',
        'Deployment',
        'NetworkPolicy',
        'Secret',
        'Service',
        'ServiceAccount',
      ])
      expect(env).toEqual({
        GARDEN: 'kubernetes',
        HOST: '0.0.0.0',
        PORT: '3000',
        METRICS_PORT: '9090',
        LOG_LEVEL: 'info',
        AUTH: 'token',
        SESSION_SECRET: 'almanac-keys/SESSION_SECRET',
        FEED_SECRET: 'almanac-keys/FEED_SECRET',
      })
      expect(pod.spec?.automountServiceAccountToken).toBe(true)
      expect(container.image).toMatch(/^almanac:\d+\.\d+\.\d+$/)
      expect(Object.keys(mounts)).toEqual(['/tmp'])
    },
  },
  {
    title: 'a virtual garden is followed with a kubeconfig, and no token of the own cluster',
    values: { garden: { kubeconfig: { secret: 'garden', key: 'config' } } },
    shows: ({ kinds, env, pod, mounts }) => {
      expect(kinds).not.toContain('ClusterRole')
      expect(env.KUBECONFIG).toBe(`${generic}/kubeconfig`)
      expect(pod.spec?.automountServiceAccountToken).toBe(false)
      expect(mounts[generic]).toEqual({
        projected: {
          defaultMode: 0o440,
          sources: [{ secret: { name: 'garden', items: [{ key: 'config', path: 'kubeconfig' }] } }],
        },
      })
    },
  },
  {
    title: 'the token of a generic kubeconfig lies beside it',
    values: { garden: { kubeconfig: { secret: 'generic' }, token: { secret: 'access', key: 'bearer' } } },
    shows: ({ mounts }) =>
      expect(mounts[generic]).toMatchObject({
        projected: {
          sources: [
            { secret: { name: 'generic', items: [{ key: 'kubeconfig', path: 'kubeconfig' }] } },
            { secret: { name: 'access', items: [{ key: 'bearer', path: 'token' }] } },
          ],
        },
      }),
  },
  {
    title: 'access: the account and its role, for the virtual garden',
    values: { part: 'access', garden: { kubeconfig: { secret: 'garden' } } },
    shows: ({ kinds, of }) => {
      expect(kinds).toEqual(['ClusterRole', 'ClusterRoleBinding', 'ServiceAccount'])
      expect(of.ClusterRole?.rules).toEqual([
        {
          apiGroups: ['core.gardener.cloud'],
          resources: ['cloudprofiles', 'projects'],
          verbs: ['list', 'watch'],
        },
        {
          apiGroups: ['core.gardener.cloud'],
          resources: ['namespacedcloudprofiles', 'shoots'],
          verbs: ['list', 'watch'],
        },
      ])
    },
  },
  {
    title: 'some namespaces are followed with roles in these',
    values: { garden: { namespaces: ['garden-payments', 'garden-search'] } },
    shows: ({ kinds, env, of, objects }) => {
      expect(env.NAMESPACES).toBe('garden-payments,garden-search')
      expect(kinds.filter((kind) => kind === 'Role' || kind === 'RoleBinding')).toHaveLength(4)
      expect(objects.filter(({ kind }) => kind === 'Role').map(({ metadata }) => metadata.namespace)).toEqual([
        'garden-payments',
        'garden-search',
      ])
      expect(JSON.stringify(of.ClusterRole)).not.toContain('shoots')
    },
  },
  {
    title: 'none: its own account reads single objects and events too',
    values: { auth: { mode: 'none' } },
    shows: ({ env, of }) => {
      expect(env.AUTH).toBe('none')
      expect(of.ClusterRole?.rules).toContainEqual({ apiGroups: [''], resources: ['events'], verbs: ['list'] })
      expect(JSON.stringify(of.ClusterRole)).toContain('"get","list","watch"')
    },
  },
  {
    title: 'oidc: sign-in at an identity provider that may be reached',
    values: {
      auth: {
        mode: 'oidc',
        oidc: {
          issuer: 'https://id.example.org/realms/garden',
          clientID: 'almanac',
          scopes: 'openid groups',
          clientSecret: { secret: 'oidc', key: 'secret' },
        },
      },
      networkPolicy: {
        to: { identityProvider: { peers: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [8443] } },
      },
    },
    shows: ({ env, of }) => {
      expect(env).toMatchObject({
        AUTH: 'oidc',
        OIDC_ISSUER: 'https://id.example.org/realms/garden',
        OIDC_CLIENT_ID: 'almanac',
        OIDC_SCOPES: 'openid groups',
        OIDC_CLIENT_SECRET: 'oidc/secret',
      })
      expect(egressOf(of)).toContainEqual({ ports: [{ port: 8443 }], to: [{ ipBlock: { cidr: '192.0.2.0/24' } }] })
    },
  },
  {
    title: 'proxy: the token of a trusted proxy',
    values: { auth: { mode: 'proxy' }, trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'] },
    shows: ({ env }) => expect(env).toMatchObject({ AUTH: 'proxy', TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8,192.0.2.7' }),
  },
  {
    title: 'keys of your own',
    values: { keys: { secret: 'my-keys' } },
    shows: ({ kinds, env }) => {
      expect(kinds).not.toContain('Secret')
      expect(env).toMatchObject({ SESSION_SECRET: 'my-keys/SESSION_SECRET', FEED_SECRET: 'my-keys/FEED_SECRET' })
    },
  },
  {
    title: 'three replicas share a database',
    values: {
      replicas: 3,
      database: { secret: 'postgres', key: 'address' },
      networkPolicy: { to: { database: { peers: [{ podSelector: {} }], ports: [6432] } } },
    },
    shows: ({ env, of, pod }) => {
      expect(env.DATABASE_URL).toBe('postgres/address')
      expect(of.Deployment).toMatchObject({ spec: { replicas: 3, strategy: { type: 'RollingUpdate' } } })
      expect(of.PodDisruptionBudget).toMatchObject({ spec: { maxUnavailable: 1 } })
      expect(pod.spec?.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ])
      expect(egressOf(of)).toContainEqual({ ports: [{ port: 6432 }], to: [{ podSelector: {} }] })
    },
  },
  {
    title: 'a volume keeps what one replica knows',
    values: { persistence: { enabled: true, size: '5Gi', storageClass: 'fast' } },
    shows: ({ env, of, mounts }) => {
      expect(env.DATA_DIR).toBe('/data')
      expect(mounts['/data']).toEqual({ persistentVolumeClaim: { claimName: 'almanac' } })
      expect(of.PersistentVolumeClaim).toMatchObject({
        metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } },
        spec: { storageClassName: 'fast', resources: { requests: { storage: '5Gi' } } },
      })
      expect(of.Deployment).toMatchObject({ spec: { strategy: { type: 'Recreate' } } })
    },
  },
  {
    title: 'a claim of your own',
    values: { persistence: { enabled: true, claim: 'mine' } },
    shows: ({ kinds, mounts }) => {
      expect(kinds).not.toContain('PersistentVolumeClaim')
      expect(mounts['/data']).toEqual({ persistentVolumeClaim: { claimName: 'mine' } })
    },
  },
  {
    title: 'an image of your own registry',
    values: {
      image: {
        repository: 'registry.example.org:5000/tools/almanac',
        tag: '1.2.3-rc.1',
        pullPolicy: 'Always',
        pullSecrets: ['registry'],
      },
    },
    shows: ({ container, pod }) => {
      expect(container).toMatchObject({
        image: 'registry.example.org:5000/tools/almanac:1.2.3-rc.1',
        imagePullPolicy: 'Always',
      })
      expect(pod.spec?.imagePullSecrets).toEqual([{ name: 'registry' }])
    },
  },
  {
    title: 'a digest counts before a tag',
    values: { image: { tag: 'latest', digest: `sha256:${'a'.repeat(64)}` } },
    shows: ({ container }) => expect(container.image).toBe(`almanac@sha256:${'a'.repeat(64)}`),
  },
  {
    title: 'settings of the program',
    values: {
      host: '::',
      logLevel: 'debug',
      freeze: '2026-12-18..2027-01-04',
      dashboardUrl: 'https://dashboard.example.org/namespace/{namespace}/shoots/{name}',
      landscapes: ['canary=https://canary.example.org', 'live=https://example.org/almanac'],
      notices: { url: 'https://chat.example.org/hooks/almanac', secret: 'almanac-notices' },
      policy: 'apiVersion: controllermanager.config.gardener.cloud/v1alpha1\nkind: ControllerManagerConfiguration\n',
      certificates: { configMap: 'roots', key: 'bundle.pem' },
    },
    shows: ({ env, of, mounts, pod }) => {
      expect(env).toMatchObject({
        HOST: '::',
        LOG_LEVEL: 'debug',
        FREEZE: '2026-12-18..2027-01-04',
        DASHBOARD_URL: 'https://dashboard.example.org/namespace/{namespace}/shoots/{name}',
        LANDSCAPES: 'canary=https://canary.example.org,live=https://example.org/almanac',
        NOTICE_URL: 'https://chat.example.org/hooks/almanac',
        NOTICE_SECRET: 'almanac-notices/NOTICE_SECRET',
        POLICY: '/etc/almanac/policy/policy.yaml',
        NODE_EXTRA_CA_CERTS: '/etc/almanac/certificates/ca.crt',
      })
      expect(of.ConfigMap?.data).toEqual({
        'policy.yaml':
          'apiVersion: controllermanager.config.gardener.cloud/v1alpha1\nkind: ControllerManagerConfiguration\n',
      })
      expect(mounts).toMatchObject({
        '/etc/almanac/policy': { configMap: { name: 'almanac' } },
        '/etc/almanac/certificates': {
          configMap: { name: 'roots', items: [{ key: 'bundle.pem', path: 'ca.crt' }] },
        },
      })
      expect(pod.metadata?.annotations?.['checksum/policy']).toMatch(/^[0-9a-f]{64}$/)
    },
  },
  {
    title: 'where and how pods run',
    values: {
      resources: { requests: { cpu: '2', memory: '3Gi' }, limits: { memory: '4Gi' } },
      podLabels: { 'networking.gardener.cloud/to-dns': 'allowed' },
      podAnnotations: { team: 'landscape' },
      nodeSelector: { pool: 'tools' },
      tolerations: [{ key: 'tools', operator: 'Exists' }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'arch', operator: 'In', values: ['amd64'] }] }],
          },
        },
      },
      priorityClassName: 'system-cluster-critical',
    },
    shows: ({ pod, container }) => {
      expect(container.resources).toEqual({ requests: { cpu: '2', memory: '3Gi' }, limits: { memory: '4Gi' } })
      expect(pod.metadata).toMatchObject({
        labels: { 'networking.gardener.cloud/to-dns': 'allowed', 'app.kubernetes.io/name': 'almanac' },
        annotations: { team: 'landscape' },
      })
      expect(pod.spec).toMatchObject({
        nodeSelector: { pool: 'tools' },
        tolerations: [{ key: 'tools', operator: 'Exists' }],
        affinity: { nodeAffinity: {} },
        priorityClassName: 'system-cluster-critical',
      })
    },
  },
  {
    title: 'an Ingress under a path',
    values: {
      basePath: '/tools/almanac',
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { 'cert-manager.io/cluster-issuer': 'garden' },
        host: 'tools.example.org',
        tlsSecret: 'tools-tls',
      },
    },
    shows: ({ env, of }) => {
      expect(env.BASE_PATH).toBe('/tools/almanac')
      expect(of.Ingress).toMatchObject({
        metadata: { annotations: { 'cert-manager.io/cluster-issuer': 'garden' } },
        spec: {
          ingressClassName: 'nginx',
          tls: [{ secretName: 'tools-tls', hosts: ['tools.example.org'] }],
          rules: [
            {
              host: 'tools.example.org',
              http: { paths: [{ path: '/tools/almanac', backend: { service: { name: 'almanac' } } }] },
            },
          ],
        },
      })
    },
  },
  {
    title: 'a route of a Gateway',
    values: {
      route: {
        enabled: true,
        annotations: { team: 'landscape' },
        parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
        hostnames: ['almanac.example.org'],
      },
    },
    shows: ({ of }) =>
      expect(of.HTTPRoute).toMatchObject({
        apiVersion: 'gateway.networking.k8s.io/v1',
        metadata: { annotations: { team: 'landscape' } },
        spec: {
          parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
          hostnames: ['almanac.example.org'],
          rules: [
            {
              matches: [{ path: { type: 'PathPrefix', value: '/' } }],
              backendRefs: [{ name: 'almanac', port: 80 }],
            },
          ],
        },
      }),
  },
  {
    title: 'only those get in, and it gets only there',
    values: {
      networkPolicy: {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
        metricsFrom: [],
        to: {
          dns: {
            peers: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
            ports: [5353],
          },
          apiServer: { peers: [{ ipBlock: { cidr: '198.51.100.7/32' } }], ports: [6443, 443] },
        },
      },
    },
    shows: ({ of }) =>
      expect(of.NetworkPolicy?.spec).toMatchObject({
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
            ports: [{ port: 'http' }],
          },
        ],
        egress: [
          {
            ports: [
              { port: 5353, protocol: 'UDP' },
              { port: 5353, protocol: 'TCP' },
            ],
            to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
          },
          { ports: [{ port: 6443 }, { port: 443 }], to: [{ ipBlock: { cidr: '198.51.100.7/32' } }] },
        ],
      }),
  },
  {
    title: 'no policy where the cluster has its own',
    values: { networkPolicy: { enabled: false } },
    shows: ({ kinds }) => expect(kinds).not.toContain('NetworkPolicy'),
  },
  {
    title: 'the Prometheus operator finds it',
    values: { serviceMonitor: { enabled: true, labels: { prometheus: 'garden' }, interval: '1m' } },
    shows: ({ of }) => {
      expect(of.ServiceMonitor).toMatchObject({
        metadata: { name: 'almanac', namespace: 'almanac', labels: { prometheus: 'garden' } },
        spec: { endpoints: [{ port: 'metrics', path: '/metrics', interval: '1m' }] },
      })
      const found = { 'app.kubernetes.io/name': 'almanac', 'app.kubernetes.io/instance': 'almanac' }
      expect(of.ServiceMonitor?.spec).toMatchObject({ selector: { matchLabels: found } })
      expect(of.Service?.metadata.labels).toMatchObject(found)
    },
  },
  {
    title: 'alerts, word by word as Prometheus is tested with them',
    values: { prometheusRule: { enabled: true, labels: { role: 'alerts' } } },
    shows: ({ of }) => {
      expect(of.PrometheusRule?.metadata.labels).toMatchObject({ role: 'alerts' })
      expect(of.PrometheusRule?.spec).toEqual(parse(fileOf('alerts.yaml')))
    },
  },
  {
    title: 'the dashboard, where a sidecar of Grafana finds it',
    values: { dashboard: { enabled: true, labels: { grafana_dashboard: 'garden' } } },
    shows: ({ of }) => {
      expect(of.ConfigMap?.metadata.labels).toMatchObject({ grafana_dashboard: 'garden' })
      expect(of.ConfigMap?.data).toEqual({ 'almanac.json': fileOf('dashboard.json') })
    },
  },
]

/** What the schema refuses, or the chart with a sentence. */
export const refusals: readonly (readonly [title: string, values: Values, words: RegExp])[] = [
  ['a value that there is not', { replica: 2 }, /replica/],
  ['one that is misspelled inside', { ingress: { enabled: true, hosts: ['a'] } }, /hosts/],
  ['a number as a text', { replicas: '3' }, /replicas/],
  ['a mode that there is not', { auth: { mode: 'basic' } }, /auth\/mode|auth\.mode/],
  ['an issuer without TLS', { auth: { mode: 'oidc', oidc: { issuer: 'http://id' } } }, /issuer/],
  ['a name of a secret that can be none', { keys: { secret: 'My Keys' } }, /secret/],
  ['a namespace that can be none', { garden: { namespaces: ['Garden'] } }, /namespaces/],
  ['a path that ends with a slash', { basePath: '/almanac/' }, /basePath/],
  ['a proxy that is no address', { trustedProxies: ['ingress'] }, /trustedProxies/],
  ['a network of IPv4 with more than 32 bits', { trustedProxies: ['10.0.0.0/33'] }, /trustedProxies/],
  ['a network of IPv6 with more than 128 bits', { trustedProxies: ['fd00::/129'] }, /trustedProxies/],
  ['an address with a number beyond 255', { trustedProxies: ['10.0.0.256'] }, /trustedProxies/],
  [
    'a peer whose network is none',
    { networkPolicy: { from: [{ ipBlock: { cidr: '10.0.0.0/33' } }] } },
    /networkPolicy.*cidr/s,
  ],
  ['a freeze that is no day', { freeze: 'x' }, /freeze/],
  ['a freeze in a month that there is not', { freeze: '2026-13-01' }, /freeze/],
  ['a freeze on a day that there is not', { freeze: '2027-02-29' }, /freeze: there is no day 2027-02-29\./],
  ['a freeze that ends first', { freeze: '2027-01-04..2026-12-18' }, /freeze: 2027-01-04\.\.2026-12-18 ends before/],
  ['a freeze of years', { freeze: '2026-01-01,2026-01-01..2027-01-02' }, /freeze: .* is longer than a year/],
  ['a dashboard without a cluster', { dashboardUrl: 'https://dashboard.example.org' }, /dashboardUrl/],
  ['notices by http', { notices: { url: 'http://chat.example.org' } }, /notices/],
  [
    'notices without a secret',
    { notices: { url: 'https://chat.example.org' } },
    /notices\.secret names the secret with NOTICE_SECRET/,
  ],
  ['a landscape by http', { landscapes: ['canary=http://canary.example.org'] }, /landscapes/],
  ['scopes without an ID token', { auth: { oidc: { scopes: 'groups' } } }, /scopes/],
  ['a policy that is too long', { policy: 'a'.repeat(20_001) }, /policy/],
  ['a port that is none', { networkPolicy: { to: { apiServer: { ports: [70000] } } } }, /ports/],
  ['a level that there is not', { logLevel: 'loud' }, /logLevel/],
  ['a digest that is none', { image: { digest: 'latest' } }, /digest/],
  [
    'replicas without a database',
    { replicas: 2 },
    /replicas: more than one needs a database that they share: name the secret with its address in database\.secret, or set replicas to 1\./,
  ],
  [
    'replicas that share a volume',
    { replicas: 2, database: { secret: 'postgres' }, persistence: { enabled: true } },
    /persistence\.enabled: a volume belongs to one pod/,
  ],
  [
    'a token without a kubeconfig',
    { garden: { token: { secret: 'access' } } },
    /garden\.token\.secret: a token belongs/,
  ],
  ['oidc without an issuer', { auth: { mode: 'oidc' } }, /auth\.mode: oidc needs auth\.oidc\.issuer and/],
  ['proxy without a proxy', { auth: { mode: 'proxy' } }, /auth\.mode: proxy takes the token from a proxy/],
  ['a route without a Gateway', { route: { enabled: true } }, /route\.enabled: a route hangs on a Gateway/],
  ['a certificate for no name', { ingress: { enabled: true, tlsSecret: 'tls' } }, /ingress\.tlsSecret: a certificate/],
]

function fileOf(name: string): string {
  return readFileSync(join(chart, 'files', name), 'utf8')
}

function egressOf(of: Rendered['of']): unknown {
  return (of.NetworkPolicy?.spec as { egress?: unknown } | undefined)?.egress
}
