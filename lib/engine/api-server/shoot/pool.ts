import {
  numberAt,
  objectAt,
  objectsAt,
  type PoolView,
  type ShootView,
  textAt,
  textMapAt,
} from '@/lib/engine/api-server/manifest'
import { ARCHITECTURES } from '@/lib/engine/api-server/profile/capabilities'
import type { JsonObject } from '@/lib/engine/json'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { refuseKubelet } from './kubelet'
import { refuseAutoscaler, refuseMachineManager, refuseSurge } from './pool-rollout'
import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  type PoolFieldPath,
  poolPath,
  required,
  type StageRefusal,
  tooLong,
} from './shoot-refusals'
import { refuseVersionSkew } from './update'

/** What the validation refuses of the pools as they are written, whatever was there before. */
export function refusePools(shoot: ShootView): readonly StageRefusal[] {
  return [
    ...shoot.pools.flatMap((pool) => refusePool(pool, shoot)),
    ...refuseNames(shoot.pools),
    ...refuseTooFewForSystemComponents(shoot.pools),
  ]
}

const LONGEST_NAME = 15

function refusePool(pool: PoolView, shoot: ShootView): readonly StageRefusal[] {
  const at = (rest: string): string => poolPath(pool.index, rest)
  return [
    ...refuseName(pool.name, at('name'), 'pool-name'),
    ...refuseMachine(pool, at),
    ...refuseSize(pool.json, at),
    ...refuseSurge(pool, at),
    ...refuseLabels(pool.json, at),
    ...refuseTaints(pool.json, at),
    ...refuseKubernetes(pool, shoot, at),
    ...refuseCaBundle(pool.json, at),
    ...refuseVolumes(pool.json, at),
    ...refuseCri(pool, at),
    ...refuseArchitecture(pool, at),
    ...refuseAutoscaler(objectAt(pool.json, 'clusterAutoscaler'), at),
    ...refuseMachineManager(pool, at),
    ...refuseStrategy(pool.json, at),
    ...refusePriority(pool.json, at),
    ...refuseSysctls(pool.json, at),
  ]
}

/** The name of a pool or volume: lower case letters, digits and `-`, and few of them. */
function refuseName(name: string, field: string, rule: 'pool-name' | 'volume-name'): readonly StageRefusal[] {
  const found: StageRefusal[] = []
  if (!isLabel(name)) {
    const detail = `"${name}" is no name: use lower case letters, digits and -.`
    found.push(invalid(field, rule, detail, { value: name }))
  }
  if (name.length > LONGEST_NAME) {
    const detail = `"${name}" is too long: ${LONGEST_NAME} characters at most.`
    found.push(tooLong(field, `${rule}-length`, detail, name))
  }
  return found
}

function refuseMachine(pool: PoolView, at: PoolFieldPath): readonly StageRefusal[] {
  const found: StageRefusal[] = []
  if (pool.machineType === '') found.push(required(at('machine.type'), 'machine-type', 'A pool needs a machine type.'))
  if (objectAt(pool.json, 'machine', 'image') === undefined) {
    return [...found, required(at('machine.image'), 'machine-image', 'A pool needs a machine image.')]
  }
  if (pool.imageName === '') {
    found.push(required(at('machine.image.name'), 'machine-image-name', 'A machine image needs a name.'))
  }
  if (pool.imageVersion === '') {
    found.push(required(at('machine.image.version'), 'machine-image-version', 'A machine image needs a version.'))
  }
  return found
}

function refuseSize(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  const [minimum, maximum] = [numberAt(pool, 'minimum') ?? 0, numberAt(pool, 'maximum') ?? 0]
  const found: StageRefusal[] = []
  if (minimum < 0) found.push(invalid(at('minimum'), 'minimum-negative', 'A pool cannot have fewer than no nodes.'))
  if (maximum < 0) found.push(invalid(at('maximum'), 'maximum-negative', 'A pool cannot have fewer than no nodes.'))
  if (maximum < minimum) {
    const detail = `The maximum of ${maximum} nodes is below the minimum of ${minimum}.`
    found.push(forbidden(at('maximum'), 'maximum-below-minimum', detail))
  }
  return found
}

/** Shoot-level kubelet settings are checked again for each pool that has settings of its own but none for kubelet. */
function refuseKubernetes(pool: PoolView, shoot: ShootView, at: PoolFieldPath): readonly StageRefusal[] {
  if (objectAt(pool.json, 'kubernetes') === undefined) return []
  return [
    ...(pool.ownVersion === undefined ? [] : refuseVersionSkew(shoot.version, pool.version, at('kubernetes.version'))),
    ...(pool.kubelet === undefined ? [] : refuseKubelet(pool.kubelet, pool.version, at('kubernetes.kubelet'))),
  ]
}

/** Names that `cri` may have. */
export const CONTAINER_RUNTIMES: readonly string[] = ['containerd']

/** What is written of the runtimes; whether the image has them is for the comparison with the profile. */
function refuseCri({ cri, containerRuntimes }: PoolView, at: PoolFieldPath): readonly StageRefusal[] {
  const found: StageRefusal[] = []
  if (!CONTAINER_RUNTIMES.includes(cri)) {
    const facts = { value: cri, supported: CONTAINER_RUNTIMES }
    found.push(notSupported(at('cri.name'), 'cri-unknown', `"${cri}" is not supported: use containerd.`, facts))
  }
  containerRuntimes.forEach((type, i) => {
    // In this stage the API server spells the list in lower case.
    const field = at(`cri.containerruntimes[${i}].type`)
    if (type === '') found.push(required(field, 'container-runtime', 'A container runtime needs a type.'))
    if (containerRuntimes.indexOf(type) < i) {
      const detail = `The container runtime ${type} is there twice.`
      found.push(duplicate(field, 'container-runtime-twice', detail, { value: type }))
    }
  })
  return found
}

function refuseArchitecture({ architecture }: PoolView, at: PoolFieldPath): readonly StageRefusal[] {
  if (architecture === undefined || ARCHITECTURES.includes(architecture)) return []
  const facts = { value: architecture, supported: ARCHITECTURES }
  return [notSupported(at('machine.architecture'), 'architecture', `"${architecture}" is no architecture.`, facts)]
}

/** In the order in which Gardener names them. */
const STRATEGIES: readonly string[] = WORKER_STRATEGIES.toSorted()

function refuseStrategy(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  const strategy = textAt(pool, 'updateStrategy')
  if (strategy === undefined || STRATEGIES.includes(strategy)) return []
  const facts = { value: strategy, supported: STRATEGIES }
  return [notSupported(at('updateStrategy'), 'update-strategy', `"${strategy}" is no update strategy.`, facts)]
}

function refusePriority(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  if ((numberAt(pool, 'priority') ?? 0) >= -1) return []
  return [invalid(at('priority'), 'priority-too-low', 'The lowest priority is -1.')]
}

function refuseNames(pools: readonly PoolView[]): readonly StageRefusal[] {
  return pools.flatMap(({ name, index }, i) => {
    if (pools.findIndex((pool) => pool.name === name) === i) return []
    const detail = `There are two pools ${name}.`
    const field = poolPath(index, 'name')
    return [duplicate(field, 'pool-twice', detail, { value: name })]
  })
}

/** Some pool must take system components, with a node for each of its zones; pools with the same zones stand in for each other. */
function refuseTooFewForSystemComponents(pools: readonly PoolView[]): readonly StageRefusal[] {
  const maximum = (pool: PoolView): number => numberAt(pool.json, 'maximum') ?? 0
  const zones = (pool: PoolView): string => [...new Set(pool.zones)].sort().join('--')
  const takers = pools.filter((pool) => pool.systemComponentsAllowed && maximum(pool) > 0)
  if (takers.length === 0) {
    const detail = 'At least one pool must take system components and may have nodes.'
    return [forbidden('spec.provider.workers', 'no-pool-for-system-components', detail)]
  }
  const enough = takers.filter((pool) => maximum(pool) >= pool.zones.length).map(zones)
  const tooFew = takers.filter((pool) => !enough.includes(zones(pool)))
  return tooFew
    .filter((pool, i) => tooFew.findLastIndex((other) => zones(other) === zones(pool)) === i)
    .map((pool) => {
      const detail = `Pool ${pool.name} may have ${maximum(pool)} nodes, too few for a node in each of its ${pool.zones.length} zones.`
      return forbidden(poolPath(pool.index, 'maximum'), 'too-few-for-zones', detail)
    })
}

/** What the validation refuses of the labels and annotations that a pool gives its nodes. */
function refuseLabels(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  const labels = Object.entries(textMapAt(pool, 'labels')).flatMap(([key, value]) => [
    ...problemsOfKey(key).map((detail) => invalid(at('labels'), 'label-key', detail, { value: key })),
    ...problemsOfValue(value).map((detail) => invalid(at('labels'), 'label-value', detail, { value })),
  ])
  const annotations = Object.keys(textMapAt(pool, 'annotations')).flatMap((key) =>
    problemsOfKey(key.toLowerCase()).map((detail) =>
      invalid(at('annotations'), 'annotation-key', detail, { value: key }),
    ),
  )
  return [...labels, ...annotations]
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const RESERVED_TAINT = 'node.gardener.cloud/critical-components-not-ready'

/** What the validation refuses of the taints of a pool; a taint is known by its key and effect. */
function refuseTaints(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  const seen = new Set<string>()
  return objectsAt(pool, 'taints').flatMap((taint, i) => {
    const [key, effect] = [textAt(taint, 'key') ?? '', textAt(taint, 'effect') ?? '']
    const value = textAt(taint, 'value') ?? ''
    const found: StageRefusal[] = problemsOfKey(key).map((detail) =>
      invalid(at(`taints[${i}].key`), 'taint-key', detail, { value: key }),
    )
    if (key === RESERVED_TAINT) {
      found.push(forbidden(at(`taints[${i}].key`), 'taint-reserved', `${key} is Gardener's own.`, { value: key }))
    }
    const problems = problemsOfValue(value)
    if (problems.length > 0) found.push(invalid(at(`taints[${i}].value`), 'taint-value', problems.join(' '), { value }))
    if (effect === '') found.push(required(at(`taints[${i}].effect`), 'taint-effect', 'A taint needs an effect.'))
    else if (!EFFECTS.includes(effect)) {
      const facts = { value: effect, supported: EFFECTS }
      found.push(notSupported(at(`taints[${i}].effect`), 'taint-effect', `"${effect}" is no effect.`, facts))
    }
    if (seen.has(`${effect} ${key}`)) {
      const detail = `The taint ${key} with effect ${effect} is there twice.`
      found.push(duplicate(at(`taints[${i}]`), 'taint-twice', detail))
    }
    seen.add(`${effect} ${key}`)
    return found
  })
}

/** Kernel settings are files below /proc/sys: their path and each of its parts have a longest length. */
const LONGEST_SYSCTL = 4096 - '/proc/sys/'.length
const LONGEST_SYSCTL_PART = 255
const SYSCTL = /^(?:(?:[a-zA-Z0-9-][a-zA-Z0-9_/-]*|\*)\.)*[a-zA-Z0-9_/-]*[a-zA-Z0-9]$/

/** What the validation refuses of the kernel settings of a pool. */
function refuseSysctls(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  return Object.entries(textMapAt(pool, 'sysctls')).flatMap(([key, value]) => {
    const field = at(`sysctls.${key}`)
    const found: StageRefusal[] = []
    if (!SYSCTL.test(key)) found.push(invalid(field, 'sysctl-key', `"${key}" is no kernel setting.`, { value: key }))
    if (key.length > LONGEST_SYSCTL) {
      const detail = `A kernel setting has ${LONGEST_SYSCTL} characters at most.`
      found.push(tooLong(field, 'sysctl-length', detail, key))
    }
    for (const part of key.split('.').filter((part) => part.length > LONGEST_SYSCTL_PART)) {
      const detail = `A part of a kernel setting has ${LONGEST_SYSCTL_PART} characters at most.`
      found.push(invalid(field, 'sysctl-part-length', detail, { value: part }))
    }
    if (value === '') found.push(required(field, 'sysctl-value', `${key} needs a value.`))
    return found
  })
}

/** Certificates for the nodes: PEM text. Only its envelope is looked at, not what a certificate says. */
function refuseCaBundle(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  const bundle = textAt(pool, 'caBundle')
  // Each certificate begins with the bytes of a sequence, in base64 `MI`.
  const envelope = /-----BEGIN CERTIFICATE-----\s+MI[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/
  if (bundle === undefined || envelope.test(bundle)) return []
  return [invalid(at('caBundle'), 'ca-bundle', 'This is no certificate in PEM text.')]
}

/** What the validation refuses of a pool's volumes. */
function refuseVolumes(pool: JsonObject, at: PoolFieldPath): readonly StageRefusal[] {
  const volume = objectAt(pool, 'volume')
  const data = objectsAt(pool, 'dataVolumes')
  const found: StageRefusal[] = []
  if (volume !== undefined) {
    const name = textAt(volume, 'name')
    if (name !== undefined) found.push(...refuseVolumeName(name, at('volume.name')))
    found.push(...refuseVolumeSize(volume, at('volume.size')))
  }
  if (data.length > 0 && volume === undefined) {
    found.push(required(at('volume'), 'volume-missing', 'A pool with data volumes needs a volume of its own.'))
  }
  const names = data.map((entry) => textAt(entry, 'name') ?? '')
  data.forEach((entry, i) => {
    const name = names[i] ?? ''
    found.push(...refuseVolumeName(name, at(`dataVolumes[${i}].name`)))
    if (names.indexOf(name) < i) {
      const detail = `The data volume ${name} is there twice.`
      const field = at(`dataVolumes[${i}].name`)
      found.push(duplicate(field, 'data-volume-twice', detail, { value: name }))
    }
    found.push(...refuseVolumeSize(entry, at(`dataVolumes[${i}].size`)))
  })
  const kubelet = textAt(pool, 'kubeletDataVolumeName')
  if (kubelet !== undefined && !names.includes(kubelet)) {
    const detail = `There is no data volume ${kubelet}.`
    found.push(invalid(at('kubeletDataVolumeName'), 'data-volume-unknown', detail, { value: kubelet }))
  }
  return found
}

function refuseVolumeName(name: string, field: string): readonly StageRefusal[] {
  return name === ''
    ? [required(field, 'volume-name', 'A volume needs a name.')]
    : refuseName(name, field, 'volume-name')
}

function refuseVolumeSize(volume: JsonObject, field: string): readonly StageRefusal[] {
  const size = textAt(volume, 'size') ?? ''
  if (/^\d+Gi$/.test(size)) return []
  return [invalid(field, 'volume-size', `"${size}" is no size: give it in Gi, e.g. 50Gi.`, { value: size })]
}

/**
 * Whether text is a name as Kubernetes wants it for keys of labels and annotations, values of labels, pools and volumes. Each
 * function tells every rule that the text breaks, as the API server answers one error for each.
 */

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/
const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/

/** A key such as `team` or `example.org/team`: an optional domain, and a name of up to 63 characters. */
function problemsOfKey(key: string): readonly string[] {
  const parts = key.split('/')
  if (parts.length > 2) return [`"${key}" has more than one slash.`]
  const [name = '', prefix] = [parts.at(-1), parts.length === 2 ? parts[0] : undefined]
  return [
    ...(prefix === undefined ? [] : problemsOfPrefix(prefix)),
    ...(name === '' ? [`"${key}" has no name.`] : []),
    ...(name.length > 63 ? [`The name of "${key}" is longer than 63 characters.`] : []),
    ...(NAME.test(name) ? [] : [`"${key}" may have letters, digits, -, _ and . only, and none of these at its ends.`]),
  ]
}

function problemsOfPrefix(prefix: string): readonly string[] {
  if (prefix === '') return ['The domain in front of the slash is missing.']
  return [
    ...(prefix.length > 253 ? [`The domain "${prefix}" is longer than 253 characters.`] : []),
    ...(SUBDOMAIN.test(prefix) ? [] : [`"${prefix}" is no domain in lower case.`]),
  ]
}

/** The value of a label or taint; it may be empty. */
function problemsOfValue(value: string): readonly string[] {
  return [
    ...(value.length > 63 ? [`"${value}" is longer than 63 characters.`] : []),
    ...(value === '' || NAME.test(value)
      ? []
      : [`"${value}" may have letters, digits, -, _ and . only, and none of these at its ends.`]),
  ]
}

export function isLabel(name: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name)
}
