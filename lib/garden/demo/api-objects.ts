import type { Classification } from '@/lib/engine/types'
import type { DemoCalendar } from './calendar'

/**
 * The parts of the Gardener API objects that the demo writes. This is the vendor's shape on purpose: the demo goes through
 * the same parser as a real landscape.
 */
export interface DemoManifest {
  readonly apiVersion: 'core.gardener.cloud/v1beta1'
  readonly kind: 'CloudProfile' | 'NamespacedCloudProfile' | 'Project' | 'Shoot'
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly creationTimestamp: string
    readonly [field: string]: unknown
  }
  readonly spec: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
}

/** One line per version keeps the four profiles readable; days are counted from the demo's birthday. */
export interface DemoVersion {
  readonly version: string
  readonly [field: string]: unknown
}

/** The form with `classification` and `expirationDate`. Without `expires` no end is set. */
export function classified(
  at: DemoCalendar,
  version: string,
  classification: 'preview' | 'supported' | 'deprecated',
  expires?: number,
  time?: string,
): DemoVersion {
  return expires === undefined
    ? { version, classification }
    : { version, classification, expirationDate: at.day(expires, time) }
}

/** The newer form: the day on which each stage begins, in the order of the stages. */
export function staged(at: DemoCalendar, version: string, days: Partial<Record<Classification, number>>): DemoVersion {
  const order = ['preview', 'supported', 'deprecated', 'expired'] as const
  const lifecycle = order.flatMap((classification) => {
    const day = days[classification]
    return day === undefined ? [] : [{ classification, startTime: at.day(day) }]
  })
  return { version, lifecycle }
}

const containerd = [{ name: 'containerd' }]
const gvisor = [{ name: 'containerd', containerRuntimes: [{ type: 'gvisor' }] }]

/** Adds what only images have. Default: both architectures, containerd, nothing in place. */
export function image(
  version: DemoVersion,
  more: {
    readonly gvisor?: boolean
    readonly architectures?: readonly string[]
    readonly kubeletVersionConstraint?: string
    readonly inPlaceUpdates?: object
    readonly capabilityFlavors?: readonly object[]
  } = {},
): DemoVersion {
  const { gvisor: sandboxed, ...rest } = more
  return { ...version, architectures: ['amd64', 'arm64'], cri: sandboxed ? gvisor : containerd, ...rest }
}

/** Adds support for updates in place from `minVersionForUpdate` on. */
export function inPlaceFrom(minVersionForUpdate: string) {
  return { inPlaceUpdates: { supported: true, minVersionForUpdate } }
}

/** `[name, cpu, memory, gpu?]` */
type DemoMachine = readonly [name: string, cpu: string, memory: string, gpu?: string]

export function machines(architecture: 'amd64' | 'arm64', list: readonly DemoMachine[]): Record<string, unknown>[] {
  return list.map(([name, cpu, memory, gpu = '0']) => ({ name, cpu, gpu, memory, architecture, usable: true }))
}

/** Region names to the last parts of their zones' names. */
export function regions(zones: Readonly<Record<string, readonly string[]>>): Record<string, unknown>[] {
  return Object.entries(zones).map(([name, suffixes]) => ({
    name,
    zones: suffixes.map((suffix) => ({ name: `${name}${suffix}` })),
  }))
}

export function cloudProfile(at: DemoCalendar, name: string, spec: Record<string, unknown>): DemoManifest {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'CloudProfile',
    metadata: {
      name,
      creationTimestamp: at.day(-1630, '08:14:31'),
      labels: { [`provider.extensions.gardener.cloud/${name}`]: 'true' },
    },
    spec: { type: name, ...spec },
  }
}
