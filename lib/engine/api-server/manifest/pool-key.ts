import type { JsonObject } from '@/lib/engine/json'
import { minorText, parseVersion } from '@/lib/engine/rules'
import { parseInstant } from '@/lib/engine/time'
import { objectAt, type PoolView, type RotationView, runsIpvs, type ShootView, textAt } from './manifest'

/**
 * What a rolling pool's machines are made from: if this list differs, every node is replaced
 * (docs/rules.md#rolling-updates). Gardener hashes it into the name of the machine class. Patch versions are not in it, nor
 * zones, sizes, labels or taints.
 */
export function rollingKey(shoot: ShootView, pool: PoolView): readonly string[] {
  const volume = pool.volume === undefined ? [] : [pool.volume.size, ...present(pool.volume.type)]
  return [
    minorText(pool.version),
    pool.machineType,
    `${pool.imageName}${pool.imageVersion}`,
    ...volume,
    pool.cri,
    ...rotationTimes(shoot, pool),
    ...(replacesNodesForDns(shoot, pool) ? ['node-local-dns'] : []),
    ...kubeletKey(pool.kubelet),
  ]
}

/** What an in-place pool's nodes are updated for; what it leaves out can only change by replacing the pool. */
export function inPlaceKey(shoot: ShootView, pool: PoolView): readonly string[] {
  return [minorText(pool.version), pool.imageVersion, ...rotationTimes(shoot, pool), ...kubeletKey(pool.kubelet)]
}

/** Node-local DNS is part of the machines only below 1.34, or where kube-proxy runs in IPVS mode. */
function replacesNodesForDns(shoot: ShootView, pool: PoolView): boolean {
  return shoot.nodeLocalDns && (isBelow134(pool.version) || runsIpvs(shoot))
}

/** Whether a version is below 1.34; false if it cannot be read. */
export function isBelow134(text: string): boolean {
  const version = parseVersion(text)
  if (version === null) return false
  return version.major < 1 || (version.major === 1 && version.minor < 34)
}

/**
 * The time at which a pool joined a rotation: if it is still waiting for its rollout, the time noted there (none: it never
 * took part), otherwise the time of the rotation.
 */
function joinedAt(rotation: RotationView, pool: string): string | undefined {
  const waiting = rotation.pendingWorkersRollouts.find(({ name }) => name === pool)
  return waiting === undefined ? rotation.lastInitiationTime : waiting.lastInitiationTime
}

function rotationTimes({ rotations }: ShootView, pool: PoolView): readonly string[] {
  return [rotations.certificateAuthorities, rotations.serviceAccountKey].flatMap((rotation) =>
    present(joinedAt(rotation, pool.name)).map(sameInstantSameText),
  )
}

function kubeletKey(kubelet: JsonObject | undefined): readonly string[] {
  const reserved = objectAt(kubelet, 'kubeReserved')
  const eviction = objectAt(kubelet, 'evictionHard')
  const joined = (object: JsonObject, keys: readonly string[], absent: string): string =>
    keys.map((key) => textAt(object, key) ?? absent).join('-')
  return [
    ...(reserved === undefined ? [] : [joined(reserved, ['cpu', 'memory', 'pid', 'ephemeralStorage'], '<nil>')]),
    ...(eviction === undefined ? [] : [joined(eviction, EVICTION, '')]),
    ...present(textAt(kubelet, 'cpuManagerPolicy')),
  ]
}

const EVICTION = ['imageFSAvailable', 'imageFSInodesFree', 'memoryAvailable', 'nodeFSAvailable', 'nodeFSInodesFree']

function sameInstantSameText(text: string): string {
  const instant = parseInstant(text)
  return instant === null ? text : String(Math.floor(instant / 1000))
}

function present<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value]
}
