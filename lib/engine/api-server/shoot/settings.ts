import {
  EMPTY,
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
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
import { forbidden, invalid, ofUpdate, type Refusals, refuseOther } from './shoot-refusals'

const PROXY_MODES = ['IPTables', 'IPVS', 'NFTables']

/** What the validation refuses of the settings that all pools share, in the order in which it looks at them. */
export function* refuseSharedSettings(shoot: ShootView): Refusals {
  const { manifest, kubelet, version } = shoot
  yield* refuseTooFewAddresses(shoot)
  yield* refuseEnded(shoot, 'spec.addons', 35)
  for (const [i, { secretName }] of objectsAt(manifest, 'spec', 'dns', 'providers').entries()) {
    if (secretName !== undefined) yield* refuseFrom(shoot, `spec.dns.providers[${i}].secretName`, 35)
  }
  yield* refuseApiServer(shoot)
  yield* refuseControllerManager(shoot)
  yield* refuseGates(shoot, 'kubeControllerManager')
  yield* refuseEnded(shoot, 'spec.kubernetes.kubeScheduler.kubeMaxPDVols', 35)
  yield* refuseGates(shoot, 'kubeScheduler')
  yield* refuseProxy(shoot)
  yield* refuseGates(shoot, 'kubeProxy')
  if (kubelet !== undefined) yield* refuseKubelet(kubelet, version, 'spec.kubernetes.kubelet')
  yield* refuseTaints(shoot)
  yield* refuseEnded(shoot, 'spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete', 33)
  yield* refuseEnded(shoot, 'spec.secretBindingName', 34)
}

/** What the validation refuses of the feature gates of a part of Kubernetes. */
export function refuseGates({ manifest, version }: ShootView, part: string): Refusals {
  return refuseFeatureGates(objectAt(manifest, 'spec', 'kubernetes', part), version, `spec.kubernetes.${part}`)
}

/** Fields that end with a minor of Kubernetes. A maintenance that crosses it takes them away; a user has to do it himself. */
function* refuseEnded(shoot: ShootView, field: string, minor: number): Refusals {
  if (valueAt(shoot.manifest, ...field.split('.')) !== undefined) yield* refuseFrom(shoot, field, minor)
}

/** The same of one that is there. */
function* refuseFrom({ version: text }: ShootView, field: string, minor: number): Refusals {
  const version = parseVersion(text)
  if (version === null || !atLeastMinor(version, 1, minor)) return
  yield forbidden(field, 'field-ended', `Kubernetes 1.${minor} and newer do without this: leave it out.`)
}

function* refuseControllerManager(shoot: ShootView): Refusals {
  const path = 'spec.kubernetes.kubeControllerManager'
  const ended = [...refuseEnded(shoot, `${path}.podEvictionTimeout`, 33)]
  yield* ended
  for (const key of ended.length > 0 ? ['nodeMonitorGracePeriod'] : ['podEvictionTimeout', 'nodeMonitorGracePeriod']) {
    const value = textAt(shoot.manifest, 'spec', 'kubernetes', 'kubeControllerManager', key)
    if (value === undefined || (parseDuration(value) ?? 1n) > 0n) continue
    yield invalid(`${path}.${key}`, 'duration-not-positive', `${value} is no time at all.`, { value })
  }
}

function* refuseProxy({ manifest, kubeProxy: { mode } }: ShootView): Refusals {
  const field = 'spec.kubernetes.kubeProxy.mode'
  yield* refuseOther(mode, PROXY_MODES, field, 'proxy-mode', 'is no mode of kube-proxy.')
  const gate = flagAt(manifest, 'spec', 'kubernetes', 'kubeProxy', 'featureGates', 'NFTablesProxyMode')
  if (mode !== 'NFTables' || gate !== false) return
  yield invalid(field, 'proxy-mode-gate', 'The mode NFTables needs the gate NFTablesProxyMode.', { value: mode })
}

/** What the validation refuses of the API server's settings, with workers or without. */
export function* refuseApiServer(shoot: ShootView): Refusals {
  const { version } = shoot
  yield* refuseEnded(shoot, `${API_SERVER}.enableAnonymousAuthentication`, 35)
  // Which admission plugins there are depends on a version that can be read, even if none is named.
  if (version !== '' && parseVersion(version) === null) {
    const text = `The admission plugins of "${version}" are not known: that is no version.`
    const field = `${API_SERVER}.admissionPlugins`
    yield { type: 'InternalError', field, rule: 'plugins-unknown', subject: { value: version }, text }
  }
  yield* refuseEndedOf(shoot)
  yield* refuseSwitchedOff(shoot)
  yield* refuseEnded(shoot, `${API_SERVER}.watchCacheSizes.default`, 35)
  yield* refuseGates(shoot, 'kubeAPIServer')
}

const API_SERVER = 'spec.kubernetes.kubeAPIServer'

/** Plugins and APIs that the version does not have. A maintenance takes plugins away; a user has to take out both. */
function* refuseEndedOf({ manifest, version }: ShootView): Refusals {
  if (parseVersion(version) === null) return
  const plugins = objectsAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'admissionPlugins')
  const admissionPlugins = plugins.map((stored) => ({ name: textAt(stored, 'name') ?? '', stored }))
  const runtimeConfig = Object.keys(objectAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'runtimeConfig') ?? {})
  for (const refusal of refusedApiServerSettings({ admissionPlugins, runtimeConfig }, version)) {
    const rule = refusal.rule === 'api-ends' ? 'api-ends' : 'plugin-ends'
    const what =
      rule === 'api-ends'
        ? `API ${refusal.field.slice(`${API_SERVER}.runtimeConfig[`.length, -1)}`
        : `admission plugin ${admissionPlugins[Number(/\[(\d+)\]/.exec(refusal.field)?.[1])]?.name ?? ''}`
    const isUnknown = refusal.type === 'FieldValueInvalid'
    const who = isUnknown ? 'No version of Kubernetes has' : `Kubernetes ${version} does not have`
    yield { ...ofUpdate(refusal, rule), text: `${who} the ${what}: take it out.` }
  }
}

/** APIs that the cluster itself needs. */
function* refuseSwitchedOff({ manifest, pools, version }: ShootView): Refusals {
  const config = objectAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'runtimeConfig') ?? EMPTY
  for (const [name, enabled] of Object.entries(config)) {
    if (enabled !== false || apiSupport(name, version).kind !== 'supported') continue
    for (const api of requiredBy(name, pools.length === 0)) {
      const text = `The cluster needs ${api}: it cannot be switched off.`
      yield forbidden(`${API_SERVER}.runtimeConfig[${name}]`, 'api-required', text)
    }
  }
}

function* refuseTaints({ manifest, version }: ShootView): Refusals {
  const taints = valueAt(manifest, 'spec', 'kubernetes', 'clusterAutoscaler', 'ignoreTaints')
  if (!Array.isArray(taints) || taints.length === 0) return
  const text = 'Kubernetes 1.32 and newer do without this: name startupTaints or statusTaints instead.'
  for (const refusal of refusedTaints({ ignoreTaints: true }, version)) {
    yield { ...ofUpdate(refusal, 'ignore-taints-end'), text }
  }
}

/** A node's address range must have an address for each of its pods; the first and the last one are taken. */
function* refuseTooFewAddresses({ manifest, kubelet, pools, ipFamilies }: ShootView): Refusals {
  const mask = numberAt(manifest, 'spec', 'kubernetes', 'kubeControllerManager', 'nodeCIDRMaskSize')
  if (mask === undefined || objectAt(manifest, 'spec', 'networking') === undefined) return
  const maxPods = Math.max(
    ...[kubelet, ...pools.map(({ ownKubelet }) => ownKubelet)].map((one) => numberAt(one, 'maxPods') ?? 0),
  )
  const isIpv6 = ipFamilies.length === 1 && ipFamilies[0] === 'IPv6'
  const addresses = 2 ** ((isIpv6 ? 128 : 32) - mask) - 2
  if (addresses >= (maxPods === 0 ? 110 : maxPods)) return
  const field = 'spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize'
  const detail = `A node has ${addresses} addresses but may run ${maxPods} pods: choose a smaller mask than ${mask}.`
  yield invalid(field, 'too-few-addresses', detail, { value: String(mask) })
}
