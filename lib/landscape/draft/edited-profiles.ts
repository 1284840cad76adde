import {
  type CausedRefusal,
  causedRefusals,
  checkNamespaced,
  checkUpdate,
  mergeNamespacedProfile,
  type ProfileOverrides,
  submittedOverrides,
  submittedProfile,
} from '@/lib/engine/api-server'
import { applyEach, applyNamespacedEdit, type Edit, type EditOutcome, type EditProblem } from '@/lib/engine/edits'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { FleetIndex } from '../fleet-index'
import { unseenUsers, withoutUnseen } from '../unseen'

/** A profile with edits, and what becomes of the profiles that build on it. */
export interface EditedProfiles {
  /** Of every edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
  /** What maintenance uses: without edits, then after each of them; the same object where an edit was left out. */
  readonly states: readonly CloudProfile[]
  /** Before and after, by key; namespaced profiles that build on the edited one are among them. */
  readonly profiles: ReadonlyMap<string, { readonly before: CloudProfile; readonly after: CloudProfile }>
  /** What the API server refuses of the profile after all edits. */
  refused(at: Instant): readonly ProfileRefusal[]
  /** The same with the edits that cause each. */
  refusals(at: Instant): readonly CausedRefusal[]
}

export function editedProfiles(index: FleetIndex, entry: ProfileEntry, edits: readonly Edit[]): EditedProfiles {
  return entry.ref.kind === 'CloudProfile'
    ? editedCloudProfile(index, entry, edits)
    : editedNamespaced(index, entry, edits)
}

function editedCloudProfile(index: FleetIndex, entry: ProfileEntry, edits: readonly Edit[]): EditedProfiles {
  const { states, problems } = statesOf(entry.profile, edits, applyEach())
  const after = states.at(-1) ?? entry.profile
  const { name } = entry.ref
  const children = [...index.snapshot.profiles.values()].filter(({ parent }) => parent === name)
  const mergedWith = (overrides: ProfileOverrides) =>
    after === entry.profile ? null : mergeNamespacedProfile(after, overrides)
  const merged = children.flatMap(
    ({ ref, profile, overrides }): [string, { before: CloudProfile; after: CloudProfile }][] =>
      overrides === undefined ? [] : [[profileKey(ref), { before: profile, after: mergedWith(overrides) ?? profile }]],
  )
  const checkAt = (at: Instant) => {
    const unseen = unseenUsers(index, entry)
    const users = {
      shoots: usersOfAny(index, [entry, ...children], unseen.shoots, removedVersions(entry.profile, after)),
      namespaced: [...children, ...unseen.profiles].flatMap(({ ref, overrides }) =>
        ref.kind === 'CloudProfile' || overrides === undefined
          ? []
          : [submittedOverrides({ namespace: ref.namespace, name: ref.name, parent: name }, overrides)],
      ),
    }
    const before = submittedProfile(name, entry.profile)
    return (state: CloudProfile) => withoutUnseen(checkUpdate(before, submittedProfile(name, state), at, users))
  }
  return {
    states,
    problems,
    profiles: new Map([[profileKey(entry.ref), { before: entry.profile, after }], ...merged]),
    refused: (at) => checkAt(at)(after),
    refusals: (at) => causedRefusals(states, checkAt(at)),
  }
}

function editedNamespaced(index: FleetIndex, entry: ProfileEntry, edits: readonly Edit[]): EditedProfiles {
  const { ref, profile, overrides, parent: parentName = '' } = entry
  const parent = index.snapshot.profiles.get(parentName)?.profile
  const key = profileKey(ref)
  if (ref.kind !== 'NamespacedCloudProfile' || overrides === undefined || parent === undefined) {
    const unknown = { code: 'not-in-namespaced', because: 'parent-unknown', profile: key, parent: parentName } as const
    return {
      problems: edits.map(() => unknown),
      states: [profile, ...edits.map(() => profile)],
      profiles: new Map([[key, { before: profile, after: profile }]]),
      refused: () => [],
      refusals: () => [],
    }
  }
  const apply = (own: ProfileOverrides, edit: Edit) => applyNamespacedEdit(own, parent, edit)
  const { states, problems } = statesOf(overrides, edits, apply)
  const last = states.at(-1) ?? overrides
  const merged = new Map<ProfileOverrides, CloudProfile>([[overrides, profile]])
  for (const state of states) {
    if (merged.has(state)) continue
    merged.set(state, mergeNamespacedProfile(parent, state))
  }
  const profileOf = (state: ProfileOverrides) => merged.get(state) ?? profile
  const object = { namespace: ref.namespace, name: ref.name, parent: parentName }
  const checkAt = (at: Instant) => {
    const above = submittedProfile(parentName, parent)
    const shoots = [...usersOf(index, [entry]), ...unseenUsers(index, entry).shoots]
    const stored = { profile: submittedOverrides(object, overrides), shoots }
    return (state: ProfileOverrides) =>
      withoutUnseen(checkNamespaced(above, submittedOverrides(object, state), stored, at).refusals)
  }
  return {
    problems,
    states: states.map(profileOf),
    profiles: new Map([[key, { before: profile, after: profileOf(last) }]]),
    refused: (at) => checkAt(at)(last),
    refusals: (at) => causedRefusals(states, checkAt(at)),
  }
}

interface States<T> {
  readonly states: readonly T[]
  readonly problems: readonly (EditProblem | null)[]
}

function statesOf<T>(before: T, edits: readonly Edit[], apply: (value: T, edit: Edit) => EditOutcome<T>): States<T> {
  const states = [before]
  const problems: (EditProblem | null)[] = []
  let state = before
  for (const edit of edits) {
    const outcome = apply(state, edit)
    if (outcome.kind === 'ok') state = outcome.value
    states.push(state)
    problems.push(outcome.kind === 'ok' ? null : outcome.problem)
  }
  return { states, problems }
}

function usersOf({ roster }: FleetIndex, entries: readonly ProfileEntry[]): Shoot[] {
  const keys = new Set(entries.map(({ ref }) => profileKey(ref)))
  return [...roster.members].flatMap(({ shoot, profile }) => (keys.has(profile) ? [shoot] : []))
}

interface Removed {
  readonly kubernetes: ReadonlySet<string>
  readonly images: ReadonlySet<string>
}

function removedVersions(before: CloudProfile, after: CloudProfile): Removed {
  const named = ({ machineImages }: CloudProfile) =>
    machineImages.flatMap(({ name, versions }) => versions.map(({ version }) => `${name} ${version}`))
  const kubernetes = new Set(before.kubernetes.map(({ version }) => version))
  const images = new Set(named(before))
  for (const { version } of after.kubernetes) kubernetes.delete(version)
  for (const name of named(after)) images.delete(name)
  return { kubernetes, images }
}

/** Nobody else can stand in the way of a removal. */
function usersOfAny(
  index: FleetIndex,
  entries: readonly ProfileEntry[],
  unseen: readonly Shoot[],
  { kubernetes, images }: Removed,
): Shoot[] {
  if (kubernetes.size + images.size === 0) return []
  return [...usersOf(index, entries), ...unseen].filter(
    ({ kubernetesVersion, workers }) =>
      kubernetes.has(kubernetesVersion) ||
      workers.some(({ image }) => image !== undefined && images.has(`${image.name} ${image.version}`)),
  )
}
