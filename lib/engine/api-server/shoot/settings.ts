import {
  EMPTY,
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
  type ShootManifest,
  type ShootView,
  textAt,
  valueAt,
} from '@/lib/engine/api-server/manifest'
import { parseDuration } from '@/lib/engine/duration'
import {
  apiSupport,
  atLeastMinor,
  parseVersion,
  refusedApiServerSettings,
  refusedTaints,
  requiredBy,
} from '@/lib/engine/rules'
import { refuseFeatureGates, refuseKubelet } from './kubelet'
import { forbidden, invalid, notSupported, ofUpdate, type StageRefusal } from './shoot-refusals'

const PROXY_MODES = ['IPTables', 'IPVS', 'NFTables']

/** What the validation refuses of the settings that all pools share, in the order in which it looks at them. */
export function refuseSharedSettings(shoot: ShootView): readonly StageRefusal[] {
  const { manifest, kubelet, version } = shoot
  const kubernetes = objectAt(manifest, 'spec', 'kubernetes') ?? EMPTY
  const gates = (component: string): readonly StageRefusal[] =>
    refuseFeatureGates(objectAt(kubernetes, component), version, `spec.kubernetes.${component}`)
  return [
    ...refuseTooFewAddresses(shoot),
    ...refuseEnded(shoot, given(shoot, 'spec.addons'), 35),
    ...refuseEnded(shoot, secretNames(manifest), 35),
    ...refuseApiServer(shoot),
    ...refuseControllerManager(shoot),
    ...gates('kubeControllerManager'),
    ...refuseEnded(shoot, given(shoot, 'spec.kubernetes.kubeScheduler.kubeMaxPDVols'), 35),
    ...gates('kubeScheduler'),
    ...refuseProxy(shoot),
    ...gates('kubeProxy'),
    ...(kubelet === undefined ? [] : refuseKubelet(kubelet, version, 'spec.kubernetes.kubelet')),
    ...refuseTaints(shoot),
    ...refuseEnded(shoot, given(shoot, 'spec.secretBindingName'), 34),
  ]
}

function secretNames(manifest: ShootManifest): readonly string[] {
  return objectsAt(manifest, 'spec', 'dns', 'providers').flatMap(({ secretName }, i) =>
    secretName === undefined ? [] : [`spec.dns.providers[${i}].secretName`],
  )
}

function given({ manifest }: ShootView, field: string): readonly string[] {
  return valueAt(manifest, ...field.split('.')) === undefined ? [] : [field]
}

/** Fields that end with a minor of Kubernetes. A maintenance that crosses it takes them away; a user has to do it himself. */
function refuseEnded({ version: text }: ShootView, fields: readonly string[], minor: number): readonly StageRefusal[] {
  const version = parseVersion(text)
  if (version === null || !atLeastMinor(version, 1, minor)) return []
  return fields.map((field) =>
    forbidden(field, 'field-ended', `Kubernetes 1.${minor} and newer do without this: leave it out.`),
  )
}

function refuseControllerManager(shoot: ShootView): readonly StageRefusal[] {
  const path = 'spec.kubernetes.kubeControllerManager'
  const manager = objectAt(shoot.manifest, 'spec', 'kubernetes', 'kubeControllerManager')
  const ended = refuseEnded(shoot, given(shoot, `${path}.podEvictionTimeout`), 33)
  const periods = ended.length > 0 ? ['nodeMonitorGracePeriod'] : ['podEvictionTimeout', 'nodeMonitorGracePeriod']
  return [
    ...ended,
    ...periods.flatMap((key) => {
      const value = textAt(manager, key)
      if (value === undefined || (parseDuration(value) ?? 1n) > 0n) return []
      return [invalid(`${path}.${key}`, 'duration-not-positive', `${value} is no time at all.`, { value })]
    }),
  ]
}

function refuseProxy({ manifest, kubeProxy: { mode } }: ShootView): readonly StageRefusal[] {
  const field = 'spec.kubernetes.kubeProxy.mode'
  if (!PROXY_MODES.includes(mode)) {
    const facts = { value: mode, supported: PROXY_MODES }
    return [notSupported(field, 'proxy-mode', `"${mode}" is no mode of kube-proxy.`, facts)]
  }
  const gate = flagAt(manifest, 'spec', 'kubernetes', 'kubeProxy', 'featureGates', 'NFTablesProxyMode')
  if (mode !== 'NFTables' || gate !== false) return []
  return [invalid(field, 'proxy-mode-gate', 'The mode NFTables needs the gate NFTablesProxyMode.', { value: mode })]
}

/** What the validation refuses of the API server's settings, with workers or without. */
export function refuseApiServer(shoot: ShootView): readonly StageRefusal[] {
  const { manifest, version } = shoot
  const apiServer = objectAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer')
  return [
    ...refuseEnded(shoot, given(shoot, `${API_SERVER}.enableAnonymousAuthentication`), 35),
    ...refusePluginsOf(shoot),
    ...refuseEndedOf(shoot),
    ...refuseSwitchedOff(shoot),
    ...refuseEnded(shoot, given(shoot, `${API_SERVER}.watchCacheSizes.default`), 35),
    ...refuseFeatureGates(apiServer, version, API_SERVER),
  ]
}

const API_SERVER = 'spec.kubernetes.kubeAPIServer'

/** Plugins and APIs that the version does not have. A maintenance takes plugins away; a user has to take out both. */
function refuseEndedOf({ manifest, version }: ShootView): readonly StageRefusal[] {
  if (parseVersion(version) === null) return []
  const plugins = objectsAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'admissionPlugins')
  const admissionPlugins = plugins.map((stored) => ({ name: textAt(stored, 'name') ?? '', stored }))
  const runtimeConfig = Object.keys(objectAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'runtimeConfig') ?? {})
  return refusedApiServerSettings({ admissionPlugins, runtimeConfig }, version).map((refusal) => {
    const isUnknown = refusal.type === 'FieldValueInvalid'
    const [what, name] =
      refusal.rule === 'api-ends'
        ? ['API', refusal.field.slice(`${API_SERVER}.runtimeConfig[`.length, -1)]
        : ['admission plugin', admissionPlugins[Number(/\[(\d+)\]/.exec(refusal.field)?.[1])]?.name ?? '']
    const rule = refusal.rule === 'api-ends' ? 'api-ends' : 'plugin-ends'
    const who = isUnknown ? 'No version of Kubernetes has' : `Kubernetes ${version} does not have`
    return { ...ofUpdate(refusal, rule), text: `${who} the ${what} ${name}: take it out.` }
  })
}

/** APIs that the cluster itself needs. */
function refuseSwitchedOff({ manifest, pools, version }: ShootView): readonly StageRefusal[] {
  const config = objectAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'runtimeConfig') ?? EMPTY
  return Object.entries(config).flatMap(([name, enabled]) => {
    if (enabled !== false || apiSupport(name, version).kind !== 'supported') return []
    return requiredBy(name, pools.length === 0).map((api) =>
      forbidden(
        `${API_SERVER}.runtimeConfig[${name}]`,
        'api-required',
        `The cluster needs ${api}: it cannot be switched off.`,
      ),
    )
  })
}

function refuseTaints({ manifest, version }: ShootView): readonly StageRefusal[] {
  const taints = valueAt(manifest, 'spec', 'kubernetes', 'clusterAutoscaler', 'ignoreTaints')
  if (!Array.isArray(taints) || taints.length === 0) return []
  const text = 'Kubernetes 1.32 and newer do without this: name startupTaints or statusTaints instead.'
  return refusedTaints({ ignoreTaints: true }, version).map((refusal) => ({
    ...ofUpdate(refusal, 'ignore-taints-end'),
    text,
  }))
}

/** Which admission plugins there are depends on a version that can be read, even if none is named. */
function refusePluginsOf({ version }: ShootView): readonly StageRefusal[] {
  if (version === '' || parseVersion(version) !== null) return []
  const detail = `The admission plugins of "${version}" are not known: that is no version.`
  const field = 'spec.kubernetes.kubeAPIServer.admissionPlugins'
  return [{ type: 'InternalError', field, rule: 'plugins-unknown', subject: { value: version }, text: detail }]
}

/** A node's address range must have an address for each of its pods; the first and the last one are taken. */
function refuseTooFewAddresses({ manifest, kubelet, pools, ipFamilies }: ShootView): readonly StageRefusal[] {
  const mask = numberAt(manifest, 'spec', 'kubernetes', 'kubeControllerManager', 'nodeCIDRMaskSize')
  if (mask === undefined || objectAt(manifest, 'spec', 'networking') === undefined) return []
  const maxPods = Math.max(
    numberAt(kubelet, 'maxPods') ?? 0,
    ...pools.map((pool) => numberAt(pool.ownKubelet, 'maxPods') ?? 0),
  )
  const isIpv6 = ipFamilies.length === 1 && ipFamilies[0] === 'IPv6'
  const addresses = 2 ** ((isIpv6 ? 128 : 32) - mask) - 2
  if (addresses >= (maxPods === 0 ? 110 : maxPods)) return []
  const field = 'spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize'
  const detail = `A node has ${addresses} addresses but may run ${maxPods} pods: choose a smaller mask than ${mask}.`
  return [invalid(field, 'too-few-addresses', detail, { value: String(mask) })]
}
