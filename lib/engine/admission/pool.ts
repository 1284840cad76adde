import { parseDuration } from '@/lib/engine/impact/duration'
import {
  flagAt,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@/lib/engine/impact/json'
import type { PoolView, ShootView } from '@/lib/engine/impact/manifest'
import { refuseKubelet } from './kubelet'
import { type Found, forbidden, invalid, notSupported, poolPath, required } from './refusal'
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
    ...refuseTaints(pool.json, at),
    ...refuseKubernetes(pool, shoot, at),
    ...refuseVolumes(pool.json, at),
    ...refuseCri(pool, at),
    ...refuseAutoscaler(objectAt(pool.json, 'clusterAutoscaler'), at),
    ...refuseMachineManager(pool, at),
    ...refusePriority(pool.json, at),
  ]
}

type At = (rest: string) => string

function refuseName(name: string, field: string): readonly Found[] {
  const found: Found[] = []
  if (!/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name)) {
    found.push(
      invalid(field, 'pool-name', `"${name}" is no name: use lower case letters, digits and -.`, { value: name }),
    )
  }
  if (name.length > LONGEST_NAME) {
    const detail = `"${name}" is too long: ${LONGEST_NAME} characters at most.`
    found.push({ type: 'FieldValueTooLong', field, rule: 'pool-name-length', detail, value: name })
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

/** Numbers and percentages; zero counts as zero in both. */
function refuseSurge(pool: PoolView, at: At): readonly Found[] {
  const [surge, unavailable] = [valueAt(pool.json, 'maxSurge'), valueAt(pool.json, 'maxUnavailable')]
  const found: Found[] = [...refuseShare(surge, at('maxSurge')), ...refuseShare(unavailable, at('maxUnavailable'))]
  if (typeof unavailable === 'string' && shareOf(unavailable) > 100) {
    found.push(invalid(at('maxUnavailable'), 'unavailable-above-all', 'No more than 100% can be unavailable.'))
  }
  if (pool.strategy === 'ManualInPlaceUpdate') {
    for (const [key, value] of [
      ['maxSurge', surge],
      ['maxUnavailable', unavailable],
    ] as const) {
      const detail = `${key} has no meaning where a person selects the nodes to update: leave it out.`
      if (value !== undefined) found.push(invalid(at(key), 'surge-with-manual-update', detail))
    }
  } else if (shareOf(surge) === 0 && shareOf(unavailable) === 0) {
    const detail =
      'Without a node more and without a node less, no node can be replaced: raise maxSurge or maxUnavailable.'
    found.push(invalid(at('maxUnavailable'), 'neither-surge-nor-unavailable', detail))
  }
  return found
}

function refuseShare(value: Json | undefined, field: string): readonly Found[] {
  if (value === undefined) return []
  if (typeof value === 'number' && value >= 0) return []
  if (typeof value === 'string' && /^\d+%$/.test(value)) return []
  return [invalid(field, 'not-a-share', 'Give a number of nodes or a percentage such as 20%.')]
}

function shareOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : Number.parseInt(String(value ?? '0'), 10) || 0
}

const EFFECTS = ['NoExecute', 'NoSchedule', 'PreferNoSchedule']
const RESERVED_TAINT = 'node.gardener.cloud/critical-components-not-ready'

function refuseTaints(pool: JsonObject, at: At): readonly Found[] {
  const seen = new Set<string>()
  return objectsAt(pool, 'taints').flatMap((taint, i) => {
    const [key, effect] = [textAt(taint, 'key') ?? '', textAt(taint, 'effect') ?? '']
    const found: Found[] = []
    if (key === RESERVED_TAINT) {
      found.push(forbidden(at(`taints[${i}].key`), 'taint-reserved', `${key} is Gardener's own.`, { value: key }))
    }
    if (effect === '') found.push(required(at(`taints[${i}].effect`), 'taint-effect', 'A taint needs an effect.'))
    else if (!EFFECTS.includes(effect)) {
      const facts = { value: effect, supported: EFFECTS }
      found.push(notSupported(at(`taints[${i}].effect`), 'taint-effect', `"${effect}" is no effect.`, facts))
    }
    if (seen.has(`${effect} ${key}`)) {
      const detail = `The taint ${key} with effect ${effect} is there twice.`
      found.push({ type: 'FieldValueDuplicate', field: at(`taints[${i}]`), rule: 'taint-twice', detail })
    }
    seen.add(`${effect} ${key}`)
    return found
  })
}

/** Shoot-level kubelet settings are checked again for each pool that has settings of its own but none for kubelet. */
function refuseKubernetes(pool: PoolView, shoot: ShootView, at: At): readonly Found[] {
  if (objectAt(pool.json, 'kubernetes') === undefined) return []
  return [
    ...(pool.ownVersion === undefined ? [] : refuseVersionSkew(shoot.version, pool.version, at('kubernetes.version'))),
    ...(pool.kubelet === undefined ? [] : refuseKubelet(pool.kubelet, pool.version, at('kubernetes.kubelet'))),
  ]
}

function refuseVolumes(pool: JsonObject, at: At): readonly Found[] {
  const volume = objectAt(pool, 'volume')
  const data = objectsAt(pool, 'dataVolumes')
  const found: Found[] = volume === undefined ? [] : [...refuseVolumeSize(volume, at('volume.size'))]
  if (data.length > 0 && volume === undefined) {
    found.push(required(at('volume'), 'volume-missing', 'A pool with data volumes needs a volume of its own.'))
  }
  const names = data.map((entry) => textAt(entry, 'name') ?? '')
  data.forEach((entry, i) => {
    const name = names[i] ?? ''
    if (names.indexOf(name) < i) {
      const detail = `The data volume ${name} is there twice.`
      const field = at(`dataVolumes[${i}].name`)
      found.push({ type: 'FieldValueDuplicate', field, rule: 'data-volume-twice', detail, value: name })
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

function refuseVolumeSize(volume: JsonObject, field: string): readonly Found[] {
  const size = textAt(volume, 'size') ?? ''
  if (/^\d+Gi$/.test(size)) return []
  return [invalid(field, 'volume-size', `"${size}" is no size: give it in Gi, e.g. 50Gi.`, { value: size })]
}

function refuseCri({ cri }: PoolView, at: At): readonly Found[] {
  if (cri === 'containerd') return []
  const facts = { value: cri, supported: ['containerd'] }
  return [notSupported(at('cri.name'), 'cri-unknown', `${cri} is not supported: use containerd.`, facts)]
}

function refuseAutoscaler(options: JsonObject | undefined, at: At): readonly Found[] {
  const found: Found[] = []
  for (const key of ['scaleDownUtilizationThreshold', 'scaleDownGpuUtilizationThreshold']) {
    const share = numberAt(options, key) ?? 0
    if (share >= 0 && share <= 1) continue
    found.push(invalid(at(`autoscaler.${key}`), 'autoscaler-share', `${share} is not between 0 and 1.`))
  }
  for (const key of ['scaleDownUnneededTime', 'scaleDownUnreadyTime', 'maxNodeProvisionTime']) {
    found.push(...refuseNegative(textAt(options, key), at(`autoscaler.${key}`)))
  }
  return found
}

function refuseMachineManager(pool: PoolView, at: At): readonly Found[] {
  const settings = objectAt(pool.json, 'machineControllerManager')
  if (settings === undefined) return []
  const field = (key: string): string => at(`machineControllerManagerSettings.${key}`)
  const found: Found[] = ['machineDrainTimeout', 'machineHealthTimeout', 'machineCreationTimeout'].flatMap((key) =>
    refuseNegative(textAt(settings, key), field(key)),
  )
  if ((numberAt(settings, 'maxEvictRetries') ?? 0) < 0) {
    found.push(invalid(field('maxEvictRetries'), 'evict-retries-negative', 'Give the number of attempts, 0 or more.'))
  }
  const timeout = textAt(settings, 'inPlaceUpdateTimeout')
  if (pool.inPlace) found.push(...refuseNegative(timeout, field('inPlaceUpdateTimeout')))
  else {
    const detail = 'This only has a meaning for pools that are updated in place.'
    if (timeout !== undefined) found.push(forbidden(field('inPlaceUpdateTimeout'), 'in-place-setting', detail))
    if (flagAt(settings, 'disableHealthTimeout') === true) {
      found.push(forbidden(field('disableHealthTimeout'), 'in-place-setting', detail))
    }
  }
  return [
    ...found,
    ...refuseNegative(textAt(settings, 'machinePreserveTimeout'), field('machinePreserveTimeout')),
    ...refusePreserved(numberAt(settings, 'autoPreserveFailedMachineMax'), pool, field('autoPreserveFailedMachineMax')),
  ]
}

function refusePreserved(count: number | undefined, pool: PoolView, field: string): readonly Found[] {
  if (count === undefined) return []
  if (count < 0) return [invalid(field, 'preserved-negative', 'Give the number of machines, 0 or more.')]
  const maximum = numberAt(pool.json, 'maximum') ?? 0
  const most = pool.systemComponentsAllowed && maximum > 0 ? maximum - 1 : maximum
  if (count <= most) return []
  return [
    invalid(field, 'preserved-too-many', `At most ${most} failed machines can be preserved in a pool of ${maximum}.`),
  ]
}

function refuseNegative(duration: string | undefined, field: string): readonly Found[] {
  if ((parseDuration(duration ?? '0') ?? 0n) >= 0n) return []
  return [invalid(field, 'duration-negative', `${duration} is less than nothing.`, { value: duration ?? '' })]
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
    return [{ type: 'FieldValueDuplicate' as const, field, rule: 'pool-twice', detail, value: name }]
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
    .filter((pool, i) => tooFew.findIndex((other) => zones(other) === zones(pool)) === i)
    .map((pool) => {
      const detail = `Pool ${pool.name} may have ${maximum(pool)} nodes, too few for a node in each of its ${pool.zones.length} zones.`
      return forbidden(poolPath(pool.index, 'maximum'), 'too-few-for-zones', detail)
    })
}
