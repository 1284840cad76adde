import { isUtf8 } from 'node:buffer'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { isDeepEqual } from '@/lib/engine/deep-equal'
import { isJsonObject, type JsonObject } from '@/lib/engine/json'
import type { ObjectRef } from '../garden'
import { yamlOf } from '../preview'
import { byAndBy } from '../slices'
import { compare } from '../snapshot'
import type { KnownFile } from './manifest-file'
import { isCannotPatch } from './patch-places'
import { patchText } from './patch-text'
import type { Limits } from './reading'
import { checkReplaceable, createFile, replaceFile } from './replace-file'
import { readYaml } from './yaml-text'

/** Where an object that is not there yet goes: a file of its own, beside one that holds another object of its namespace. */
export interface NewPlace {
  readonly name: string
  readonly path: string
  /** The file that it lies beside. */
  readonly beside: KnownFile
  /** The kustomization that lists that file, and has to list the new one; null: none does. */
  readonly listing: { readonly name: string; readonly path: string } | null
}

/** What keeps an object from being written, as a sentence. */
interface Unplaced {
  readonly message: string
}

/** The files of a garden, by name, and the names of the kustomizations that list one of them. */
interface Files {
  readonly root: string
  readonly files: ReadonlyMap<string, KnownFile>
  listing(name: string): readonly string[]
}

const BY_HAND = 'Copy what is written, and put it where it belongs.'

/** The first file in the order of their names counts; one with a namespaced profile before all others. */
export function placeFor({ root, files, listing }: Files, { namespace, name }: ObjectRef): NewPlace | Unplaced {
  const holds = (kind: string | null) => (known: KnownFile) =>
    known.file.items.some(({ object }) => {
      const ofKind = kind === null || object.kind === kind
      return ofKind && object.label.includes(` ${namespace}/`)
    })
  const inOrder = [...files].sort(([a], [b]) => compare(a, b))
  const found =
    inOrder.find(([, known]) => holds('NamespacedCloudProfile')(known)) ??
    inOrder.find(([, known]) => holds(null)(known))
  if (found === undefined) return { message: `No file of ${root} holds an object of ${namespace}. ${BY_HAND}` }
  const [neighbour, beside] = found
  if (beside.path === root) return { message: `${root} is a single file, and takes no new object. ${BY_HAND}` }
  if (beside.role.namespace !== undefined)
    return { message: `A kustomization gives the objects of ${neighbour} their namespace. ${BY_HAND}` }
  const [kustomization, ...others] = listing(neighbour)
  if (others.length > 0) return { message: `Several kustomizations list ${neighbour}. ${BY_HAND}` }
  const path = kustomization === undefined ? undefined : files.get(kustomization)?.path
  return {
    name: posix.join(posix.dirname(neighbour), `${name}.yaml`),
    path: join(dirname(beside.path), `${name}.yaml`),
    beside,
    listing: kustomization === undefined || path === undefined ? null : { name: kustomization, path },
  }
}

/**
 * Writes the object into its new file, never over one that is there, and lists it in the kustomization. Null: it was written; else what keeps
 * it from that. Rejects with the system's error.
 */
export async function writeNew(
  { name, path, beside, listing }: NewPlace,
  object: JsonObject,
  { dryRun, limits }: { readonly dryRun: boolean; readonly limits: Limits },
): Promise<string | null> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  )
  if (isThere) return `${name} is there already, and holds something else. ${BY_HAND}`
  const listed = listing && (await withResource(listing, name, limits))
  if (listing !== null && listed === null) return `${name} cannot be listed in ${listing.name}. ${BY_HAND}`
  if (dryRun) {
    await checkReplaceable(beside.path)
    if (listing !== null) await checkReplaceable(listing.path)
    return null
  }
  const isWritten = await createFile(path, Buffer.from(await yamlOf(object)), beside.path)
  if (!isWritten) return `${name} is there already, and holds something else. ${BY_HAND}`
  if (listing === null || listed === null) return null
  const isListed = await replaceFile(listing.path, listed.before, Buffer.from(listed.after))
  return isListed ? null : `${name} was written, but ${listing.name} has changed meanwhile: list it there.`
}

/** A kustomization with one more of its resources; all else of it stays byte for byte. Null: that cannot be written. */
async function withResource(listing: { readonly name: string; readonly path: string }, file: string, limits: Limits) {
  const before = await readFile(listing.path)
  if (!isUtf8(before)) return null
  const text = before.toString('utf8')
  const read = readYaml(text, limits)
  const value = read.kind === 'error' ? undefined : (read.value as JsonObject)
  if (!isJsonObject(value) || !Array.isArray(value.resources)) return null
  const resource = posix.relative(posix.dirname(listing.name), file)
  const wanted: JsonObject = { ...value, resources: [...value.resources, resource] }
  try {
    const after = await byAndBy(patchText(text, [], value, wanted))
    const again = readYaml(after, limits)
    return again.kind !== 'error' && isDeepEqual(again.value, wanted) ? { before, after } : null
  } catch (error) {
    if (isCannotPatch(error)) return null
    throw error
  }
}
