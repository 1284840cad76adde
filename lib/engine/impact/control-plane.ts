import {
  afterOperations,
  type RotationKind,
  type ShootManifest,
  type ShootView,
  viewShoot,
} from '@/lib/engine/api-server/manifest'
import type { Instant } from '@/lib/engine/types'
import { poolOf } from './fields'

/**
 * Whether kube-apiserver, kube-controller-manager and kube-scheduler restart. `unknown`: something changed that one of them
 * may read. (cluster-autoscaler and machine-controller-manager are not considered.)
 */
export type ControlPlaneEffect = 'restart' | 'none' | 'unknown'

const ROTATIONS: readonly RotationKind[] = ['certificateAuthorities', 'serviceAccountKey']

/**
 * They restart if the Kubernetes version changes at all, and when a rotation of the CAs or of the service account key starts
 * or is completed; they surely do not if only existing pools, kubelet settings or labels of the shoot change.
 */
export function controlPlaneEffect(
  before: ShootManifest,
  after: ShootManifest,
  changed: readonly string[],
  now: Instant,
): ControlPlaneEffect {
  const was = viewShoot(afterOperations(before, now))
  const is = viewShoot(afterOperations(after, now))
  if (was.version !== is.version || ROTATIONS.some((kind) => rotates(was, is, kind))) return 'restart'
  const pools = new Set(was.pools.map(({ name }) => name).filter((name) => is.pools.some((pool) => pool.name === name)))
  return changed.every((path) => isUnreadByControlPlane(path, pools)) ? 'none' : 'unknown'
}

function rotates(was: ShootView, is: ShootView, kind: RotationKind): boolean {
  const [old, now] = [was.rotations[kind], is.rotations[kind]]
  if (old.lastInitiationTime !== now.lastInitiationTime) return true
  return !isCompleted(old.phase) && isCompleted(now.phase)
}

function isCompleted(phase: string): boolean {
  return phase === 'Completing' || phase === 'Completed'
}

function isUnreadByControlPlane(path: string, pools: ReadonlySet<string>): boolean {
  const pool = poolOf(path)
  if (pool !== undefined) return pools.has(pool)
  return path === 'metadata.labels' || /^spec\.kubernetes\.kubelet(?:\.|$)/.test(path)
}
