import {
  isBelow134,
  objectAt,
  type PoolView,
  poolNamed,
  runsIpvs,
  type ShootView,
  sameJson,
  textAt,
  valueAt,
} from '@/lib/engine/api-server/manifest'
import {
  compareWithoutSuffix,
  forcesInPlaceUpdate,
  parseVersion,
  skewFaults,
  stepFaults,
  type VersionFault,
  withoutSuffix,
} from '@/lib/engine/rules'
import { forbidden, invalid, poolPath, type StageRefusal } from './shoot-refusals'

/**
 * What the validation refuses because of what was there before: versions, pools that come or go, in-place pools. `reference`: what it
 * refuses of the profile that is named, in its place.
 */
export function refuseUpdate(
  after: ShootView,
  before: ShootView,
  reference: readonly StageRefusal[],
): readonly StageRefusal[] {
  const isDeleting = textAt(after.manifest, 'metadata', 'deletionTimestamp') !== undefined
  if (isDeleting && !sameJson(after.manifest.spec, before.manifest.spec)) {
    const text = 'The shoot is being deleted: its specification is fixed.'
    return [forbidden('spec', 'being-deleted', text), ...reference]
  }
  const found: StageRefusal[] = [
    ...refuseFixed(after, before, ['spec.region']),
    ...reference,
    ...refuseVersionStep(after.version, before.version, false, 'spec.kubernetes.version'),
  ]
  if (before.pools.length > 0 && after.pools.length === 0) {
    const detail = 'The last pool cannot be removed: a shoot with workers stays one with workers.'
    return [...found, forbidden('spec.provider.workers', 'becomes-workerless', detail)]
  }
  if (before.pools.length === 0 && after.pools.length > 0) {
    const detail = 'A workerless shoot cannot get workers.'
    // With workers the size of the nodes' networks is filled in, which is a change as well.
    const mask = invalid('spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize', 'field-fixed', FIXED)
    return [...found, mask, forbidden('spec.provider.workers', 'becomes-with-workers', detail)]
  }
  found.push(...refuseFixed(after, before, ['spec.provider.type']))
  for (const pool of after.pools) found.push(...refusePoolChange(pool, poolNamed(before, pool.name)))
  for (const pool of after.pools) {
    const old = poolNamed(before, pool.name)
    const from = (old ?? pool).ownVersion ?? before.version
    found.push(...refuseVersionStep(pool.version, from, !pool.inPlace, poolPath(pool.index, 'kubernetes.version')))
    if (pool.inPlace) found.push(...refuseImageDowngrade(pool, old ?? pool))
  }
  return [...found, ...refuseFixed(after, before, FIXED_ADDRESSES)]
}

const FIXED = 'This cannot be changed any more.'

/** Set once and for all; they may be added later, but not changed. */
const FIXED_ADDRESSES = ['spec.networking.pods', 'spec.networking.services']

function refuseFixed(after: ShootView, before: ShootView, fields: readonly string[]): readonly StageRefusal[] {
  return fields.flatMap((field) => {
    const [was, is] = [valueAt(before.manifest, ...field.split('.')), valueAt(after.manifest, ...field.split('.'))]
    if (was === undefined || sameJson(was, is)) return []
    return [invalid(field, 'field-fixed', FIXED)]
  })
}

/** Node-local DNS can only be switched while no in-place pool would have to replace its nodes for it; the old state counts. */
export function refuseDnsSwitch(after: ShootView, before: ShootView): readonly StageRefusal[] {
  if (after.nodeLocalDns === before.nodeLocalDns) return []
  const blocking = before.pools.find((pool) => pool.inPlace && (isBelow134(pool.version) || runsIpvs(before)))
  if (blocking === undefined) return []
  const reason = runsIpvs(before) ? 'kube-proxy runs in IPVS mode' : `it runs ${blocking.version}, below 1.34`
  const detail = `Node-local DNS cannot be switched: pool ${blocking.name} is updated in place and ${reason}.`
  return [forbidden('spec.systemComponents.nodeLocalDNS', 'dns-switch-with-in-place-pool', detail)]
}

/**
 * A pool with an unfinished in-place update must stay as it is, in every field, and so must the Kubernetes version and the
 * kubelet settings that it follows; `force-in-place-update` as the only operation of the new shoot lifts exactly this.
 */
export function refusePendingChange(after: ShootView, before: ShootView): readonly StageRefusal[] {
  if (forcesInPlaceUpdate(after.operations)) return []
  const pending = [...before.pendingInPlace.auto, ...before.pendingInPlace.manual]
  return after.pools.flatMap((pool) => {
    const old = poolNamed(before, pool.name)
    if (!pool.inPlace || old === undefined || !pending.includes(pool.name)) return []
    const sameVersion = compareWithoutSuffix(pool.version, old.version) === 0
    if (sameVersion && sameJson(pool.json, old.json) && sameJson(pool.kubelet, old.kubelet)) return []
    const detail = `Pool ${pool.name} is being updated in place: wait until that is done, or set the operation force-in-place-update.`
    return [forbidden(poolPath(pool.index), 'in-place-update-pending', detail, { value: pool.name })]
  })
}

function refusePoolChange(pool: PoolView, old: PoolView | undefined): readonly StageRefusal[] {
  if (old === undefined) return []
  if (pool.inPlace !== old.inPlace) {
    const detail = `A pool cannot change from ${old.strategy} to ${pool.strategy}: create a new pool.`
    const rule = pool.inPlace ? 'strategy-to-in-place' : 'strategy-to-rolling'
    return [invalid(poolPath(pool.index, 'updateStrategy'), rule, detail)]
  }
  if (!pool.inPlace || pool.strategy !== old.strategy) return []
  const fixed = [
    ['machine.type', 'machine type', pool.machineType === old.machineType],
    ['machine.image.name', 'machine image', !isImageReplaced(pool, old)],
    ['cri.name', 'container runtime interface', pool.cri === old.cri],
    ['volume', 'volume', sameJson(objectAt(pool.json, 'volume'), objectAt(old.json, 'volume'))],
  ] as const
  return fixed
    .filter(([, , same]) => !same)
    .map(([field, what]) => {
      const detail = `The ${what} of a pool that is updated in place is fixed: create a new pool.`
      return invalid(poolPath(pool.index, field), `in-place-fixed-${field}`, detail)
    })
}

function isImageReplaced(pool: PoolView, old: PoolView): boolean {
  const [name, oldName] = [textAt(pool.json, 'machine', 'image', 'name'), textAt(old.json, 'machine', 'image', 'name')]
  return name !== undefined && oldName !== undefined && name !== oldName
}

function refuseImageDowngrade(pool: PoolView, old: PoolView): readonly StageRefusal[] {
  const field = poolPath(pool.index, 'machine.image.version')
  if (parseVersion(withoutSuffix(pool.imageVersion)) === null) return [unreadable(field, pool.imageVersion)]
  if ((compareWithoutSuffix(pool.imageVersion, old.imageVersion) ?? 0) >= 0) return []
  const detail = `${pool.imageVersion} is lower than ${old.imageVersion}: pools that are updated in place cannot go back.`
  return [forbidden(field, 'in-place-image-downgrade', detail)]
}

/** What the validation refuses of a step from one Kubernetes version to another (docs/rules.md#version-steps), in sentences of ours. */
function refuseVersionStep(to: string, from: string, maySkip: boolean, field: string): readonly StageRefusal[] {
  return stepFaults(to, from, maySkip).map((fault) => found(fault, field, to, from))
}

/** The same of a pool beside its control plane. */
export function refuseVersionSkew(controlPlane: string, pool: string, field: string): readonly StageRefusal[] {
  return skewFaults(controlPlane, pool).map((fault) => found(fault, field, pool, controlPlane))
}

/** `other`: what the version was before, or that of the control plane. */
function found(fault: VersionFault, field: string, version: string, other: string): StageRefusal {
  switch (fault.rule) {
    case 'version-unreadable':
      return unreadable(field, fault.unreadable)
    case 'version-downgrade':
      return forbidden(field, fault.rule, `${version} is lower than ${other}: Kubernetes cannot be downgraded.`)
    case 'version-skips-minor': {
      const detail = `From ${other} to ${version} a minor version would be skipped: update to the next minor first.`
      return forbidden(field, fault.rule, detail)
    }
    case 'pool-above-control-plane': {
      const detail = `${version} is higher than the control plane's ${other}: update the control plane first.`
      return forbidden(field, fault.rule, detail)
    }
    case 'pool-too-far-behind': {
      const detail = `${version} is more than three minors behind the control plane's ${other}: update the pool first.`
      return forbidden(field, fault.rule, detail)
    }
  }
}

function unreadable(field: string, text: string): StageRefusal {
  return invalid(field, 'version-unreadable', `"${text}" is no version.`, { value: text })
}
