import { type Problem, STILL_COUNTS } from '../garden'
import { problemText } from '../reader'
import type { Sharing } from '../share'
import { hollowReason } from './file-text'
import type { Limits } from './limits'
import { brokenJson, readJsonFile } from './read-json-file'
import { readYamlFile } from './read-yaml-file'
import type { Context, FileObject, Known, Reading, ReadPart } from './reading'

/** What is known of one file. */
export interface ManifestFile {
  /** What counts: read now, or, where that is broken, what was read before. */
  readonly items: readonly FileObject[]
  readonly problems: readonly Problem[]
  /** By hash, to read only what changes. */
  readonly parts: ReadonlyMap<string, Reading>
  /** Why nothing is in it, where nothing is wrong with it. */
  readonly hollow?: string
}

export const unreadFile: ManifestFile = { items: [], problems: [], parts: new Map() }

/**
 * Reads the text of a file, part by part, so that the caller can let others work in between, also where nothing came yet (undefined). What begins like JSON is read as
 * JSON; if it is none, it is read as YAML unless its name says JSON.
 */
export function* readParts(
  name: string,
  text: string,
  known: ManifestFile,
  context: { readonly limits: Limits; readonly sharing: Sharing },
): Generator<ReadPart | undefined> {
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const whole: Context = { ...context, known: knownOf(known) }
  const isNamedJson = /\.json$/i.test(name)
  const isJson = (isNamedJson || /^\s*[[{]/.test(content)) && (yield* readJsonFile(content, whole))
  if (isJson) return
  if (isNamedJson) yield brokenJson(content)
  else yield* readYamlFile(content, whole)
}

function knownOf({ items, parts }: ManifestFile): Known {
  return { parts, items: new Map(items.map((item) => [item.object.label, item])) }
}

/**
 * Puts together what a file says now with what it said before. What cannot be read does not take away what was:
 * - an object with a mistake stays as it was before the mistake, if it was without one;
 * - an object of which nothing can be said stays as it was;
 * - if it is not even known which objects a broken stretch holds, all that are missing now stay;
 * - if nothing is left, all stay: a dump that failed leaves an empty file, and who wants objects gone takes the file away.
 */
export function updateFile(name: string, before: ManifestFile, parts: readonly ReadPart[], text: string): ManifestFile {
  if (parts.every(({ reading }) => reading.items.length === 0 && reading.faults.length === 0)) {
    const hollow = hollowReason(text)
    return before.items.length > 0 ? unreadable(name, before, hollow) : { ...unreadFile, hollow }
  }
  const good = new Map(before.items.map((item) => [item.object.label, item]))
  const items: FileObject[] = []
  const problems: Problem[] = []
  const labels = new Set<string>()
  const kept: FileObject[] = []
  let isUncertain = false

  for (const { line, reading } of parts) {
    for (const item of reading.items) {
      const { object } = item
      const last = good.get(object.label)
      const isWorse = object.problems.length > 0 && last !== undefined && last.object.problems.length === 0
      items.push(isWorse ? last : shifted(item, line))
      labels.add(object.label)
      for (const [i, problem] of object.problems.entries()) {
        problems.push(problemAt(name, line, item.problemLines[i], problemText(problem), object.label, isWorse))
      }
    }
    for (const fault of reading.faults) {
      const last = fault.label === undefined ? undefined : good.get(fault.label)
      if (fault.label === undefined) isUncertain = true
      else if (last && !labels.has(fault.label)) {
        kept.push(last)
        labels.add(fault.label)
      }
      const isKept = last !== undefined || (fault.label === undefined && good.size > 0)
      problems.push(problemAt(name, line, fault.line, fault.reason, fault.label, isKept))
    }
  }
  if (isUncertain) kept.push(...before.items.filter(({ object }) => !labels.has(object.label)))
  return {
    items: [...items, ...kept],
    problems,
    parts: new Map(parts.map(({ hash, reading }) => [hash, reading])),
  }
}

/** A file that cannot be read at all keeps what it had. */
export function unreadable(name: string, before: ManifestFile, reason: string, more?: string): ManifestFile {
  return { ...before, problems: [problemAt(name, 1, undefined, reason, undefined, before.items.length > 0, more)] }
}

function shifted(item: FileObject, line: number): FileObject {
  return item.line === undefined || line === 1 ? item : { ...item, line: item.line + line - 1 }
}

function problemAt(
  source: string,
  partLine: number,
  line: number | undefined,
  reason: string,
  label: string | undefined,
  isKept: boolean,
  more?: string,
): Problem {
  return {
    source,
    ...(line !== undefined && { line: partLine + line - 1 }),
    ...(label !== undefined && { object: label }),
    reason,
    ...(isKept ? { more: STILL_COUNTS } : more !== undefined && { more }),
  }
}
