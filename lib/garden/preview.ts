import type { Preview, PreviewEdit } from './apply'
import { byAndBy } from './by-and-by'
import { KubectlYaml } from './kubectl-yaml'
import type { JsonObject } from './merge-patch'

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
