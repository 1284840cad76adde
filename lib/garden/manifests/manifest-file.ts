import { isUtf8 } from 'node:buffer'
import type { FieldProblem, FileFault, Problem } from '@/lib/engine/faults'
import { readParts } from './file-parts'
import type { FileRole } from './kustomization'
import type { FileObject, FilePartReading, FileReading, KnownReadings, PlacedFault, ReadingContext } from './reading'
import { isAboutGardener, templateFault } from './template'

/** Why nothing is in a file with which nothing is wrong. */
type EmptyReason = 'empty' | 'only-comments' | 'no-objects' | 'patch'

export interface KnownFile {
  readonly stamp: string
  readonly path: string
  readonly role: FileRole
  /** The digest of its bytes when it was last read; null if it could not be read. */
  readonly digest: string | null
  readonly file: ManifestFile
}

export interface ManifestFile {
  /** What counts: read now, or, where that is broken, what was read before. */
  readonly items: readonly FileObject[]
  readonly problems: readonly Problem[]
  /** The parts by hash, so that only parts that change are read. */
  readonly parts: ReadonlyMap<string, FileReading>
  /** Whether it is about objects of ours, where it has none. */
  readonly isAboutGardener?: boolean
  /** Why nothing is in it, where nothing is wrong with it. */
  readonly hollow?: EmptyReason
}

export const unreadFile: ManifestFile = { items: [], problems: [], parts: new Map() }

/**
 * Reads the text of a file in steps, so that the caller can let others work in between. Its parts come one by one (undefined: nothing
 * came of a step), and what is known of the file then is returned.
 */
export function* readManifestFile(
  name: string,
  text: string,
  before: ManifestFile,
  { limits, sharing, namespace }: Pick<ReadingContext, 'limits' | 'sharing' | 'namespace'>,
): Generator<FilePartReading | undefined, ManifestFile> {
  const known: KnownReadings = {
    parts: before.parts,
    items: new Map(before.items.map((item) => [item.object.label, item])),
  }
  yield
  const read: FilePartReading[] = []
  for (const part of readParts(name, text, { limits, sharing, known, namespace })) {
    if (part !== undefined) read.push(part)
    yield part
  }
  const parts = withOneTemplate(name, text, read)
  if (isHollow(parts)) return hollowFile(name, before, text)
  const file = yield* updateFile(name, before, known.items, parts)
  return { ...file, parts: new Map(read.map(({ hash, reading }) => [hash, reading])) }
}

/** What a parser makes of a template is told once, in words; one of anything else than Gardener is passed over in silence. */
function withOneTemplate(name: string, text: string, parts: readonly FilePartReading[]): readonly FilePartReading[] {
  const isTemplate = (fault: PlacedFault) => fault.isTemplate === true
  if (!parts.some(({ reading }) => reading.faults.some(isTemplate))) return parts
  let left = isAboutGardener(text) ? templateFault(name, text) : undefined
  return parts.map((part) => {
    const faults = part.reading.faults.flatMap((fault) => {
      if (!isTemplate(fault)) return [fault]
      const told = left === undefined ? [] : [{ ...fault, path: '', fault: left }]
      left = undefined
      return told
    })
    return { ...part, reading: { ...part.reading, faults } }
  })
}

function isHollow(parts: readonly FilePartReading[]): boolean {
  return parts.every(({ reading }) => reading.items.length === 0 && reading.faults.length === 0)
}

/** All that was stays: a dump that failed leaves an empty file, and who wants objects gone takes the file away. */
function hollowFile(name: string, before: ManifestFile, text: string): ManifestFile {
  const hollow = hollowReason(text)
  return before.items.length > 0 ? unreadable(name, before, { code: hollow }) : { ...unreadFile, hollow }
}

/**
 * Puts together what a file says now with what it said before. What cannot be read does not take away what was:
 * - an object with a mistake stays as it was before the mistake, if it was without one;
 * - an object of which nothing can be said stays as it was;
 * - if it is not even known which objects a broken part holds, all that are missing now stay.
 */
function* updateFile(
  name: string,
  before: ManifestFile,
  good: KnownReadings['items'],
  parts: readonly FilePartReading[],
): Generator<undefined, Omit<ManifestFile, 'parts'>> {
  const items: FileObject[] = []
  const problems: Problem[] = []
  const labels = new Set<string>()
  const kept: FileObject[] = []
  let isUncertain = false

  for (const { line, reading } of parts) {
    yield
    for (const item of reading.items) {
      const { object } = item
      const last = good.get(object.label)
      const isWorse = object.problems.length > 0 && last !== undefined && last.object.problems.length === 0
      items.push(isWorse ? last : shifted(item, line))
      labels.add(object.label)
      for (const [i, problem] of object.problems.entries()) {
        problems.push(problemAt(name, line, { ...problem, label: object.label, line: item.problemLines[i] }, isWorse))
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
      problems.push(problemAt(name, line, fault, isKept))
    }
  }
  const missing = isUncertain ? before.items.filter(({ object }) => !labels.has(object.label)) : []
  yield
  return { items: [...items, ...kept, ...missing], problems }
}

/** A file that changes objects of others, and has none of its own. */
export function fileOfPatch(text: string): ManifestFile {
  return { ...unreadFile, isAboutGardener: isAboutGardener(text), hollow: 'patch' }
}

/** A file that cannot be read at all keeps what it had. */
export function unreadable(name: string, before: ManifestFile, fault: FileFault): ManifestFile {
  return { ...before, problems: [problemAt(name, 1, { path: '', fault }, before.items.length > 0)] }
}

function shifted(item: FileObject, line: number): FileObject {
  return item.line === undefined || line === 1 ? item : { ...item, line: item.line + line - 1 }
}

interface PlacedProblem extends FieldProblem {
  /** The line, counted from the beginning of its part of the file. */
  readonly line?: number | undefined
  readonly label?: string
}

function problemAt(
  source: string,
  partLine: number,
  { path, fault, line, label }: PlacedProblem,
  isOutdated: boolean,
): Problem {
  return {
    source,
    ...(line !== undefined && { line: partLine + line - 1 }),
    ...(label !== undefined && { object: label }),
    path,
    fault,
    ...(isOutdated && { isOutdated }),
  }
}

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** What it is instead. */
  | { readonly kind: 'none'; readonly fault: FileFault }

/** The text in a file. What is no UTF-8 is named, with what to do about it: read as if it were, it would be an empty garden. */
export function textIn(bytes: Buffer): FileText {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return { kind: 'none', fault: { code: 'utf-16' } }
  if (bytes.includes(0)) return { kind: 'none', fault: { code: 'zero-bytes' } }
  if (!isUtf8(bytes)) return { kind: 'none', fault: { code: 'no-utf-8' } }
  return { kind: 'text', text: bytes.toString('utf8') }
}

/** Why a text without any object of ours has none. */
function hollowReason(text: string): EmptyReason {
  if (text.trim() === '') return 'empty'
  const isSilent = text.split('\n').every((line) => /^(?:---)?$/.test((line.split('#', 1)[0] ?? '').trim()))
  return isSilent ? 'only-comments' : 'no-objects'
}
