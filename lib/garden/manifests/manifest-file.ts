import { isUtf8 } from 'node:buffer'
import { problemText } from '@/lib/engine/reader'
import { type Problem, STILL_COUNTS } from '../garden'
import { brokenJson, readJsonFile } from './read-json-file'
import { readYamlFile } from './read-yaml-file'
import type { Context, Fault, FileObject, Known, Reading, ReadPart } from './reading'
import { isAboutGardener, templateWords } from './template'

/** What is known of one file. */
export interface ManifestFile {
  /** What counts: read now, or, where that is broken, what was read before. */
  readonly items: readonly FileObject[]
  readonly problems: readonly Problem[]
  /** By hash, to read only what changes. */
  readonly parts: ReadonlyMap<string, Reading>
  /** Whether it is about objects of ours, where it has none. */
  readonly isAboutGardener?: boolean
  /** Why nothing is in it, where nothing is wrong with it. */
  readonly hollow?: string
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
  { limits, sharing, namespace }: Pick<Context, 'limits' | 'sharing' | 'namespace'>,
): Generator<ReadPart | undefined, ManifestFile> {
  const known: Known = {
    parts: before.parts,
    items: new Map(before.items.map((item) => [item.object.label, item])),
  }
  yield
  const read: ReadPart[] = []
  for (const part of readParts(name, text, { limits, sharing, known, namespace })) {
    if (part !== undefined) read.push(part)
    yield part
  }
  const parts = withOneTemplate(name, text, read)
  if (isHollow(parts)) return hollowFile(name, before, text)
  const file = yield* updateFile(name, before, known.items, parts)
  return { ...file, parts: new Map(read.map(({ hash, reading }) => [hash, reading])) }
}

/** What begins like JSON is read as JSON; if it is none, it is read as YAML unless its name says JSON. */
function* readParts(name: string, text: string, context: Context): Generator<ReadPart | undefined> {
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const isNamedJson = /\.json$/i.test(name)
  const isJson = (isNamedJson || /^\s*[[{]/.test(content)) && (yield* readJsonFile(content, context))
  if (isJson) return
  if (isNamedJson) yield brokenJson(content)
  else yield* readYamlFile(content, context)
}

/** What a parser makes of a template is told once, in words; one of anything else than Gardener is passed over in silence. */
function withOneTemplate(name: string, text: string, parts: readonly ReadPart[]): readonly ReadPart[] {
  const isTemplate = (fault: Fault) => fault.isTemplate === true
  if (!parts.some(({ reading }) => reading.faults.some(isTemplate))) return parts
  let words = isAboutGardener(text) ? templateWords(name, text) : undefined
  return parts.map((part) => {
    const faults = part.reading.faults.flatMap((fault) => {
      if (!isTemplate(fault)) return [fault]
      const told = words === undefined ? [] : [{ ...fault, ...words }]
      words = undefined
      return told
    })
    return { ...part, reading: { ...part.reading, faults } }
  })
}

function isHollow(parts: readonly ReadPart[]): boolean {
  return parts.every(({ reading }) => reading.items.length === 0 && reading.faults.length === 0)
}

/** All that was stays: a dump that failed leaves an empty file, and who wants objects gone takes the file away. */
function hollowFile(name: string, before: ManifestFile, text: string): ManifestFile {
  const hollow = hollowReason(text)
  return before.items.length > 0 ? unreadable(name, before, hollow) : { ...unreadFile, hollow }
}

/**
 * Puts together what a file says now with what it said before. What cannot be read does not take away what was:
 * - an object with a mistake stays as it was before the mistake, if it was without one;
 * - an object of which nothing can be said stays as it was;
 * - if it is not even known which objects a broken stretch holds, all that are missing now stay.
 */
function* updateFile(
  name: string,
  before: ManifestFile,
  good: Known['items'],
  parts: readonly ReadPart[],
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
      problems.push(problemAt(name, line, fault.line, fault.reason, fault.label, isKept, fault.more))
    }
  }
  const missing = isUncertain ? before.items.filter(({ object }) => !labels.has(object.label)) : []
  yield
  return { items: [...items, ...kept, ...missing], problems }
}

/** A file that changes objects of others, and has none of its own. */
export function patchFile(text: string): ManifestFile {
  return { ...unreadFile, isAboutGardener: isAboutGardener(text), hollow: 'changes objects that stand elsewhere' }
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
    ...((isKept || more !== undefined) && { more: [more, isKept ? STILL_COUNTS : ''].filter(Boolean).join(' ') }),
  }
}

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** What it is instead, without a full stop at the end. */
  | { readonly kind: 'none'; readonly reason: string }

/** The text in a file. What is no UTF-8 is named, with what to do about it: read as if it were, it would be an empty garden. */
export function textIn(bytes: Buffer): FileText {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return { kind: 'none', reason: UTF_16 }
  if (bytes.includes(0))
    return { kind: 'none', reason: 'is no text: it has zero bytes, as binary files and UTF-16 have' }
  if (!isUtf8(bytes)) return { kind: 'none', reason: 'is no text in UTF-8' }
  return { kind: 'text', text: bytes.toString('utf8') }
}

const UTF_16 =
  'is text in UTF-16, as PowerShell writes it with ">"; only UTF-8 can be read. Write it with "| Out-File -Encoding utf8" instead, or convert it with "iconv -f UTF-16 -t UTF-8"'

/** Why a text without any object of ours has none, without a full stop at the end. */
function hollowReason(text: string): string {
  if (text.trim() === '') return 'is empty'
  const isSilent = text.split('\n').every((line) => /^(?:---)?$/.test((line.split('#', 1)[0] ?? '').trim()))
  return isSilent ? 'holds nothing but comments' : 'holds no CloudProfile, NamespacedCloudProfile, Project or Shoot'
}
