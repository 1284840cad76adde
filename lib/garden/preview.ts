import { stringify } from 'yaml'
import { isJsonObject, type JsonObject } from '@/lib/engine/json'
import { eachOf } from '@/lib/process/event-loop'
import type { EditPreview, PreviewEdit } from './garden'

/**
 * Of an object that comes from no file: its text is YAML as kubectl would show it. It is written when a client asks for it, as that
 * takes a while where the object is large, and most only want the object.
 */
export async function previewObject(
  object: JsonObject,
  edit: PreviewEdit,
  resourceVersion: string,
): Promise<EditPreview> {
  const edited = await edit(object)
  const texts = async () => {
    const before = await yamlOf(object)
    return { before, after: edited === object ? before : await yamlOf(edited) }
  }
  return { kind: 'ok', resourceVersion, object, edited, file: null, texts }
}

/** Such an object as a text, without the bookkeeping of the API server. It is made in steps, as some are large. */
export async function yamlOf(object: JsonObject): Promise<string> {
  let text = ''
  await eachOf(written(withoutManagedFields(object)), (part) => {
    text += part
  })
  return text
}

/** How many entries of a list are written in a step. */
const stepLength = 50

/** Times are quoted, as they are texts. */
const options = { version: '1.1', lineWidth: 0, indentSeq: false, aliasDuplicateObjects: false } as const

/** The fields of an object, and of long lists some entries at a time, each as the library writes it. */
export function* written(object: JsonObject): Generator<string> {
  for (const [name, value] of Object.entries(object)) {
    const lead = stringify({ [name]: 0 }, options)
      .slice(0, -'0\n'.length)
      .trimEnd()
    // Some names do not stand before a colon in their line.
    const isInLine = !lead.startsWith('? ') && !lead.includes('\n')
    if (isInLine && isJsonObject(value) && Object.keys(value).length > 0) {
      yield `${lead}\n`
      for (const lines of written(value)) yield lines.replace(/^(?=[^\n])/gm, '  ')
    } else if (isInLine && Array.isArray(value) && value.length > stepLength) {
      yield `${lead}\n`
      for (let i = 0; i < value.length; i += stepLength) yield stringify(value.slice(i, i + stepLength), options)
    } else yield stringify({ [name]: value }, options)
  }
}

function withoutManagedFields(object: JsonObject): JsonObject {
  const { metadata } = object
  if (!isJsonObject(metadata) || !('managedFields' in metadata)) return object
  const { managedFields: _, ...rest } = metadata
  return { ...object, metadata: rest }
}
