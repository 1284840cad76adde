import { createHash } from 'node:crypto'
import type { Limits } from './limits'
import { type Context, isList, type Raw, type ReadPart, readRaws, takeApart, typed } from './reading'
import { type ListPart, splitYaml } from './split-yaml'
import { isTemplate } from './template'
import { Locator, lineAt, readYaml } from './yaml-text'

/** Reads a YAML file part by part, so that the caller can let others work in between, also where nothing came yet (undefined). */
export function* readYamlFile(text: string, context: Context): Generator<ReadPart | undefined> {
  for (const stretch of yamlStretches(text, context.limits)) {
    yield stretch && readPart(stretch.text, stretch.line, stretch.how, context)
  }
}

/** A part of a file that is read on its own, and how. */
export interface YamlStretch {
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  readonly how: How
}

/** All of a file but what is around long lists, in order. A step looks through all of a long text once at most (undefined: nothing came of it). */
export function* yamlStretches(text: string, limits: Limits): Generator<YamlStretch | undefined> {
  for (const part of splitYaml(text)) {
    yield
    if (part === undefined) continue
    const list = part.kind === 'list' ? yield* listOf(part, limits) : undefined
    if (part.kind === 'document' || list === undefined) {
      yield { text: part.text, line: part.line, how: { salt: '', prefix: [], raws: takeApart } }
      continue
    }
    yield
    const how: How = { salt: `${list.apiVersion} ${list.kind}`, prefix: [0], raws: (value) => entries(value, list) }
    for (const item of part.items()) yield { ...item, how }
  }
}

/** What the list says about itself; undefined if it is none, or if its items cannot be read one by one. */
function* listOf(part: ListPart, limits: Limits): Generator<undefined, Record<string, unknown> | undefined> {
  const around = readYaml(part.around, limits)
  if (around.kind === 'error' || !isList(around.value) || around.value.items !== undefined) return undefined
  return mayUseAliases(part.text) && (yield* needOthers(part, limits)) ? undefined : around.value
}

const mayUseAliases = (text: string): boolean => /[\s[{,]\*[^\s,[\]{}]/.test(text)

/** Whether an item uses what another one sets. */
function* needOthers(part: ListPart, limits: Limits): Generator<undefined, boolean> {
  for (const { text } of part.items()) {
    yield
    if (!mayUseAliases(text)) continue
    const read = readYaml(text, limits)
    if (read.kind === 'error' && read.needsAnchor) return true
  }
  return false
}

/** The text of an item is a list with one entry. */
function* entries(value: unknown, list: Record<string, unknown>): Generator<Raw> {
  for (const item of Array.isArray(value) ? value : []) yield* takeApart(typed(item, list))
}

interface How {
  /** What else than the text decides what it means. */
  readonly salt: string
  /** The way from the root of the text to where `raws` begin. */
  readonly prefix: readonly number[]
  readonly raws: (value: unknown) => Iterable<Raw>
}

function readPart(text: string, line: number, { salt, prefix, raws }: How, context: Context): ReadPart {
  const hash = createHash('sha1').update(salt).update('\n').update(text).digest('base64').slice(0, 20)
  const known = context.known.parts.get(hash)
  if (known) return { hash, line, reading: known }
  const read = readYaml(text, context.limits)
  if (read.kind === 'error') {
    const fault = { line: read.line, reason: read.reason, ...(isTemplate(text) && { isTemplate: true }) }
    return { hash, line, reading: { items: [], faults: [fault] } }
  }
  const locator = new Locator(text)
  const first = lineAt(text, Math.max(text.search(/^(?!---)[^\s#%]/m), 0))
  const lineOf = (within: Raw['within'], path: string): number =>
    within.length === 0 && path === '' ? first : locator.line([...prefix, ...within], path)
  return { hash, line, reading: readRaws(raws(read.value), { ...context, hash, lineOf }) }
}
