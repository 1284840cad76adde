import type { PoolView, ShootView } from '@/lib/engine/api-server/manifest'

/**
 * The labels that kubelet sets on its own node, as `key=value`, sorted. They are command line flags of kubelet, so each
 * change restarts it. Labels that Kubernetes does not let a kubelet set are put on the node from outside and are not here.
 */
export function kubeletNodeLabels(shoot: ShootView, pool: PoolView): readonly string[] {
  const runtimes = pool.containerRuntimes.map((type) => [`containerruntime.worker.gardener.cloud/${type}`, 'true'])
  const labels: Readonly<Record<string, string>> = {
    ...pool.labels,
    'node.kubernetes.io/role': 'node',
    'kubernetes.io/arch': pool.architecture ?? 'amd64',
    'networking.gardener.cloud/node-local-dns-enabled': String(shoot.nodeLocalDns),
    ...(pool.systemComponentsAllowed ? { 'worker.gardener.cloud/system-components': 'true' } : {}),
    'worker.gardener.cloud/pool': pool.name,
    'worker.garden.sapcloud.io/group': pool.name,
    'worker.gardener.cloud/cri-name': pool.cri,
    ...Object.fromEntries(runtimes),
  }
  return Object.entries(labels)
    .filter(([key]) => isAllowedForKubelet(key))
    .map(([key, value]) => `${key}=${value}`)
    .sort()
}

const OWN_LABELS = new Set([
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'beta.kubernetes.io/os',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'kubernetes.io/arch',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
])

/** Whether a kubelet may set a label on its own node: everything but Kubernetes' own names, of which it has a few. */
function isAllowedForKubelet(key: string): boolean {
  const slash = key.indexOf('/')
  const namespace = slash < 0 ? '' : key.slice(0, slash)
  if (isWithin(namespace, 'node-restriction.kubernetes.io')) return false
  if (!isWithin(namespace, 'kubernetes.io') && !isWithin(namespace, 'k8s.io')) return true
  return (
    OWN_LABELS.has(key) || isWithin(namespace, 'kubelet.kubernetes.io') || isWithin(namespace, 'node.kubernetes.io')
  )
}

function isWithin(namespace: string, domain: string): boolean {
  return namespace === domain || namespace.endsWith(`.${domain}`)
}
