import { isUtf8 } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import type { JsonObject } from '@/lib/engine/json'
import { through } from '@/lib/process/event-loop'
import { forEverybody } from '@/lib/process/on-behalf'
import { conflict, profileUsedBy, tryEdit, tryNew } from '../admit'
import { isObjectUnplaced } from '../errors'
import type { ApplyOptions, ApplyOutcome, EditPreview, ObjectEdit, ObjectRef, PreviewEdit, Snapshot } from '../garden'
import { contentVersion, labelOf } from '../read-object'
import { compare } from '../snapshot'
import type { KnownFile } from './manifest-file'
import { append, placeFor, writeNew } from './new-object'
import type { ManifestLimits } from './reading'
import { checkReplaceable, replaceFile } from './replace-file'
import { systemReason } from './walk'
import { findInFile, type ObjectInFile } from './write-back'

interface WriterSource {
  /** The file or folder that it is. */
  readonly root: string
  /** What it is called where nothing may be written into it. */
  readonly unwritable: string | undefined
  /** The files by name. */
  readonly files: ReadonlyMap<string, KnownFile>
  readonly limits: ManifestLimits
  /** The names of the kustomizations that list a file. */
  listing(name: string): readonly string[]
  snapshot(): Snapshot
  /** Reads what has changed. */
  look(): Promise<unknown>
}

/** Writes edits back into the files that their objects came from, one after the other. */
export class ManifestWriter {
  private writing: Promise<unknown> = Promise.resolve()

  constructor(private readonly source: WriterSource) {}

  apply(ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome> {
    const written = this.writing.then(() => forEverybody(() => this.write(ref, edit, options)))
    this.writing = written.catch(() => {})
    return written
  }

  async preview(ref: ObjectRef, edit: PreviewEdit): Promise<EditPreview> {
    const found = await this.find(ref)
    if (found.kind !== 'found') return found
    const { name, text, inFile } = found
    const { object } = inFile
    const edited = await edit(object)
    const after = await through(inFile.written(edited))
    if (after === null) return shared(name)
    return {
      kind: 'ok',
      resourceVersion: contentVersion(object),
      object,
      edited,
      file: name,
      texts: async () => ({ before: text, after }),
    }
  }

  /**
   * Writes an edit into the file that its object came from. Whatever has changed in that file since it was read is a conflict,
   * also in another object; it is read then, so that the next try meets what is there.
   */
  private async write(ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome> {
    const { unwritable } = this.source
    if (unwritable !== undefined)
      return unavailable(`What came by ${unwritable} cannot be written. Start with a file for that.`)
    const { resourceVersion, dryRun = false } = options
    const found = await this.find(ref)
    if (resourceVersion === null) {
      if (found.kind === 'found') return conflict(found.inFile.object).outcome
      return found.kind === 'gone' ? this.make(ref, edit, dryRun) : found
    }
    if (found.kind !== 'found') return found
    const { name, path, bytes, isAsRead, inFile } = found
    const isNewer = async (): Promise<ApplyOutcome> => {
      await this.source.look()
      const now = await this.find(ref)
      return now.kind === 'found' ? conflict(now.inFile.object).outcome : now
    }
    if (!isAsRead) return isNewer()
    const isSame = contentVersion(inFile.object) === resourceVersion
    const profiles = await this.profilesOf(isSame ? [inFile.object, edit(inFile.object)] : [])
    const tried = tryEdit(inFile.object, edit, resourceVersion, {
      snapshot: this.source.snapshot(),
      now: Date.now(),
      profileOf: (used) => profiles.get(labelOf(used)),
    })
    if (tried.kind === 'done') return tried.outcome
    const after = await through(inFile.written(tried.object))
    if (after === null) return shared(name)
    try {
      if (!(await this.isOurs(path))) {
        return unavailable(`${name} cannot be written: it is a link that leads out of ${this.source.root}.`)
      }
      if (dryRun) {
        await checkReplaceable(path)
        return { kind: 'applied', resourceVersion }
      }
      if (!(await replaceFile(path, bytes, Buffer.from(after)))) return isNewer()
    } catch (error) {
      return unavailable(`${name} cannot be written: ${systemReason(error)}.`)
    }
    await this.source.look()
    return { kind: 'applied', resourceVersion: tried.resourceVersion }
  }

  /** Writes an object that is not there yet into the single file, else into one of its own. Rejects with `ObjectUnplaced`. */
  private async make(ref: ObjectRef, edit: ObjectEdit, dryRun: boolean): Promise<ApplyOutcome> {
    const { root, limits } = this.source
    const tried = tryNew(ref, edit, { snapshot: this.source.snapshot(), now: Date.now() })
    if (tried.kind === 'done') return tried.outcome
    const place = this.source.files.has(root) ? null : placeFor(this.source, ref, tried.object)
    const name = place?.name ?? root
    try {
      if (place === null) await append(root, tried.object, { dryRun })
      else if (await this.isOurs(dirname(place.path))) await writeNew(place, tried.object, { dryRun, limits })
      else return unavailable(`${name} cannot be written: its folder is a link that leads out of ${root}.`)
    } catch (error) {
      if (isObjectUnplaced(error)) throw error
      return unavailable(`${name} cannot be written: ${systemReason(error)}.`)
    }
    if (!dryRun) await this.source.look()
    return { kind: 'applied', resourceVersion: tried.resourceVersion }
  }

  /** A user who may put links into the folder has nothing written outside of it. A single file is wherever its path leads. */
  private async isOurs(path: string): Promise<boolean> {
    const { root } = this.source
    if (path === root) return true
    const inside = relative(await realpath(root), await realpath(path))
    return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
  }

  /** The profiles of a shoot before and after an edit, by label. */
  private async profilesOf(shoots: readonly JsonObject[]): Promise<ReadonlyMap<string, JsonObject>> {
    const profiles = new Map<string, JsonObject>()
    for (const object of shoots) {
      const ref = profileUsedBy(object)
      if (ref === undefined || profiles.has(labelOf(ref))) continue
      const found = await this.find(ref)
      if (found.kind === 'found') profiles.set(labelOf(ref), found.inFile.object)
    }
    return profiles
  }

  private async find(ref: ObjectRef): Promise<FoundObject | Extract<ApplyOutcome, { kind: 'gone' | 'unavailable' }>> {
    const label = labelOf(ref)
    const holds = ({ file }: KnownFile) => file.items.some(({ object }) => object.label === label)
    const [name, known] =
      [...this.source.files].sort(([a], [b]) => compare(a, b)).find(([, known]) => holds(known)) ?? []
    if (name === undefined || known === undefined) return { kind: 'gone' }
    if (known.role.namespace !== undefined && ref.namespace !== undefined) {
      return unavailable(`${name} cannot be written: a kustomization gives ${label} its namespace. Edit it by hand.`)
    }
    try {
      const bytes = await readFile(known.path)
      if (!isUtf8(bytes)) return unavailable(`${name} cannot be written: it is not UTF-8.`)
      const digest = await digestOf(bytes)
      const text = bytes.toString('utf8')
      const inFile = await through(findInFile(name, text, label, this.source.limits))
      if (inFile === undefined) return unavailable(`${label} cannot be found in ${name} as it is now.`)
      return { kind: 'found', name, path: known.path, bytes, text, isAsRead: known.digest === digest, inFile }
    } catch (error) {
      return unavailable(`${name} cannot be read: ${systemReason(error)}.`)
    }
  }
}

/** An object in its file as it is now. */
interface FoundObject {
  readonly kind: 'found'
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
  readonly text: string
  /** The file was not written since it was last read for a snapshot. */
  readonly isAsRead: boolean
  readonly inFile: ObjectInFile
}

function unavailable(message: string): Extract<ApplyOutcome, { kind: 'unavailable' }> {
  return { kind: 'unavailable', message, uncertain: false }
}

function shared(name: string): Extract<ApplyOutcome, { kind: 'unavailable' }> {
  return unavailable(
    `This cannot be written into ${name} without changing something else in it. Edit the file by hand.`,
  )
}

/** The digest of many bytes, made in another thread. */
export async function digestOf(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-1', bytes)).toString('base64')
}
