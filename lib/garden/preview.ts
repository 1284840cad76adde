import { stringify } from 'yaml'
import type { ObjectEdit, Preview } from './apply'
import type { JsonObject } from './merge-patch'

/** Of an object that comes from no file: its text is YAML as kubectl would show it. */
export function previewOf(object: JsonObject, edit: ObjectEdit, resourceVersion: string): Preview {
  const edited = edit(object)
  return {
    kind: 'ok',
    resourceVersion,
    object,
    edited,
    file: null,
    text: { before: yamlOf(object), after: yamlOf(edited) },
  }
}

/** Without the bookkeeping of the API server, which nobody reads. Times are quoted, as they are texts. */
export function yamlOf(object: JsonObject): string {
  const { metadata } = object
  const shown =
    typeof metadata === 'object' && metadata !== null && 'managedFields' in metadata
      ? { ...object, metadata: { ...metadata, managedFields: undefined } }
      : object
  return stringify(shown, { version: '1.1', lineWidth: 0, indentSeq: false })
}
