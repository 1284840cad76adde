import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import type { CHECK_STATES } from '@/lib/engine/kinds'
import { CompiledProfile, compareVersions, imageRoles, kubernetesRoles, parseVersion } from '@/lib/engine/rules'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { countOf, dayText } from '@/lib/words/time-text'
import type { Ground, Listed } from './ground'

/** A condition, looked at on this garden. */
export interface Check {
  readonly state: (typeof CHECK_STATES)[number]
  readonly what: string
  /** What was found. */
  readonly found: string
}

/** Part of a preset: what the proposal says of it (docs/rules.md#guides), what must hold before, and the edits that go into the draft. */
export interface Step {
  readonly title: string
  readonly text: string
  readonly checks: readonly Check[]
  readonly edits: readonly Edit[]
}

/** One of several courses; the first that applies is the one. */
export interface Case {
  readonly id: 'a' | 'b' | 'c'
  readonly title: string
  readonly applies: boolean
  readonly found: string
}

/** A preset of a draft, with conditions beside it. */
export interface Guide {
  /** Empty: there is one course. */
  readonly cases: readonly Case[]
  readonly steps: readonly Step[]
}

export function check(state: Check['state'], what: string, found: string): Check {
  return { state, what, found }
}

/** `holds` or `fails`. */
export function must(isSo: boolean, what: string, found: string): Check {
  return check(isSo ? 'holds' : 'fails', what, found)
}

/** `1.34.3, supported, no expiry`. */
export function lifeText({ zone }: Ground, { version, stage, expires }: Listed): string {
  const until = expires === null ? 'no expiry' : `${stage === 'expired' ? 'since' : 'until'} ${dayText(expires, zone)}`
  return `${version}, ${stage}, ${until}`
}

export function clustersText(count: number): string {
  return countOf(count, 'cluster')
}

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
