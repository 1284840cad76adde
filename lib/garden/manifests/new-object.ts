import { isUtf8 } from 'node:buffer'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import { ObjectUnplaced } from '../errors'
import type { ObjectRef } from '../garden'
import { yamlOf } from '../preview'
import { byAndBy } from '../slices'
import { compare } from '../snapshot'
import type { KnownFile } from './manifest-file'
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

/** The files of a garden, by name, and the names of the kustomizations that list one of them. */
interface Files {
  readonly root: string
  readonly files: ReadonlyMap<string, KnownFile>
  listing(name: string): readonly string[]
}

/**
 * The first file in the order of their names counts; one with a namespaced profile before all others. Throws `ObjectUnplaced` where there is none.
 */
export function placeFor({ root, files, listing }: Files, { namespace, name }: ObjectRef): NewPlace {
  const holds = (kind: string | null) => (known: KnownFile) =>
    known.file.items.some(({ object }) => {
      const ofKind = kind === null || object.kind === kind
      return ofKind && object.label.includes(` ${namespace}/`)
    })
  const inOrder = [...files].sort(([a], [b]) => compare(a, b))
  const found =
    inOrder.find(([, known]) => holds('NamespacedCloudProfile')(known)) ??
    inOrder.find(([, known]) => holds(null)(known))
  if (found === undefined) throw new ObjectUnplaced({ code: 'no-neighbour', root, namespace: namespace ?? '' })
  const [neighbour, beside] = found
  if (beside.path === root) throw new ObjectUnplaced({ code: 'single-file', root })
  if (beside.role.namespace !== undefined) throw new ObjectUnplaced({ code: 'namespace-given', beside: neighbour })
  const [kustomization, ...others] = listing(neighbour)
  if (others.length > 0) throw new ObjectUnplaced({ code: 'listed-often', beside: neighbour })
  const path = kustomization === undefined ? undefined : files.get(kustomization)?.path
  return {
    name: posix.join(posix.dirname(neighbour), `${name}.yaml`),
    path: join(dirname(beside.path), `${name}.yaml`),
    beside,
    listing: kustomization === undefined || path === undefined ? null : { name: kustomization, path },
  }
}

/**
 * Writes the object into its new file, never over one that is there, and lists it in the kustomization. Rejects with `ObjectUnplaced`, or with the
 * system's error.
 */
export async function writeNew(
  { name, path, beside, listing }: NewPlace,
  object: JsonObject,
  { dryRun, limits }: { readonly dryRun: boolean; readonly limits: Limits },
): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new ObjectUnplaced({ code: 'file-is-there', name })
  const listed = listing && (await withResource(listing, name, limits))
  if (listing !== null && listed === null)
    throw new ObjectUnplaced({ code: 'not-listable', name, kustomization: listing.name })
  if (dryRun) {
    await checkReplaceable(beside.path)
    if (listing !== null) await checkReplaceable(listing.path)
    return
  }
  const isWritten = await createFile(path, Buffer.from(await yamlOf(object)), beside.path)
  if (!isWritten) throw new ObjectUnplaced({ code: 'file-is-there', name })
  if (listing === null || listed === null) return
  const isListed = await replaceFile(listing.path, listed.before, Buffer.from(listed.after))
  if (!isListed) throw new ObjectUnplaced({ code: 'left-unlisted', name, kustomization: listing.name })
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
  const isRight = (patched: string) => {
    const again = readYaml(patched, limits)
    return again.kind !== 'error' && isDeepEqual(again.value, wanted)
  }
  const after = await byAndBy(patchText(text, [], value, wanted, isRight))
  return after === null ? null : { before, after }
}
