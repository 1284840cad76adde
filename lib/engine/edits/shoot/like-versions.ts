import { type JsonObject, objectsAt, type ShootManifest, textAt } from '@/lib/engine/api-server/manifest'
import {
  type Constraint,
  canonical,
  compareVersions,
  minorOf,
  parseConstraint,
  parseVersion,
  satisfies,
  type Version,
} from '@/lib/engine/rules'
import type { MachineImage } from '@/lib/engine/types'

interface LikeVersionsInput {
  /** The shoot as it is, and as it is with the edits of other fields. */
  readonly manifests: readonly ShootManifest[]
  readonly images: readonly MachineImage[]
}

/**
 * What of a Kubernetes version decides what the API server says to it, for the control plane or a pool, as a text: to versions
 * with equal texts it says the same. That is its minor, whether it is lower or higher than those that the shoot has anywhere,
 * and which constraints of the pools' images it meets. Null: its text may decide more than that.
 */
export function likeVersions({ manifests, images }: LikeVersionsInput): (version: string) => string | null {
  const pools = manifests.flatMap((manifest) => objectsAt(manifest, 'spec', 'provider', 'workers'))
  const own = pools.flatMap((pool) => textAt(pool, 'kubernetes', 'version') ?? [])
  const controlPlanes = manifests.map((manifest) => textAt(manifest, 'spec', 'kubernetes', 'version') ?? '')
  const present = [...new Set([...controlPlanes, ...own])].map(plainVersion)
  const constraints = constraintsOf(pools, images)
  if (!present.every((version) => version !== null) || constraints === null) return () => null
  return (text) => {
    const version = plainVersion(text)
    if (version === null) return null
    const orders = present.map((one) => Math.sign(compareVersions(version, one)))
    const met = constraints.map((constraint) => satisfies(version, constraint))
    return [minorOf(version), orders, met].join(' ')
  }
}

/** Only one that is written so is neither filled in nor equal to another text. */
function plainVersion(text: string): Version | null {
  const version = PLAIN.test(text) ? parseVersion(text) : null
  return version !== null && canonical(version) === text ? version : null
}

const PLAIN = /^\d+\.\d+\.\d+$/

/** What the images of pools ask of kubelet. Null: the API server may fill in another image. */
function constraintsOf(pools: readonly JsonObject[], images: readonly MachineImage[]): readonly Constraint[] | null {
  const used = new Map<string, Set<string>>()
  for (const pool of pools) {
    const [name, version] = [textAt(pool, 'machine', 'image', 'name'), textAt(pool, 'machine', 'image', 'version')]
    if (name === undefined || version === undefined || !PLAIN.test(version)) return null
    used.set(name, (used.get(name) ?? new Set()).add(version))
  }
  const texts = images.flatMap(({ name, versions }) =>
    versions.flatMap((one) => (used.get(name)?.has(one.version) ? (one.kubeletVersionConstraint ?? []) : [])),
  )
  return [...new Set(texts)].flatMap((text) => parseConstraint(text) ?? [])
}
