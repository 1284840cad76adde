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
import { isLabel, labelValueFaults, qualifiedNameFaults } from '@/lib/engine/api-server/profile/metadata'
import type { JsonObject } from '@/lib/engine/json'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { refuseKubelet } from './kubelet'
import { refuseAutoscaler, refuseMachineManager, refuseSurge } from './pool-rollout'
import {
  duplicate,
  forbidden,
  invalid,
  type PoolFieldPath,
  poolPath,
  type Refusals,
  refuseOther,
  required,
  tooLong,
} from './shoot-refusals'
import { refuseVersionSkew } from './update'

/** What the validation refuses of the pools as they are written, whatever was there before. */
export function* refusePools(shoot: ShootView): Refusals {
  for (const pool of shoot.pools) yield* refusePool(pool, shoot)
  yield* refuseNames(shoot.pools)
  yield* refuseTooFewForSystemComponents(shoot.pools)
}

const LONGEST_NAME = 15

function* refusePool(pool: PoolView, shoot: ShootView): Refusals {
  const { json, architecture } = pool
  const at = (rest: string): string => poolPath(pool.index, rest)
  yield* refuseName(pool.name, at('name'), 'pool-name')
  yield* refuseMachine(pool, at)
  yield* refuseSize(json, at)
  yield* refuseSurge(pool, at)
  yield* refuseLabels(json, at)
  yield* refuseTaints(json, at)
  yield* refuseKubernetes(pool, shoot, at)
  yield* refuseCaBundle(json, at)
  yield* refuseVolumes(json, at)
  yield* refuseCri(pool, at)
  yield* refuseOther(architecture, ARCHITECTURES, at('machine.architecture'), 'architecture', 'is no architecture.')
  yield* refuseAutoscaler(objectAt(json, 'clusterAutoscaler'), at)
  yield* refuseMachineManager(pool, at)
  const strategy = textAt(json, 'updateStrategy')
  yield* refuseOther(strategy, STRATEGIES, at('updateStrategy'), 'update-strategy', 'is no update strategy.')
  if ((numberAt(json, 'priority') ?? 0) < -1) {
    yield invalid(at('priority'), 'priority-too-low', 'The lowest priority is -1.')
  }
  yield* refuseSysctls(json, at)
}

/** The name of a pool or volume: lower case letters, digits and `-`, and few of them. */
function* refuseName(name: string, field: string, rule: 'pool-name' | 'volume-name'): Refusals {
  if (!isLabel(name)) {
    yield invalid(field, rule, `"${name}" is no name: use lower case letters, digits and -.`, { value: name })
  }
  if (name.length > LONGEST_NAME) {
    yield tooLong(field, `${rule}-length`, `"${name}" is too long: ${LONGEST_NAME} characters at most.`, name)
  }
}

function* refuseMachine(pool: PoolView, at: PoolFieldPath): Refusals {
  if (pool.machineType === '') yield required(at('machine.type'), 'machine-type', 'A pool needs a machine type.')
  if (objectAt(pool.json, 'machine', 'image') === undefined) {
    yield required(at('machine.image'), 'machine-image', 'A pool needs a machine image.')
    return
  }
  if (pool.imageName === '') {
    yield required(at('machine.image.name'), 'machine-image-name', 'A machine image needs a name.')
  }
  if (pool.imageVersion === '') {
    yield required(at('machine.image.version'), 'machine-image-version', 'A machine image needs a version.')
  }
}

function* refuseSize(pool: JsonObject, at: PoolFieldPath): Refusals {
  const [minimum, maximum] = [numberAt(pool, 'minimum') ?? 0, numberAt(pool, 'maximum') ?? 0]
  if (minimum < 0) yield invalid(at('minimum'), 'minimum-negative', 'A pool cannot have fewer than no nodes.')
  if (maximum < 0) yield invalid(at('maximum'), 'maximum-negative', 'A pool cannot have fewer than no nodes.')
  if (maximum < minimum) {
    const detail = `The maximum of ${maximum} nodes is below the minimum of ${minimum}.`
    yield forbidden(at('maximum'), 'maximum-below-minimum', detail)
  }
}

/** Shoot-level kubelet settings are checked again for each pool that has settings of its own but none for kubelet. */
function* refuseKubernetes(pool: PoolView, shoot: ShootView, at: PoolFieldPath): Refusals {
  if (objectAt(pool.json, 'kubernetes') === undefined) return
  if (pool.ownVersion !== undefined) yield* refuseVersionSkew(shoot.version, pool.version, at('kubernetes.version'))
  if (pool.kubelet !== undefined) yield* refuseKubelet(pool.kubelet, pool.version, at('kubernetes.kubelet'))
}

/** Names that `cri` may have. */
export const CONTAINER_RUNTIMES: readonly string[] = ['containerd']

/** What is written of the runtimes; whether the image has them is for the comparison with the profile. */
function* refuseCri({ cri, containerRuntimes }: PoolView, at: PoolFieldPath): Refusals {
  const why = 'is not supported: use containerd.'
  yield* refuseOther(cri, CONTAINER_RUNTIMES, at('cri.name'), 'cri-unknown', why)
  for (const [i, type] of containerRuntimes.entries()) {
    // In this stage the API server spells the list in lower case.
    const field = at(`cri.containerruntimes[${i}].type`)
    if (type === '') yield required(field, 'container-runtime', 'A container runtime needs a type.')
    if (containerRuntimes.indexOf(type) < i) {
      yield duplicate(field, 'container-runtime-twice', `The container runtime ${type} is there twice.`, {
        value: type,
      })
    }
  }
}

/** The strategies in the order in which Gardener names them. */
const STRATEGIES: readonly string[] = WORKER_STRATEGIES.toSorted()

function* refuseNames(pools: readonly PoolView[]): Refusals {
  for (const [i, { name, index }] of pools.entries()) {
    if (pools.findIndex((pool) => pool.name === name) === i) continue
    yield duplicate(poolPath(index, 'name'), 'pool-twice', `There are two pools ${name}.`, { value: name })
  }
}

/** Some pool must take system components, with a node for each of its zones; pools with the same zones stand in for each other. */
function* refuseTooFewForSystemComponents(pools: readonly PoolView[]): Refusals {
  const maximum = (pool: PoolView): number => numberAt(pool.json, 'maximum') ?? 0
  const zones = (pool: PoolView): string => [...new Set(pool.zones)].sort().join('--')
  const takers = pools.filter((pool) => pool.systemComponentsAllowed && maximum(pool) > 0)
  if (takers.length === 0) {
    const detail = 'At least one pool must take system components and may have nodes.'
    yield forbidden('spec.provider.workers', 'no-pool-for-system-components', detail)
  }
  const enough = takers.filter((pool) => maximum(pool) >= pool.zones.length).map(zones)
  const tooFew = takers.filter((pool) => !enough.includes(zones(pool)))
  for (const [i, pool] of tooFew.entries()) {
    if (tooFew.findLastIndex((other) => zones(other) === zones(pool)) !== i) continue
    const detail = `Pool ${pool.name} may have ${maximum(pool)} nodes, too few for a node in each of its ${pool.zones.length} zones.`
    yield forbidden(poolPath(pool.index, 'maximum'), 'too-few-for-zones', detail)
  }
}

/** What the validation refuses of the labels and annotations that a pool gives its nodes. */
function* refuseLabels(pool: JsonObject, at: PoolFieldPath): Refusals {
  for (const [key, value] of Object.entries(textMapAt(pool, 'labels'))) {
    for (const { sentence } of qualifiedNameFaults(key))
      yield invalid(at('labels'), 'label-key', sentence, { value: key })
    for (const { sentence } of labelValueFaults(value)) yield invalid(at('labels'), 'label-value', sentence, { value })
  }
  for (const key of Object.keys(textMapAt(pool, 'annotations'))) {
    for (const { sentence } of qualifiedNameFaults(key.toLowerCase()))
      yield invalid(at('annotations'), 'annotation-key', sentence, { value: key })
  }
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const RESERVED_TAINT = 'node.gardener.cloud/critical-components-not-ready'

/** What the validation refuses of the taints of a pool; a taint is known by its key and effect. */
function* refuseTaints(pool: JsonObject, at: PoolFieldPath): Refusals {
  const seen = new Set<string>()
  for (const [i, taint] of objectsAt(pool, 'taints').entries()) {
    const [key, effect] = [textAt(taint, 'key') ?? '', textAt(taint, 'effect') ?? '']
    const value = textAt(taint, 'value') ?? ''
    for (const { sentence } of qualifiedNameFaults(key))
      yield invalid(at(`taints[${i}].key`), 'taint-key', sentence, { value: key })
    if (key === RESERVED_TAINT) {
      yield forbidden(at(`taints[${i}].key`), 'taint-reserved', `${key} is Gardener's own.`, { value: key })
    }
    const problems = labelValueFaults(value).map(({ sentence }) => sentence)
    if (problems.length > 0) yield invalid(at(`taints[${i}].value`), 'taint-value', problems.join(' '), { value })
    if (effect === '') yield required(at(`taints[${i}].effect`), 'taint-effect', 'A taint needs an effect.')
    else yield* refuseOther(effect, EFFECTS, at(`taints[${i}].effect`), 'taint-effect', 'is no effect.')
    if (seen.has(`${effect} ${key}`)) {
      yield duplicate(at(`taints[${i}]`), 'taint-twice', `The taint ${key} with effect ${effect} is there twice.`)
    }
    seen.add(`${effect} ${key}`)
  }
}

/** Kernel settings are files below /proc/sys: their path and each of its parts have a longest length. */
const LONGEST_SYSCTL = 4096 - '/proc/sys/'.length
const LONGEST_SYSCTL_PART = 255
const SYSCTL = /^(?:(?:[a-zA-Z0-9-][a-zA-Z0-9_/-]*|\*)\.)*[a-zA-Z0-9_/-]*[a-zA-Z0-9]$/

/** What the validation refuses of the kernel settings of a pool. */
function* refuseSysctls(pool: JsonObject, at: PoolFieldPath): Refusals {
  for (const [key, value] of Object.entries(textMapAt(pool, 'sysctls'))) {
    const field = at(`sysctls.${key}`)
    if (!SYSCTL.test(key)) yield invalid(field, 'sysctl-key', `"${key}" is no kernel setting.`, { value: key })
    if (key.length > LONGEST_SYSCTL) {
      yield tooLong(field, 'sysctl-length', `A kernel setting has ${LONGEST_SYSCTL} characters at most.`, key)
    }
    for (const part of key.split('.').filter((part) => part.length > LONGEST_SYSCTL_PART)) {
      const detail = `A part of a kernel setting has ${LONGEST_SYSCTL_PART} characters at most.`
      yield invalid(field, 'sysctl-part-length', detail, { value: part })
    }
    if (value === '') yield required(field, 'sysctl-value', `${key} needs a value.`)
  }
}

/** Certificates for the nodes: PEM text. Only its envelope is looked at, not what a certificate says. */
function* refuseCaBundle(pool: JsonObject, at: PoolFieldPath): Refusals {
  const bundle = textAt(pool, 'caBundle')
  // Each certificate begins with the bytes of a sequence, in base64 `MI`.
  const envelope = /-----BEGIN CERTIFICATE-----\s+MI[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/
  if (bundle !== undefined && !envelope.test(bundle)) {
    yield invalid(at('caBundle'), 'ca-bundle', 'This is no certificate in PEM text.')
  }
}

/** What the validation refuses of a pool's volumes. */
function* refuseVolumes(pool: JsonObject, at: PoolFieldPath): Refusals {
  const volume = objectAt(pool, 'volume')
  const data = objectsAt(pool, 'dataVolumes')
  if (volume !== undefined) {
    const name = textAt(volume, 'name')
    if (name !== undefined) yield* refuseVolumeName(name, at('volume.name'))
    yield* refuseVolumeSize(volume, at('volume.size'))
  }
  if (data.length > 0 && volume === undefined) {
    yield required(at('volume'), 'volume-missing', 'A pool with data volumes needs a volume of its own.')
  }
  const names = data.map((entry) => textAt(entry, 'name') ?? '')
  for (const [i, entry] of data.entries()) {
    const [name, field] = [names[i] ?? '', at(`dataVolumes[${i}].name`)]
    yield* refuseVolumeName(name, field)
    if (names.indexOf(name) < i) {
      yield duplicate(field, 'data-volume-twice', `The data volume ${name} is there twice.`, { value: name })
    }
    yield* refuseVolumeSize(entry, at(`dataVolumes[${i}].size`))
  }
  const kubelet = textAt(pool, 'kubeletDataVolumeName')
  if (kubelet !== undefined && !names.includes(kubelet)) {
    const detail = `There is no data volume ${kubelet}.`
    yield invalid(at('kubeletDataVolumeName'), 'data-volume-unknown', detail, { value: kubelet })
  }
}

function* refuseVolumeName(name: string, field: string): Refusals {
  if (name === '') yield required(field, 'volume-name', 'A volume needs a name.')
  else yield* refuseName(name, field, 'volume-name')
}

function* refuseVolumeSize(volume: JsonObject, field: string): Refusals {
  const size = textAt(volume, 'size') ?? ''
  if (/^\d+Gi$/.test(size)) return
  yield invalid(field, 'volume-size', `"${size}" is no size: give it in Gi, e.g. 50Gi.`, { value: size })
}
