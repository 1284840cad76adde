import type { V1Container, V1Deployment, V1PodTemplateSpec } from '@kubernetes/client-node'
import type { KubeObject } from './api'

/** What a chart renders, and what its pods get, as tests look at it. */
export interface Rendered {
  readonly objects: readonly KubeObject[]
  /** In alphabetical order. */
  readonly kinds: readonly string[]
  /** By kind, where there is one of it. */
  readonly of: Readonly<Record<string, KubeObject>>
  readonly pod: V1PodTemplateSpec
  readonly container: V1Container
  /** By name; of a secret as `secret/key`. */
  readonly env: Readonly<Record<string, string>>
  /** What lies where: the volume's source by the path. */
  readonly mounts: Readonly<Record<string, object>>
}

export function rendered(objects: readonly KubeObject[]): Rendered {
  const deployment = objects.find(({ kind }) => kind === 'Deployment') as unknown as V1Deployment | undefined
  const pod = deployment?.spec?.template ?? {}
  const container = pod.spec?.containers[0] ?? { name: 'none' }
  const volumes = pod.spec?.volumes ?? []
  return {
    objects,
    kinds: objects.map(({ kind = '' }) => kind).sort(),
    of: Object.fromEntries(objects.map((object) => [object.kind ?? '', object])),
    pod,
    container,
    env: Object.fromEntries(
      (container.env ?? []).map(({ name, value, valueFrom }) => {
        const { name: secret, key } = valueFrom?.secretKeyRef ?? {}
        return [name, value ?? `${secret}/${key}`]
      }),
    ),
    mounts: Object.fromEntries(
      (container.volumeMounts ?? []).map(({ name, mountPath }) => {
        const { name: _, ...source } = volumes.find((volume) => volume.name === name) ?? { name }
        return [mountPath, source]
      }),
    ),
  }
}
