import { applyPatch, createPatch, type Operation } from 'rfc6902'
import type { z } from 'zod'
import type { DraftTextsAnswer, draftTextsQuery } from '@/lib/contract/apply'
import { editObject } from '@/lib/engine/edits'
import { smallestMergePatch } from '@/lib/engine/json'
import { shellQuoted, shellWord } from '@/lib/engine/shell'
import type { Json, JsonObject } from '@/lib/garden'
import { findProfile } from '@/lib/landscape/lookup'
import { CodedError, NotFound, NotReady } from '@/lib/process/errors'
import type { ApplyContext } from './context'
import { difference, unifiedDiff } from './diff'
import { remember } from './remembered'
import { targetOf } from './target'

/** A draft for other tools. Throws coded errors where the profile cannot be had. */
export async function draftTextsView(
  { garden, identity, ...context }: Pick<ApplyContext, 'garden' | 'identity' | 'landscape'>,
  query: z.output<typeof draftTextsQuery>,
): Promise<Omit<DraftTextsAnswer, 'notices'>> {
  const landscape = await context.landscape()
  const entry = findProfile(landscape, query.profile.split('/'))
  const { ref, edits, parent } = targetOf(landscape, entry, query.edits)
  const preview = await garden.preview(identity, ref, (object) => {
    // Without those that cannot be made.
    const edited = editObject(object, edits, parent)
    return edited.kind === 'problem' ? object : edited.object
  })
  if (preview.kind === 'gone') throw new NotFound(`The profile ${query.profile}`)
  if (preview.kind === 'forbidden') throw new CodedError('forbidden', preview.message)
  if (preview.kind === 'unavailable') throw new NotReady(preview.message)
  const { object, edited, file, resourceVersion } = preview
  const text = await preview.texts()
  remember(query.profile, resourceVersion, text.before)
  const patch = apiPatchOf(object, edited)
  const content = `${JSON.stringify(patch.content, null, 2)}\n`
  return {
    profile: entry.ref,
    resourceVersion,
    file,
    difference: difference(text.before, text.after),
    patch: unifiedDiff(file ?? `${entry.ref.name}.yaml`, text.before, text.after),
    apiPatch:
      patch.type === 'json'
        ? { type: 'json', text: content }
        : { type: 'merge', resourceVersion: patch.resourceVersion, text: content },
    kubectl: commandOf(entry.ref, patch),
  }
}

function commandOf(ref: DraftTextsAnswer['profile'], { type, content }: ApiPatch): string {
  const target =
    ref.kind === 'CloudProfile'
      ? `kubectl patch cloudprofile ${shellWord(ref.name)}`
      : `kubectl -n ${shellWord(ref.namespace)} patch namespacedcloudprofile ${shellWord(ref.name)}`
  return `${target} --type=${type} -p ${shellQuoted(JSON.stringify(content))}`
}

/** What the API server is sent, so that it refuses it where another change was faster. */
type ApiPatch =
  | { readonly type: 'merge'; readonly resourceVersion: string; readonly content: JsonObject }
  | { readonly type: 'json'; readonly content: readonly Operation[] }

/**
 * The change of an object as a patch for the API server. An object that has a resourceVersion is patched as it is in that version,
 * or not at all. One that has none, as files and the demo have it, is patched only where each value that is replaced or removed, and
 * the name or version of each entry of a list that is changed, is still what it was.
 */
export function apiPatchOf(before: JsonObject, after: JsonObject): ApiPatch {
  const resourceVersion = memberOf(before.metadata, 'resourceVersion')
  if (typeof resourceVersion === 'string' && resourceVersion !== '') {
    const patch = smallestMergePatch(before, after)
    return { type: 'merge', resourceVersion, content: { metadata: { resourceVersion }, ...patch } }
  }
  return { type: 'json', content: guarded(before, createPatch(before, after)) }
}

/** The operations, each after tests of the values that it is about, as they are at that moment. */
function guarded(before: JsonObject, operations: readonly Operation[]): readonly Operation[] {
  const object = structuredClone(before)
  return operations.flatMap((operation) => {
    const tests = testsOf(object, operation)
    applyPatch(object, [operation])
    return [...tests, operation]
  })
}

function testsOf(object: JsonObject, { op, path }: Operation): readonly Operation[] {
  const tests: Operation[] = []
  const names = path.split('/').slice(1)
  let value: Json | undefined = object
  let place = ''
  for (const [i, name] of names.entries()) {
    const isList = Array.isArray(value)
    value = memberOf(value, name.replaceAll('~1', '/').replaceAll('~0', '~'))
    place += `/${name}`
    if (i === names.length - 1 || !isList) continue
    const key = ['name', 'version'].find((one) => typeof memberOf(value, one) === 'string')
    const is = key === undefined ? undefined : memberOf(value, key)
    if (key !== undefined && is !== undefined) tests.push({ op: 'test', path: `${place}/${key}`, value: is })
  }
  if (value !== undefined && op !== 'add') tests.push({ op: 'test', path, value: structuredClone(value) })
  return tests
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
