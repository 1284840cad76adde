import type { GardenKind } from '../apply'
import { gardenApiVersion, gardenKinds } from '../read-object'

/** One of the four kinds as the API serves it. */
export interface Resource {
  readonly kind: GardenKind
  /** E.g. `cloudprofiles`: what roles name. */
  readonly plural: string
  /** As the status of the garden names it. */
  readonly title: string
  /** Of the list over all namespaces. */
  readonly path: string
  readonly namespaced: boolean
}

const api = `/apis/${gardenApiVersion}`

export const resources: readonly Resource[] = gardenKinds.map((kind) => {
  const plural = `${kind.toLowerCase()}s`
  const namespaced = kind === 'Shoot' || kind === 'NamespacedCloudProfile'
  return { kind, plural, title: `${kind}s`, path: `${api}/${plural}`, namespaced }
})

/** Where one object is served. */
export function pathOf(kind: GardenKind, namespace: string | undefined, name: string): string {
  const plural = `${kind.toLowerCase()}s`
  const place = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${api}${place}/${plural}/${encodeURIComponent(name)}`
}
