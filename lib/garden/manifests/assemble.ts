import { createHash } from 'node:crypto'
import type { ObjectFault, Problem } from '@/lib/engine/faults'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '../garden'
import { saysAsBefore } from '../shoot-fields'
import { makeSnapshot, type SourcedObject } from '../snapshot'
import type { ManifestFile } from './manifest-file'
import type { ManifestLimits } from './reading'

/**
 * One snapshot of all files, which come in path order. Of an object that is there twice the first one counts, and both places
 * are told. Files with nothing in them are told where no other has anything either. The revision is made from what was read: the
 * same objects and problems give the same one, whatever files without any lie beside them. In steps, as there may be many objects.
 */
export function* snapshotOfFiles(
  files: readonly (readonly [name: string, file: ManifestFile])[],
  given: readonly Problem[],
  observedAt: Instant,
  limits: ManifestLimits,
): Generator<undefined, Snapshot> {
  const objects = new Map<string, SourcedObject>()
  const problems: Problem[] = [...given]
  const hash = createHash('sha1')
  let beyond = 0
  for (const [source, file] of files) {
    for (const problem of file.problems) problems.push(problem)
    // In one go: each call costs more than the few bytes of one object.
    let told = `${source}\n`
    for (const { object, line, hash: text } of file.items) {
      yield
      const first = objects.get(object.label)
      const place = { source, ...(line !== undefined && { line }) }
      if (first) problems.push({ ...place, object: object.label, path: '', fault: twice(first, { object, source }) })
      else if (objects.size === limits.objects) beyond++
      else {
        objects.set(object.label, { object, ...place })
        told += `${object.label} ${text}\n`
      }
    }
    if (file.items.length > 0) hash.update(told)
  }
  yield
  if (objects.size === 0) {
    for (const [source, { hollow }] of files) {
      if (hollow !== undefined) problems.push({ source, path: '', fault: { code: hollow } })
    }
  }
  if (beyond > 0) {
    const source = problems.at(-1)?.source ?? 'manifests'
    problems.push({ source, path: '', fault: { code: 'too-many-objects', beyond, most: limits.objects } })
  }
  const snapshot = makeSnapshot({ revision: '', observedAt, objects: objects.values(), problems })
  yield
  const revision = hash.update(JSON.stringify(snapshot.problems)).digest('hex').slice(0, 16)
  return { ...snapshot, revision }
}

function twice(first: SourcedObject, { object, source }: SourcedObject): ObjectFault {
  return {
    code: 'twice',
    isSame: saysAsBefore(object, first.object),
    source: first.source === source ? null : first.source,
    line: first.line ?? null,
  }
}
