import type { PoolView, ShootView } from '@/lib/engine/api-server/manifest'
import { type JsonObject, numberAt, objectAt, textAt } from '@/lib/engine/api-server/manifest'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { refuseKubelet } from './kubelet'
import { isLabel } from './names'
import { refuseCaBundle, refuseLabels, refuseSysctls, refuseTaints } from './pool-nodes'
import { refuseAutoscaler, refuseMachineManager, refuseSurge } from './pool-rollout'
import { refuseVolumes } from './pool-volumes'
import {
  type At,
  duplicate,
  type Found,
  forbidden,
  invalid,
  notSupported,
  poolPath,
  required,
  tooLong,
} from './refusal'
import { refuseVersionSkew } from './versions'

/** What the validation refuses of the pools as they are written, whatever was there before. */
export function refusePools(shoot: ShootView): readonly Found[] {
  return [
    ...shoot.pools.flatMap((pool) => refusePool(pool, shoot)),
    ...refuseNames(shoot.pools),
    ...refuseTooFewForSystemComponents(shoot.pools),
  ]
}

const LONGEST_NAME = 15

function refusePool(pool: PoolView, shoot: ShootView): readonly Found[] {
  const at = (rest: string): string => poolPath(pool.index, rest)
  return [
    ...refuseName(pool.name, at('name')),
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

function refuseName(name: string, field: string): readonly Found[] {
  const found: Found[] = []
  if (!isLabel(name)) {
    found.push(
      invalid(field, 'pool-name', `"${name}" is no name: use lower case letters, digits and -.`, { value: name }),
    )
  }
  if (name.length > LONGEST_NAME) {
    const detail = `"${name}" is too long: ${LONGEST_NAME} characters at most.`
    found.push(tooLong(field, 'pool-name-length', detail, name))
  }
  return found
}

function refuseMachine(pool: PoolView, at: At): readonly Found[] {
  const found: Found[] = []
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

function refuseSize(pool: JsonObject, at: At): readonly Found[] {
  const [minimum, maximum] = [numberAt(pool, 'minimum') ?? 0, numberAt(pool, 'maximum') ?? 0]
  const found: Found[] = []
  if (minimum < 0) found.push(invalid(at('minimum'), 'minimum-negative', 'A pool cannot have fewer than no nodes.'))
  if (maximum < 0) found.push(invalid(at('maximum'), 'maximum-negative', 'A pool cannot have fewer than no nodes.'))
  if (maximum < minimum) {
    const detail = `The maximum of ${maximum} nodes is below the minimum of ${minimum}.`
    found.push(forbidden(at('maximum'), 'maximum-below-minimum', detail))
  }
  return found
}

/** Shoot-level kubelet settings are checked again for each pool that has settings of its own but none for kubelet. */
function refuseKubernetes(pool: PoolView, shoot: ShootView, at: At): readonly Found[] {
  if (objectAt(pool.json, 'kubernetes') === undefined) return []
  return [
    ...(pool.ownVersion === undefined ? [] : refuseVersionSkew(shoot.version, pool.version, at('kubernetes.version'))),
    ...(pool.kubelet === undefined ? [] : refuseKubelet(pool.kubelet, pool.version, at('kubernetes.kubelet'))),
  ]
}

/** Names that `cri` may have. */
export const CONTAINER_RUNTIMES: readonly string[] = ['containerd']

/** What is written of the runtimes; whether the image has them is for the comparison with the profile. */
function refuseCri({ cri, containerRuntimes }: PoolView, at: At): readonly Found[] {
  const found: Found[] = []
  if (!CONTAINER_RUNTIMES.includes(cri)) {
    const facts = { value: cri, supported: CONTAINER_RUNTIMES }
    found.push(notSupported(at('cri.name'), 'cri-unknown', `${cri} is not supported: use containerd.`, facts))
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

const ARCHITECTURES = ['amd64', 'arm64']

function refuseArchitecture({ architecture }: PoolView, at: At): readonly Found[] {
  if (architecture === undefined || ARCHITECTURES.includes(architecture)) return []
  const facts = { value: architecture, supported: ARCHITECTURES }
  return [notSupported(at('machine.architecture'), 'architecture', `"${architecture}" is no architecture.`, facts)]
}

/** In the order in which Gardener names them. */
const STRATEGIES: readonly string[] = WORKER_STRATEGIES.toSorted()

function refuseStrategy(pool: JsonObject, at: At): readonly Found[] {
  const strategy = textAt(pool, 'updateStrategy')
  if (strategy === undefined || STRATEGIES.includes(strategy)) return []
  const facts = { value: strategy, supported: STRATEGIES }
  return [notSupported(at('updateStrategy'), 'update-strategy', `"${strategy}" is no update strategy.`, facts)]
}

function refusePriority(pool: JsonObject, at: At): readonly Found[] {
  if ((numberAt(pool, 'priority') ?? 0) >= -1) return []
  return [invalid(at('priority'), 'priority-too-low', 'The lowest priority is -1.')]
}

function refuseNames(pools: readonly PoolView[]): readonly Found[] {
  return pools.flatMap(({ name, index }, i) => {
    if (pools.findIndex((pool) => pool.name === name) === i) return []
    const detail = `There are two pools ${name}.`
    const field = poolPath(index, 'name')
    return [duplicate(field, 'pool-twice', detail, { value: name })]
  })
}

/** Some pool must take system components, with a node for each of its zones; pools with the same zones stand in for each other. */
function refuseTooFewForSystemComponents(pools: readonly PoolView[]): readonly Found[] {
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
