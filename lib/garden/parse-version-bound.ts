import { NAME_LENGTH } from '@/lib/engine/bounds'
import { canonicalDuration } from '@/lib/engine/duration'
import { type FieldReader, isRecord, present } from '@/lib/engine/reader'
import { atLeastMinor, parseVersion } from '@/lib/engine/rules'
import type { Shoot, VersionBoundSettings } from '@/lib/engine/types'

const COMPONENTS = ['kubeAPIServer', 'kubeControllerManager', 'kubeScheduler', 'kubeProxy', 'kubelet']

/** The settings that a maintenance removes or migrates when it crosses a minor; undefined if there are none. */
export function readVersionBound(spec: FieldReader): VersionBoundSettings | undefined {
  const kubernetes = spec.at('kubernetes')
  const apiServer = kubernetes.at('kubeAPIServer')
  const podEvictionTimeout = kubernetes.in('kubeControllerManager', 'podEvictionTimeout').text()
  const featureGates = readFeatureGates(spec)
  const plugins = apiServer.at('admissionPlugins')
  const secretNames = readDnsSecretNames(spec)
  const apis = apiServer
    .at('runtimeConfig')
    .entries()
    .flatMap(([name, value]) => (value.flag() === undefined ? [] : [name]))
  const secretBindingName = spec.at('secretBindingName').text(NAME_LENGTH)
  const credentialsBindingName = spec.at('credentialsBindingName').text(NAME_LENGTH)
  const settings = present({
    podEvictionTimeout: podEvictionTimeout && canonicalDuration(podEvictionTimeout),
    secretBindingName,
    // It only matters in that it keeps a secret binding from being migrated.
    credentialsBindingName: secretBindingName && credentialsBindingName,
    // False is what the API server stores as absent.
    enableAnonymousAuthentication: apiServer.at('enableAnonymousAuthentication').flag() || undefined,
    kubeMaxPDVols: kubernetes.in('kubeScheduler', 'kubeMaxPDVols').text(),
    watchCacheSizesDefault: apiServer.in('watchCacheSizes', 'default').count(),
    addons: dashboardIsOff(spec.at('addons')) ? undefined : readAddons(spec.at('addons').object()),
    dnsProviderSecretNames: secretNames.some((name) => name !== undefined) ? secretNames : undefined,
    featureGates: Object.keys(featureGates).length > 0 ? featureGates : undefined,
    admissionPlugins: plugins.isPresent()
      ? plugins.items().flatMap((plugin) => {
          const name = plugin.at('name').requiredText()
          return name === undefined ? [] : [{ name, stored: plugin.raw() }]
        })
      : undefined,
    runtimeConfig: apis.length > 0 ? apis : undefined,
    ignoreTaints: kubernetes.in('clusterAutoscaler', 'ignoreTaints').texts().length > 0 || undefined,
  })
  return Object.keys(settings).length > 0 ? settings : undefined
}

/** Below Kubernetes 1.35 the API server writes the name of a secret that a provider refers to beside it, if that is not there. */
function readDnsSecretNames(spec: FieldReader): (string | undefined)[] {
  const version = parseVersion(spec.in('kubernetes', 'version').text() ?? '')
  const isWritten = version !== null && !atLeastMinor(version, 1, 35)
  return spec
    .in('dns', 'providers')
    .items()
    .map((provider) => {
      const ref = provider.at('credentialsRef')
      const isSecret = ref.at('apiVersion').text() === 'v1' && ref.at('kind').text() === 'Secret'
      return (
        provider.at('secretName').text(NAME_LENGTH) ??
        (isWritten && isSecret ? ref.at('name').text(NAME_LENGTH) : undefined)
      )
    })
}

/**
 * Settings that mean the same as none, or nothing any more: the API server drops them with every write, hence it gives none
 * of them out but in a shoot that was not written for long.
 */
export function readDroppedOnWrite(spec: FieldReader): Shoot['droppedOnWrite'] {
  const kubernetes = spec.at('kubernetes')
  const anonymous = kubernetes.in('kubeAPIServer', 'enableAnonymousAuthentication').flag()
  const dropped = present({
    maxEmptyBulkDelete: kubernetes.in('clusterAutoscaler', 'maxEmptyBulkDelete').count(),
    enableAnonymousAuthentication: anonymous === false ? anonymous : undefined,
    addons: dashboardIsOff(spec.at('addons')) ? readAddons(spec.at('addons').object()) : undefined,
  })
  return Object.keys(dropped).length > 0 ? dropped : undefined
}

/** Addons of which there is only a dashboard that is switched off. */
function dashboardIsOff(field: FieldReader): boolean {
  const addons = field.raw()
  if (!isRecord(addons)) return false
  const { kubernetesDashboard: dashboard, nginxIngress: ingress } = addons
  return isRecord(dashboard) && dashboard.enabled !== true && !isRecord(ingress)
}

function readFeatureGates(spec: FieldReader): Record<string, Record<string, boolean>> {
  const gates: Record<string, Record<string, boolean>> = {}
  const add = (path: string, field: FieldReader) => {
    const entries = field.entries().flatMap(([name, value]) => {
      const enabled = value.flag()
      return enabled === undefined ? [] : [[name, enabled] as const]
    })
    if (entries.length > 0) gates[path] = Object.fromEntries(entries)
  }
  for (const component of COMPONENTS) {
    add(`spec.kubernetes.${component}.featureGates`, spec.in('kubernetes', component, 'featureGates'))
  }
  spec
    .in('provider', 'workers')
    .items()
    .forEach((worker, i) => {
      add(
        `spec.provider.workers[${i}].kubernetes.kubelet.featureGates`,
        worker.in('kubernetes', 'kubelet', 'featureGates'),
      )
    })
  return gates
}

/** The addons as stored: an ingress controller gets its traffic policy, a dashboard its way to log in. */
function readAddons(field: FieldReader): unknown {
  const addons = field.raw()
  if (!isRecord(addons)) return undefined
  const { kubernetesDashboard: dashboard, nginxIngress: ingress, ...rest } = addons
  return {
    ...rest,
    ...(isRecord(dashboard)
      ? {
          kubernetesDashboard: { ...(dashboard.enabled === true ? { authenticationMode: 'token' } : {}), ...dashboard },
        }
      : {}),
    ...(isRecord(ingress) ? { nginxIngress: { externalTrafficPolicy: 'Cluster', ...ingress } } : {}),
  }
}
