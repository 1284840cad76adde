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
import { forbidden, invalid, poolPath, type Refusals, type StageRefusal } from './shoot-refusals'

/**
 * What the validation refuses because of what was there before: versions, pools that come or go, in-place pools. `reference`: what it
 * refuses of the profile that is named, in its place.
 */
export function* refuseUpdate(after: ShootView, before: ShootView, reference: readonly StageRefusal[]): Refusals {
  const isDeleting = textAt(after.manifest, 'metadata', 'deletionTimestamp') !== undefined
  if (isDeleting && !sameJson(after.manifest.spec, before.manifest.spec)) {
    yield forbidden('spec', 'being-deleted', 'The shoot is being deleted: its specification is fixed.')
    yield* reference
    return
  }
  yield* refuseFixed(after, before, ['spec.region'])
  yield* reference
  yield* refuseVersionStep(after.version, before.version, false, 'spec.kubernetes.version')
  if (before.pools.length > 0 && after.pools.length === 0) {
    const detail = 'The last pool cannot be removed: a shoot with workers stays one with workers.'
    yield forbidden('spec.provider.workers', 'becomes-workerless', detail)
    return
  }
  if (before.pools.length === 0 && after.pools.length > 0) {
    // With workers the size of the nodes' networks is filled in, which is a change as well.
    yield invalid('spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize', 'field-fixed', FIXED)
    yield forbidden('spec.provider.workers', 'becomes-with-workers', 'A workerless shoot cannot get workers.')
    return
  }
  yield* refuseFixed(after, before, ['spec.provider.type'])
  for (const pool of after.pools) yield* refusePoolChange(pool, poolNamed(before, pool.name))
  for (const pool of after.pools) {
    const old = poolNamed(before, pool.name)
    const from = (old ?? pool).ownVersion ?? before.version
    yield* refuseVersionStep(pool.version, from, !pool.inPlace, poolPath(pool.index, 'kubernetes.version'))
    if (pool.inPlace) yield* refuseImageDowngrade(pool, old ?? pool)
  }
  yield* refuseFixed(after, before, FIXED_ADDRESSES)
}

const FIXED = 'This cannot be changed any more.'

/** Set once and for all; they may be added later, but not changed. */
const FIXED_ADDRESSES = ['spec.networking.pods', 'spec.networking.services']

function* refuseFixed(after: ShootView, before: ShootView, fields: readonly string[]): Refusals {
  for (const field of fields) {
    const [was, is] = [before, after].map(({ manifest }) => valueAt(manifest, ...field.split('.')))
    if (was !== undefined && !sameJson(was, is)) yield invalid(field, 'field-fixed', FIXED)
  }
}

/** Node-local DNS can only be switched while no in-place pool would have to replace its nodes for it; the old state counts. */
export function* refuseDnsSwitch(after: ShootView, before: ShootView): Refusals {
  if (after.nodeLocalDns === before.nodeLocalDns) return
  const blocking = before.pools.find((pool) => pool.inPlace && (isBelow134(pool.version) || runsIpvs(before)))
  if (blocking === undefined) return
  const reason = runsIpvs(before) ? 'kube-proxy runs in IPVS mode' : `it runs ${blocking.version}, below 1.34`
  const detail = `Node-local DNS cannot be switched: pool ${blocking.name} is updated in place and ${reason}.`
  yield forbidden('spec.systemComponents.nodeLocalDNS', 'dns-switch-with-in-place-pool', detail)
}

/**
 * A pool with an unfinished in-place update must stay as it is, in every field, and so must the Kubernetes version and the
 * kubelet settings that it follows; `force-in-place-update` as the only operation of the new shoot lifts exactly this.
 */
export function* refusePendingChange(after: ShootView, before: ShootView): Refusals {
  if (forcesInPlaceUpdate(after.operations)) return
  const pending = [...before.pendingInPlace.auto, ...before.pendingInPlace.manual]
  for (const pool of after.pools) {
    const old = poolNamed(before, pool.name)
    if (!pool.inPlace || old === undefined || !pending.includes(pool.name)) continue
    const sameVersion = compareWithoutSuffix(pool.version, old.version) === 0
    if (sameVersion && sameJson(pool.json, old.json) && sameJson(pool.kubelet, old.kubelet)) continue
    const detail = `Pool ${pool.name} is being updated in place: wait until that is done, or set the operation force-in-place-update.`
    yield forbidden(poolPath(pool.index), 'in-place-update-pending', detail, { value: pool.name })
  }
}

function* refusePoolChange(pool: PoolView, old: PoolView | undefined): Refusals {
  if (old === undefined) return
  if (pool.inPlace !== old.inPlace) {
    const detail = `A pool cannot change from ${old.strategy} to ${pool.strategy}: create a new pool.`
    const rule = pool.inPlace ? 'strategy-to-in-place' : 'strategy-to-rolling'
    yield invalid(poolPath(pool.index, 'updateStrategy'), rule, detail)
    return
  }
  if (!pool.inPlace || pool.strategy !== old.strategy) return
  const fixed = [
    ['machine.type', 'machine type', pool.machineType === old.machineType],
    ['machine.image.name', 'machine image', !isImageReplaced(pool, old)],
    ['cri.name', 'container runtime interface', pool.cri === old.cri],
    ['volume', 'volume', sameJson(objectAt(pool.json, 'volume'), objectAt(old.json, 'volume'))],
  ] as const
  for (const [field, what, isSame] of fixed) {
    const detail = `The ${what} of a pool that is updated in place is fixed: create a new pool.`
    if (!isSame) yield invalid(poolPath(pool.index, field), `in-place-fixed-${field}`, detail)
  }
}

function isImageReplaced(pool: PoolView, old: PoolView): boolean {
  const [name, oldName] = [textAt(pool.json, 'machine', 'image', 'name'), textAt(old.json, 'machine', 'image', 'name')]
  return name !== undefined && oldName !== undefined && name !== oldName
}

function* refuseImageDowngrade(pool: PoolView, old: PoolView): Refusals {
  const field = poolPath(pool.index, 'machine.image.version')
  if (parseVersion(withoutSuffix(pool.imageVersion)) === null) yield unreadable(field, pool.imageVersion)
  else if ((compareWithoutSuffix(pool.imageVersion, old.imageVersion) ?? 0) < 0) {
    const detail = `${pool.imageVersion} is lower than ${old.imageVersion}: pools that are updated in place cannot go back.`
    yield forbidden(field, 'in-place-image-downgrade', detail)
  }
}

/** What the validation refuses of a step from one Kubernetes version to another (docs/rules.md#version-steps), in sentences of ours. */
function refuseVersionStep(to: string, from: string, maySkip: boolean, field: string): readonly StageRefusal[] {
  return stepFaults(to, from, maySkip).map((fault) => found(fault, field, to, from))
}

/** Refuses the version of a pool by that of its control plane. */
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
