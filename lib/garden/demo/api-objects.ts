/**
 * The parts of the Gardener API objects that the demo writes. This is the vendor's shape on purpose: the demo goes through
 * the same parser as a real landscape.
 */
export interface Manifest {
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

export interface LifecycleStage {
  readonly classification: 'preview' | 'supported' | 'deprecated' | 'expired'
  readonly startTime?: string
}

export interface Version {
  readonly version: string
  readonly classification?: 'preview' | 'supported' | 'deprecated'
  readonly expirationDate?: string
  readonly lifecycle?: readonly LifecycleStage[]
}

export interface ImageVersion extends Version {
  readonly architectures?: readonly string[]
  readonly cri?: readonly { readonly name: string; readonly containerRuntimes?: readonly { readonly type: string }[] }[]
  readonly kubeletVersionConstraint?: string
  readonly inPlaceUpdates?: { readonly supported: boolean; readonly minVersionForUpdate?: string }
  readonly capabilityFlavors?: readonly Readonly<Record<string, readonly string[]>>[]
}
