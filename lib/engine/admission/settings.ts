import { numberAt, objectAt } from '@/lib/engine/impact/json'
import type { ShootView } from '@/lib/engine/impact/manifest'
import { parseVersion } from '@/lib/engine/version'
import { refuseKubelet } from './kubelet'
import { type Found, invalid, notSupported } from './refusal'

const PROXY_MODES = ['IPTables', 'IPVS', 'NFTables']

/** What the validation refuses of the settings that all pools share: kubelet, kube-proxy and the addresses of nodes. */
export function refuseSharedSettings(shoot: ShootView): readonly Found[] {
  const { kubelet, kubeProxy, version } = shoot
  const found: Found[] = [...refuseTooFewAddresses(shoot), ...refusePluginsOf(shoot)]
  if (!PROXY_MODES.includes(kubeProxy.mode)) {
    const facts = { value: kubeProxy.mode, supported: PROXY_MODES }
    const detail = `"${kubeProxy.mode}" is no mode of kube-proxy.`
    found.push(notSupported('spec.kubernetes.kubeProxy.mode', 'proxy-mode', detail, facts))
  }
  return kubelet === undefined ? found : [...found, ...refuseKubelet(kubelet, version, 'spec.kubernetes.kubelet')]
}

/** Which admission plugins there are depends on a version that can be read, even if none is named. */
export function refusePluginsOf({ version }: ShootView): readonly Found[] {
  if (version === '' || parseVersion(version) !== null) return []
  const detail = `The admission plugins of "${version}" are not known: that is no version.`
  const field = 'spec.kubernetes.kubeAPIServer.admissionPlugins'
  return [{ type: 'InternalError', field, rule: 'plugins-unknown', detail, value: version }]
}

/** A node's address range must have an address for each of its pods; the first and the last one are taken. */
function refuseTooFewAddresses({ manifest, kubelet, pools, ipFamilies }: ShootView): readonly Found[] {
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
