import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import { CompiledProfile, compareVersions, imageRoles, kubernetesRoles, parseVersion } from '@/lib/engine/rules'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { Ground } from './ground'
import { type Check, check } from './guide'

/** What new clusters, or new pools of an image, get that name no version: only if the edits change it. */
export function newcomerChecks({ profile, image, at }: Ground, edits: readonly Edit[]): Check[] {
  const { value } = applyEdits(profile, edits, applyEdit)
  // A stage begins strictly after its start: edits that are made now count from the next instant on.
  const [was, is] = [profile, value].map((one) => defaultsIn(one, image, at + 1))
  const [before, after] = [was?.join(', ') ?? '', is?.join(', ') ?? '']
  if (before === after) return []
  const what = image === null ? 'New clusters that name no version' : 'New pools that name no version'
  if (after === '')
    return [check('beware', what, `are refused: without ${before} no version is left for them, they have to name one`)]
  if (before === '') return [check('holds', what, `get ${after}; there is none for them today`)]
  return [check(isLower(is, was) ? 'beware' : 'holds', what, `get ${after}; today they get ${before}`)]
}

/** Highest first. */
function defaultsIn(profile: CloudProfile, image: string | null, at: Instant): readonly string[] {
  const compiled = new CompiledProfile(profile)
  const { defaults } = image === null ? kubernetesRoles(compiled, at) : imageRoles(compiled, image, at)
  return [...defaults]
    .flatMap((text) => parseVersion(text) ?? [])
    .toSorted((a, b) => compareVersions(b, a))
    .map(({ text }) => text)
}

function isLower([is = '']: readonly string[] = [], [was = '']: readonly string[] = []): boolean {
  const [after, before] = [parseVersion(is), parseVersion(was)]
  return after !== null && before !== null && compareVersions(after, before) < 0
}
