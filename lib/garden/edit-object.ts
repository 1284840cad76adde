import type { ProfileOverrides } from '@/lib/engine/api-server'
import { applyEach, applyEdits, applyNamespacedEdit, type Edit, type EditProblem } from '@/lib/engine/edits'
import { withoutBreak } from '@/lib/engine/steps'
import type { CloudProfile } from '@/lib/engine/types'
import { isJsonObject, type Json, type JsonObject } from './merge-patch'
import { overridesOf, type Parsed, parseCloudProfile } from './parse'
import { problemText } from './reader'
import { rewriteImages, rewriteOverridden, rewriteVersions } from './rewrite-lists'

export type EditedObject =
  /** `problems`: of every edit why it was left out, or null. `inverse` undoes what was done, in the order to apply it in. */
  | {
      readonly kind: 'ok'
      readonly object: JsonObject
      readonly problems: readonly (EditProblem | null)[]
      readonly inverse: readonly Edit[]
    }
  /** The object cannot be understood. A whole sentence. */
  | { readonly kind: 'problem'; readonly reason: string }

/**
 * A CloudProfile or NamespacedCloudProfile as its source has it, with edits made: it reads as what the engine makes of the same
 * edits. Only entries that the edits change differ; everything else stays, also what Almanac does not know, and what is written
 * in another way than Almanac would.
 *
 * `parent`: of a NamespacedCloudProfile the CloudProfile it builds on. The object given is not changed.
 */
export function editObject(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null): EditedObject {
  return withoutBreak(editInSteps(object, edits, parent))
}

/** The same in steps: there may be thousands of versions. */
export function* editInSteps(
  object: JsonObject,
  edits: readonly Edit[],
  parent: CloudProfile | null,
): Generator<undefined, EditedObject> {
  return object.kind === 'NamespacedCloudProfile'
    ? editNamespaced(object, edits, parent)
    : yield* editCloudProfile(object, edits)
}

function* editCloudProfile(object: JsonObject, edits: readonly Edit[]): Generator<undefined, EditedObject> {
  const parsed = parseCloudProfile(object)
  if (parsed.kind === 'problem') return unreadable(parsed)
  yield
  const before = parsed.value.profile
  const { value: after, problems, inverse } = applyEdits(before, edits, applyEach())
  if (after === before) return { kind: 'ok', object, problems, inverse }
  yield
  const spec = objectAt(object, 'spec')
  const kubernetes = objectAt(spec, 'kubernetes')
  const edited = {
    ...spec,
    ...(after.kubernetes !== before.kubernetes && {
      kubernetes: {
        ...kubernetes,
        versions: rewriteVersions(listAt(kubernetes, 'versions'), before.kubernetes, after.kubernetes),
      },
    }),
    ...(after.machineImages !== before.machineImages && {
      machineImages: rewriteImages(listAt(spec, 'machineImages'), before.machineImages, after.machineImages),
    }),
  }
  return { kind: 'ok', object: { ...object, spec: edited }, problems, inverse }
}

function editNamespaced(object: JsonObject, edits: readonly Edit[], parent: CloudProfile | null): EditedObject {
  if (parent === null) return { kind: 'problem', reason: 'The CloudProfile that it builds on is not known.' }
  const parsed = overridesOf(object)
  if (parsed.kind === 'problem') return unreadable(parsed)
  const before = parsed.value
  const { value, problems, inverse } = applyEdits(before, edits, (own, edit) => applyNamespacedEdit(own, parent, edit))
  if (value === before) return { kind: 'ok', object, problems, inverse }
  return {
    kind: 'ok',
    object: { ...object, spec: overriddenSpec(objectAt(object, 'spec'), before, value) },
    problems,
    inverse,
  }
}

/** Lists that hold nothing any more go: they would say nothing. */
function overriddenSpec(spec: JsonObject, before: ProfileOverrides, after: ProfileOverrides): JsonObject {
  const result: Record<string, Json> = { ...spec }
  if (after.kubernetes !== before.kubernetes) {
    const kubernetes = objectAt(spec, 'kubernetes')
    const versions = rewriteVersions(listAt(kubernetes, 'versions'), before.kubernetes, after.kubernetes)
    const { versions: _, ...rest } = kubernetes
    if (versions.length > 0) result.kubernetes = { ...kubernetes, versions }
    else if (Object.keys(rest).length > 0) result.kubernetes = rest
    else delete result.kubernetes
  }
  if (after.machineImages !== before.machineImages) {
    const images = rewriteOverridden(listAt(spec, 'machineImages'), before.machineImages, after.machineImages)
    if (images.length > 0) result.machineImages = images
    else delete result.machineImages
  }
  return result
}

function unreadable(parsed: Extract<Parsed<unknown>, { kind: 'problem' }>): EditedObject {
  const [first] = parsed.problems
  return { kind: 'problem', reason: first === undefined ? 'It cannot be read.' : `${problemText(first)}.` }
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isJsonObject(value) ? value : {}
}

function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = object[name]
  return Array.isArray(value) ? value : []
}
