import { lineOf, type ShootRefusal } from '@/lib/engine/refusal'
import type { Shoot } from '@/lib/engine/types'

/** The answer to a new cluster that is refused. `verbatim`: word for word what the API server says; else sentences of ours. */
export interface RefusalAnswer {
  readonly text: string
  readonly verbatim: boolean
}

/** Mutator and validator give one answer for all that they found; equal lines are named once. */
export function answerText(errors: readonly ShootRefusal[], name = 'new'): RefusalAnswer {
  const lines = errors.map(({ field, quote }) => (quote === undefined ? null : `${field}: ${quote}`))
  if (lines.includes(null)) return { text: errors.map(lineOf).join(' '), verbatim: false }
  const said = [...new Set(lines)]
  const all = said.length === 1 ? said[0] : `[${said.join(', ')}]`
  return { text: `shoots.core.gardener.cloud "${name}" is forbidden: ${all}`, verbatim: true }
}

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
