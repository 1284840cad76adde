import { parseInstant } from '@/lib/engine/time'
import type {
  CloudProfile,
  ExpirableVersion,
  ImageUpdateStrategy,
  Instant,
  MachineImage,
  MachineImageVersion,
  Shoot,
  Stage,
  Worker,
} from '@/lib/engine/types'

/** Short ways to write profiles and shoots in tests. */

export function instant(text: string): Instant {
  const at = parseInstant(text.includes('T') ? text : `${text}T00:00:00Z`)
  if (at === null) throw new Error(`${text} is no time`)
  return at
}

/** `1.33.5 deprecated 2026-06-01`: version, classification (`-` for none) and expiration date, the last two optional. */
export function version(text: string): ExpirableVersion {
  const [number = '', classification, expiry] = text.split(' ')
  return {
    version: number,
    ...(classification === undefined || classification === '-' ? {} : { classification: classification as Stage }),
    ...(expiry === undefined ? {} : { expirationDate: instant(expiry) }),
  }
}

/** A version that is nothing before the day. */
export function unavailableUntil(number: string, day: string): ExpirableVersion {
  return { version: number, lifecycle: [{ classification: 'supported', startTime: instant(day) }] }
}

export function imageVersion(
  text: string | ExpirableVersion,
  more: Partial<MachineImageVersion> = {},
): MachineImageVersion {
  return {
    ...(typeof text === 'string' ? version(text) : text),
    architectures: ['amd64'],
    cri: [{ name: 'containerd', containerRuntimes: [] }],
    ...more,
  }
}

export function image(
  name: string,
  updateStrategy: ImageUpdateStrategy,
  versions: readonly (string | MachineImageVersion)[],
): MachineImage {
  return { name, updateStrategy, versions: versions.map((one) => (typeof one === 'string' ? imageVersion(one) : one)) }
}

export function profile(
  kubernetes: readonly (string | ExpirableVersion)[],
  ...machineImages: MachineImage[]
): CloudProfile {
  return {
    kubernetes: kubernetes.map((one) => (typeof one === 'string' ? version(one) : one)),
    machineImages,
    machineTypes: [{ name: 'small', architecture: 'amd64' }],
  }
}

/** `pool linux 1.0.0` or `pool linux 1.0.0 1.33.5`: name, image, its version and an own Kubernetes version. */
export function worker(text: string, more: Partial<Worker> = {}): Worker {
  const [name = '', imageName = '', imageText = '', own] = text.split(' ')
  return {
    name,
    image: { name: imageName, version: imageText },
    machineType: 'small',
    architecture: 'amd64',
    cri: { name: 'containerd', containerRuntimes: [] },
    updateStrategy: 'AutoRollingUpdate',
    minimum: 1,
    maximum: 3,
    zones: ['a'],
    ...(own === undefined ? {} : { kubernetesVersion: own }),
    ...more,
  }
}

/** Window 22:00 to 23:00 UTC, no automatic updates, last operation succeeded. */
export function shoot(kubernetesVersion: string, workers: readonly Worker[] = [], more: Partial<Shoot> = {}): Shoot {
  return {
    namespace: 'garden-dev',
    name: 'shoot',
    profile: { kind: 'CloudProfile', name: 'profile' },
    annotations: {},
    kubernetesVersion,
    workers,
    autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
    window: { begin: '220000+0000', end: '230000+0000' },
    confineSpecUpdateRollout: false,
    hibernated: false,
    pendingWorkerUpdates: [],
    lastOperation: { type: 'Reconcile', state: 'Succeeded' },
    ...more,
  }
}

/** Automatic updates of both kinds. */
export const auto = { autoUpdate: { kubernetesVersion: true, machineImageVersion: true } } as const
