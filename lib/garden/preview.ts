import { stringify } from 'yaml'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import type { Preview, PreviewEdit } from './garden'
import { byAndBy } from './slices'

/**
 * Of an object that comes from no file: its text is YAML as kubectl would show it. It is written when somebody asks for it, as that
 * takes a while where the object is large, and most only want the object.
 */
export async function previewOf(object: JsonObject, edit: PreviewEdit, resourceVersion: string): Promise<Preview> {
  const edited = await edit(object)
  const texts = async () => {
    const yaml = new KubectlYaml()
    const before = await byAndBy(yaml.written(object))
    return { before, after: edited === object ? before : await byAndBy(yaml.written(edited)) }
  }
  return { kind: 'ok', resourceVersion, object, edited, file: null, texts }
}

/** Such an object as a text. */
export function yamlOf(object: JsonObject): Promise<string> {
  return byAndBy(new KubectlYaml().written(object))
}

/** So many lines are written in a step. */
const stepLength = 500

/** Times are quoted, as they are texts. */
const options = { version: '1.1', lineWidth: 0, indentSeq: false, aliasDuplicateObjects: false } as const

/**
 * Writes objects as YAML as kubectl would show them, in steps, as that takes seconds where they are large. How a text is written is left
 * to the library, which is asked once about each: of an object before and after edits most are the same.
 */
export class KubectlYaml {
  private readonly names = new Map<string, string>()
  private readonly members = new Map<string, string>()
  private readonly items = new Map<string, string>();

  /** Without the bookkeeping of the API server, which nobody reads. */
  *written(object: JsonObject): Generator<undefined, string> {
    const lines: string[] = []
    for (const line of this.object(withoutManagedFields(object), '')) {
      lines.push(line)
      if (lines.length % stepLength === 0) yield
    }
    return lines.join('')
  }

  private *object(object: JsonObject, indent: string): Generator<string> {
    for (const [name, value] of Object.entries(object)) {
      const lead = kept(this.names, name, (text) => stringify({ [text]: 0 }, options).slice(0, -' 0\n'.length))
      // A name that does not stand before a colon in its line.
      if (lead.startsWith('? ') || lead.includes('\n')) yield indented(stringify({ [name]: value }, options), indent)
      else if (isLarge(value)) {
        yield `${indent}${lead}\n`
        yield* isJsonObject(value) ? this.object(value, `${indent}  `) : this.list(value, indent)
      } else yield indented(`${lead} ${this.member(value)}`, indent)
    }
  }

  /** The first line of what an item holds stands behind its dash. */
  private *list(list: readonly Json[], indent: string): Generator<string> {
    const inner = `${indent}  `
    for (const value of list) {
      if (!isLarge(value)) {
        yield indented(`- ${this.item(value)}`, indent)
        continue
      }
      let isFirst = true
      for (const line of isJsonObject(value) ? this.object(value, inner) : this.list(value, inner)) {
        yield isFirst ? `${indent}- ${line.slice(inner.length)}` : line
        isFirst = false
      }
    }
  }

  private member(value: Json): string {
    const write = (value: Json) => stringify({ a: value }, options).slice('a: '.length)
    return typeof value === 'string' ? (usual(value) ?? kept(this.members, value, write)) : write(value)
  }

  private item(value: Json): string {
    const write = (value: Json) => stringify([value], options).slice('- '.length)
    return typeof value === 'string' ? (usual(value) ?? kept(this.items, value, write)) : write(value)
  }
}

/** Versions and times, which nearly all texts of a profile are that are there once, as the library would write them. */
function usual(text: string): string | null {
  if (/^\d+\.\d+\.\d+$/.test(text)) return `${text}\n`
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? `"${text}"\n` : null
}

function kept(known: Map<string, string>, text: string, write: (text: string) => string): string {
  let written = known.get(text)
  if (written === undefined) {
    written = write(text)
    known.set(text, written)
  }
  return written
}

/** Neither a value nor empty: those stand in the line of their name. */
function isLarge(value: Json): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Lines that are empty stay so. */
function indented(lines: string, indent: string): string {
  return indent === '' ? lines : lines.replace(/^(?=[^\n])/gm, indent)
}

function withoutManagedFields(object: JsonObject): JsonObject {
  const { metadata } = object
  if (!isJsonObject(metadata) || !('managedFields' in metadata)) return object
  const { managedFields: _, ...rest } = metadata
  return { ...object, metadata: rest }
}
