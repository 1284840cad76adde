import { createHash } from 'node:crypto'
import type { Instant } from '@/lib/engine/types'
import type { Problem, Snapshot } from '../garden'
import { saysAsBefore } from '../shoot-fields'
import { makeSnapshot, type Sourced } from '../snapshot'
import type { ManifestFile } from './manifest-file'
import type { Limits } from './reading'

/**
 * One snapshot of all files, which come in path order. Of an object that is there twice the first one counts, and both places
 * are told. Files with nothing in them are told where no other has anything either. The revision is made from what was read: the same files give the same one.
 * In steps, as there may be many objects.
 */
export function* assemble(
  files: readonly (readonly [name: string, file: ManifestFile])[],
  given: readonly Problem[],
  observedAt: Instant,
  limits: Limits,
): Generator<undefined, Snapshot> {
  const objects = new Map<string, Sourced>()
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
      if (first) problems.push({ ...place, object: object.label, reason: twice(first, { object, source }) })
      else if (objects.size === limits.objects) beyond++
      else {
        objects.set(object.label, { object, ...place })
        told += `${object.label} ${text}\n`
      }
    }
    hash.update(told)
  }
  yield
  if (objects.size === 0) {
    for (const [source, { hollow }] of files) if (hollow !== undefined) problems.push({ source, reason: hollow })
  }
  if (beyond > 0) {
    const source = problems.at(-1)?.source ?? 'manifests'
    problems.push({ source, reason: `${beyond} objects beyond the first ${limits.objects} are not shown` })
  }
  const snapshot = makeSnapshot({ revision: '', observedAt, objects: objects.values(), problems })
  yield
  const revision = hash.update(JSON.stringify(snapshot.problems)).digest('hex').slice(0, 16)
  return { ...snapshot, revision }
}

function twice(first: Sourced, { object, source }: Sourced): string {
  const line = first.line === undefined ? '' : `line ${first.line}`
  const place = first.source === source ? line || 'the same file' : [first.source, line].filter(Boolean).join(', ')
  return saysAsBefore(object, first.object)
    ? `is there twice: also in ${place}, and that one counts`
    : `is there twice, and not the same: also in ${place}, and that one counts`
}
