import type { JsonObject } from '@/lib/engine/json'
import { isRolloutOfPools, isRolloutOfRotation, ROLLING_ROTATIONS } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import {
  EMPTY,
  flagAt,
  objectAt,
  objectsAt,
  type RotationKind,
  type ShootManifest,
  textAt,
  viewShoot,
  withKey,
  withValueAt,
} from './manifest'

/**
 * The manifest after gardenlet has begun to carry out its operation annotations: rotations start, complete, or roll further
 * pools (docs/rules.md#credentials-operations). Operations that do not concern nodes are left out. The input is not
 * changed. `now` becomes the time of a rotation that starts. No pool of a hibernated shoot waits for its rollout.
 */
export function afterOperations(manifest: ShootManifest, now: Instant): ShootManifest {
  const begun = viewShoot(manifest).operations.reduce(
    (state, operation) => afterOperation(state, operation, now),
    manifest,
  )
  return isAsleep(manifest) ? withoutWaiting(begun) : begun
}

/** A hibernated shoot has no nodes; once awake, all come up new. */
export function isAsleep(manifest: ShootManifest): boolean {
  return flagAt(manifest, 'spec', 'hibernation', 'enabled') === true
}

/** No pool waits for its rollout any more: what they are made from is that of the rotation. */
function withoutWaiting(manifest: ShootManifest): ShootManifest {
  return ROLLING_ROTATIONS.reduce((state, kind) => {
    const path = ['status', 'credentials', 'rotation', kind] as const
    if (objectsAt(state, ...path, 'pendingWorkersRollouts').length === 0) return state
    return withRotation(state, kind, (rotation) => ({ ...rotation, pendingWorkersRollouts: [] }))
  }, manifest)
}

/** Pools that `rollout-workers` asks to replace although nothing about them changes; `*` means all. */
export function poolsToRollOut(operations: readonly string[], pools: readonly string[]): readonly string[] {
  const named = operations.filter((operation) => isRolloutOfPools(operation)).flatMap(poolNames)
  return named.includes('*') ? pools : named
}

/** The names behind the equals sign, as written. */
export function poolNames(operation: string): readonly string[] {
  return operation.replace(/^(?:rotate-)?rollout-workers=?/, '').split(',')
}

const KINDS: Readonly<Record<string, readonly RotationKind[]>> = {
  'rotate-credentials': ROLLING_ROTATIONS,
  'rotate-ca': ['certificateAuthorities'],
  'rotate-serviceaccount-key': ['serviceAccountKey'],
}

function afterOperation(manifest: ShootManifest, operation: string, now: Instant): ShootManifest {
  if (isRolloutOfRotation(operation)) return afterRollout(manifest, poolNames(operation))
  const [, what = '', action = ''] = /^(.*)-(start|start-without-workers-rollout|complete)$/.exec(operation) ?? []
  return (KINDS[what] ?? []).reduce((state, kind) => {
    if (action === 'complete') return withRotation(state, kind, (rotation) => withKey(rotation, 'phase', 'Completing'))
    return withRotation(state, kind, (rotation) => started(rotation, action === 'start', manifest, now))
  }, manifest)
}

/** The rotation as it is started. Without a rollout of the workers, every pool first keeps the time of the rotation before. */
function started(rotation: JsonObject, rollsWorkers: boolean, manifest: ShootManifest, now: Instant): JsonObject {
  const lastInitiationTime = textAt(rotation, 'lastInitiationTime')
  const pools = objectsAt(manifest, 'spec', 'provider', 'workers')
  const waiting = pools.map((pool) =>
    withKey({ name: textAt(pool, 'name') ?? '' }, 'lastInitiationTime', lastInitiationTime),
  )
  return {
    ...(rollsWorkers ? rotation : { ...rotation, pendingWorkersRollouts: waiting }),
    phase: rollsWorkers ? 'Preparing' : 'PreparingWithoutWorkersRollout',
    lastInitiationTime: formatInstant(now),
  }
}

/** Pools leave the list of those that wait, which is what makes them take part. */
function afterRollout(manifest: ShootManifest, names: readonly string[]): ShootManifest {
  return ROLLING_ROTATIONS.reduce(
    (state, kind) =>
      withRotation(state, kind, (rotation) => {
        if (textAt(rotation, 'phase') !== 'WaitingForWorkersRollout') return rotation
        const waiting = objectsAt(rotation, 'pendingWorkersRollouts')
        const left = waiting.filter((rollout) => !names.includes(textAt(rollout, 'name') ?? ''))
        return { ...rotation, pendingWorkersRollouts: left }
      }),
    manifest,
  )
}

function withRotation(
  manifest: ShootManifest,
  kind: RotationKind,
  change: (rotation: JsonObject) => JsonObject,
): ShootManifest {
  const path = ['status', 'credentials', 'rotation', kind]
  return withValueAt(manifest, path, change(objectAt(manifest, ...path) ?? EMPTY))
}
