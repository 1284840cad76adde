import type { OWN_PARTS } from '@/lib/engine/kinds'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { ProfileOverrides } from './namespaced'

export type OwnPart = (typeof OWN_PARTS)[number]

/**
 * Whose word a version of a namespaced profile is (docs/rules.md#namespaced-profiles). An override that says what the parent says is
 * one all the same: it stays as it is when the parent changes.
 * @param image a machine image; null: Kubernetes
 * @param version one that the namespaced profile gives, merged with its parent
 */
export function ownPart(
  { kubernetes, machineImages }: ProfileOverrides,
  parent: CloudProfile,
  image: string | null,
  version: string,
): OwnPart {
  const own =
    image === null ? kubernetes : machineImages.find(({ name }) => name === image)?.versions.map((one) => one.version)
  const inherited =
    image === null ? parent.kubernetes : parent.machineImages.find(({ name }) => name === image)?.versions
  if (!inherited?.some((one) => one.version === version)) return 'adds'
  return own?.some((one) => one.version === version) ? 'overrides' : 'inherits'
}

/** An end that a namespaced profile gives a version, and of which nothing comes. */
export interface IdleEnd {
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly version: string
  /** Undefined: it takes the end away. */
  readonly end: Instant | undefined
  /** `not-listed`: the parent does not list the version; `lifecycle`: the parent gives it stages, beside which no date counts. */
  readonly because: 'not-listed' | 'lifecycle'
}

/**
 * Of which ends of a namespaced profile nothing comes (docs/rules.md#namespaced-profiles). The API server takes no end of a Kubernetes
 * version that the parent does not list, but the parent may lose it later. An image version that it does not list is added instead.
 */
export function idleEnds({ kubernetes, machineImages }: ProfileOverrides, parent: CloudProfile): readonly IdleEnd[] {
  const found = kubernetes.flatMap((own): IdleEnd[] => {
    const listed = parent.kubernetes.find(({ version }) => version === own.version)
    const because = listed === undefined ? 'not-listed' : hasStages(listed) ? 'lifecycle' : null
    return because === null ? [] : [{ image: null, version: own.version, end: own.expirationDate, because }]
  })
  const ofImages = machineImages.flatMap(({ name, versions }) => {
    const listed = parent.machineImages.find((image) => image.name === name)?.versions ?? []
    return versions.flatMap(({ kind, version: { version, expirationDate: end } }): IdleEnd[] => {
      const base = listed.find((one) => one.version === version)
      if (kind !== 'date' || base === undefined || !hasStages(base)) return []
      return [{ image: name, version, end, because: 'lifecycle' }]
    })
  })
  return [...found, ...ofImages]
}

function hasStages({ lifecycle }: ExpirableVersion): boolean {
  return lifecycle !== undefined && lifecycle.length > 0
}
