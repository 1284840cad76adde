import type { GardenKind } from '../garden'
import { gardenApiVersion, gardenKinds } from '../read-object'

/** One of the four kinds as the API serves it, everywhere or in one namespace. */
export interface ApiResource {
  readonly kind: GardenKind
  /** E.g. `cloudprofiles`: what roles name. */
  readonly plural: string
  /** The name of the resource in the status of the garden. */
  readonly title: string
  /** The path of the list over all namespaces, or over the only one. */
  readonly path: string
  readonly namespaced: boolean
  /** Absent: all there are. */
  readonly namespace?: string
}

/** What roles call a kind. */
export function pluralOf(kind: GardenKind): string {
  return `${kind.toLowerCase()}s`
}

const api = `/apis/${gardenApiVersion}`

export const resources: readonly ApiResource[] = gardenKinds.map((kind) => {
  const plural = pluralOf(kind)
  const namespaced = kind === 'Shoot' || kind === 'NamespacedCloudProfile'
  return { kind, plural, title: `${kind}s`, path: `${api}/${plural}`, namespaced }
})

/** The part of a namespaced resource that lies in one namespace. */
export function resourceInNamespace(resource: ApiResource, namespace: string): ApiResource {
  return { ...resource, namespace, path: `${api}/namespaces/${encodeURIComponent(namespace)}/${resource.plural}` }
}

/** `shoots`, or `shoots in garden-dev`: what may or may not be read. */
export function reachOf({ plural, namespace }: ApiResource): string {
  return namespace === undefined ? plural : `${plural} in ${namespace}`
}

/** The path at which one object is served. */
export function objectPath(kind: GardenKind, namespace: string | undefined, name: string): string {
  return `${listPathOf(kind, namespace)}/${encodeURIComponent(name)}`
}

/** The path at which all objects of a kind are listed and new ones are created. */
export function listPathOf(kind: GardenKind, namespace: string | undefined): string {
  const place = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${api}${place}/${pluralOf(kind)}`
}
