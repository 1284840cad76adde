import { stringify } from 'yaml'
import type { ObjectEdit, Preview } from './apply'
import type { JsonObject } from './merge-patch'

/**
 * Of an object that comes from no file: its text is YAML as kubectl would show it. It is written when somebody looks at it, as that
 * takes seconds where the object is large, and most only want the object.
 */
export function previewOf(object: JsonObject, edit: ObjectEdit, resourceVersion: string): Preview {
  const edited = edit(object)
  const before = kept(() => yamlOf(object))
  const after = edited === object ? before : kept(() => yamlOf(edited))
  return {
    kind: 'ok',
    resourceVersion,
    object,
    edited,
    file: null,
    text: {
      get before() {
        return before()
      },
      get after() {
        return after()
      },
    },
  }
}

function kept(write: () => string): () => string {
  let text: string | null = null
  return () => {
    text ??= write()
    return text
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
