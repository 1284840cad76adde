import { compareVersions, parseVersion } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Shoot, Worker } from '@/lib/engine/types'

/** A version of Kubernetes, or of an image. */
export interface Subject {
  /** Null: of Kubernetes. */
  readonly image: string | null
  readonly version: string
}

/** What a profile lists beside each other: versions of Kubernetes (`image` null), or of an image. */
export function listedOf(
  { kubernetes, machineImages }: CloudProfile,
  image: string | null,
): readonly ExpirableVersion[] {
  return image === null ? kubernetes : (machineImages.find(({ name }) => name === image)?.versions ?? [])
}

/** Whether the control plane or a pool has it. */
export function runs(shoot: Shoot, subject: Subject): boolean {
  if (subject.image === null && isVersion(subject, shoot.kubernetesVersion)) return true
  return shoot.workers.some((worker) => runsIn(shoot, worker, subject))
}

/** Whether the nodes of a pool have it. */
export function runsIn(shoot: Shoot, { kubernetesVersion, image }: Worker, subject: Subject): boolean {
  if (subject.image === null) return isVersion(subject, kubernetesVersion ?? shoot.kubernetesVersion)
  return image?.name === subject.image && image.version === subject.version
}

/** Versions of Kubernetes are the same by value, those of images by their text. */
export function isVersion({ image, version }: Subject, other: string): boolean {
  if (other === version) return true
  if (image !== null) return false
  const [a, b] = [parseVersion(version), parseVersion(other)]
  return a !== null && b !== null && compareVersions(a, b) === 0
}
