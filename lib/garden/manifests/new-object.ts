import { isUtf8 } from 'node:buffer'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import { through } from '@/lib/process/event-loop'
import { ObjectUnplaced } from '../errors'
import type { ObjectRef } from '../garden'
import { yamlOf } from '../preview'
import { labelOf } from '../read-object'
import { compare } from '../snapshot'
import { jsonListIn } from './json-text'
import type { KnownFile } from './manifest-file'
import { patchText } from './patch-text'
import type { ManifestLimits } from './reading'
import { checkReplaceable, createFile, replaceFile } from './replace-file'
import { readYaml } from './yaml-text'

/** The place of a new namespaced profile in a folder: a file of its own, beside one that holds what it belongs to. */
export interface NewPlace {
  readonly name: string
  readonly path: string
  /** The file that it lies beside. */
  readonly beside: KnownFile
  /** The kustomization that lists that file, and has to list the new one; null: none does. */
  readonly listing: { readonly name: string; readonly path: string } | null
}

/** The files of a garden, by name, and the names of the kustomizations that list one of them. */
interface GardenFiles {
  readonly files: ReadonlyMap<string, KnownFile>
  listing(name: string): readonly string[]
}

/**
 * The first file in the order of their names counts: one with a namespaced profile of the namespace before those with others of its objects,
 * and where it has none the file of the parent. Throws `ObjectUnplaced`.
 */
export function placeFor(
  { files, listing }: GardenFiles,
  { namespace, name }: ObjectRef,
  object: JsonObject,
): NewPlace {
  const holds = (kind: string | null) => (known: KnownFile) =>
    known.file.items.some(({ object }) => {
      const ofKind = kind === null || object.kind === kind
      return ofKind && object.label.includes(` ${namespace}/`)
    })
  const inOrder = [...files].sort(([a], [b]) => compare(a, b))
  const found =
    inOrder.find(([, known]) => holds('NamespacedCloudProfile')(known)) ??
    inOrder.find(([, known]) => holds(null)(known)) ??
    inOrder.find(([, { file }]) => file.items.some(({ object: { label } }) => label === parentOf(object)))
  if (found === undefined) throw new RangeError(`no parent of ${name}`)
  const [neighbour, beside] = found
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

/** The label of the CloudProfile that a namespaced profile builds on. */
function parentOf({ spec }: JsonObject): string | undefined {
  const { parent } = isJsonObject(spec) ? spec : {}
  return isJsonObject(parent) ? labelOf({ kind: 'CloudProfile', name: String(parent.name) }) : undefined
}

/**
 * Adds the object to the single file that a garden is: as one more document, or to the list that a JSON file is; all that stands there stays
 * byte for byte. Rejects with `ObjectUnplaced`, or with the system's error.
 */
export async function append(
  path: string,
  object: JsonObject,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> {
  for (;;) {
    const before = await readFile(path)
    const after = isUtf8(before) ? await withOneMore(path, before.toString('utf8'), object) : null
    if (after === null) throw new ObjectUnplaced({ code: 'no-list', name: path })
    if (dryRun) return checkReplaceable(path)
    if (await replaceFile(path, before, Buffer.from(after))) return
  }
}

/** Null: it is one JSON object, or a list of a single kind. */
async function withOneMore(path: string, text: string, object: JsonObject): Promise<string | null> {
  if (!/\.json$/i.test(path) && !/^\uFEFF?\s*[[{]/.test(text)) {
    const end = text.endsWith('\n') ? '' : '\n'
    const added = `${end}---\n${await yamlOf(object)}`
    return text + (text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added)
  }
  const found = await through(jsonListIn(text))
  const [last, before] = [found?.spans.at(-1), found?.spans.at(-2)]
  if (found?.list.kind !== 'List' || last === undefined) return null
  const start = before?.[1] ?? text.lastIndexOf('[', last[0])
  const lead = text.slice(start, last[0]).replace(/[,[]/, '')
  const indent = lead.slice(lead.lastIndexOf('\n') + 1)
  const inner = /^\{\s*\n([ \t]*)/.exec(text.slice(...last))?.[1]?.slice(indent.length)
  const item = JSON.stringify(object, null, inner).replaceAll('\n', `\n${indent}`)
  return `${text.slice(0, last[1])},${lead}${item}${text.slice(last[1])}`
}

/**
 * Writes the object into its new file, never over one that is there, and lists it in the kustomization. Rejects with `ObjectUnplaced`, or with the
 * system's error.
 */
export async function writeNew(
  { name, path, beside, listing }: NewPlace,
  object: JsonObject,
  { dryRun, limits }: { readonly dryRun: boolean; readonly limits: ManifestLimits },
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
async function withResource(listing: NonNullable<NewPlace['listing']>, file: string, limits: ManifestLimits) {
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
  const after = await through(patchText(text, [], value, wanted, isRight))
  return after === null ? null : { before, after }
}
