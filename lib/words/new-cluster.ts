import type { ShootRefusal } from '@/lib/engine/refusal'
import type { Shoot } from '@/lib/engine/types'

/** Sentences about what the API server fills in for a new cluster. */

/** What was filled in although it is refused, and what the filling in does not look at. */
export function defaultedText(errors: readonly ShootRefusal[]): string {
  return errors.flatMap((error) => reasonOf(error) ?? []).join('; ')
}

function reasonOf({ rule, subject: { value = '', supported = [] } }: ShootRefusal): string | null {
  switch (rule) {
    case 'image-version-not-usable':
      return `defaulting picks ${value.replace(':', ' ')}, which has expired or is not available yet; the check that follows refuses it`
    case 'kubelet-not-supported':
      return `defaulting does not look at the kubelet: ${value} is not ${supported.join(', ')}`
    case 'image-capabilities':
      return `defaulting picks ${value}, which does not fit the machine type`
    case 'cri-not-supported':
      return `defaulting does not look at the container runtime interface: ${value} is not supported`
    case 'container-runtime-not-supported':
      return `defaulting does not look at container runtimes: ${value} is not supported`
    default:
      return null
  }
}

/** Of a manifest that names no whole version of Kubernetes. */
export function versionGotText({
  kubernetesVersion,
  writtenVersion = '',
}: Pick<Shoot, 'kubernetesVersion' | 'writtenVersion'>): string {
  const written = writtenVersion === '' ? 'no version' : `only ${writtenVersion}`
  return `Gets ${kubernetesVersion} when created: its manifest names ${written}, and the API server fills in the rest.`
}
