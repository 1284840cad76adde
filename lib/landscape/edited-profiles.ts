import {
  answerToCloudProfile,
  answerToNamespacedProfile,
  type CausedRefusal,
  causedRefusals,
  checkNamespaced,
  checkUpdate,
  mergeNamespacedProfile,
  type ProfileAdmission,
  type ProfileOverrides,
  refusalPath,
  submittedOverrides,
  submittedProfile,
} from '@/lib/engine/api-server'
import {
  applyEdit,
  applyEdits,
  applyNamespacedEdit,
  type Edit,
  type EditProblem,
  editObject,
  type ProfileEditOutcome,
  stepsIn,
  withoutPlaces,
} from '@/lib/engine/edits'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import type { ProfilePairs } from '@/lib/engine/outlook/difference'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { justAfter } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { submittedOwn } from '@/lib/garden/admit'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { parseCloudProfile, parseNamespacedCloudProfile } from '@/lib/garden/parse'
import { listedIn } from '@/lib/landscape/running'
import { positionsOfClasses } from './classes'
import { unseenUsers, withoutUnseen } from './holders'
import type { Landscape } from './landscape'
import { childrenOf } from './lookup'
import type { VersionSelection } from './path'
import { isOn } from './trajectory'
import { classesOn } from './version-classes'

/** A profile with edits, and what becomes of the profiles that build on it. */
export interface EditedProfiles {
  /** For each edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
  /**
   * What maintenance uses: without edits, then after each of them, the same object where an edit was left out; then the whole profile
   * as it is to be, where the edits do not make that.
   */
  readonly states: readonly CloudProfile[]
  /** Each profile before and after the edits, by key; namespaced profiles that build on the edited one are included. */
  readonly profiles: ProfilePairs['profiles']
  /** What the API server refuses of the profile after all edits. */
  refused(at: Instant): readonly ProfileRefusal[]
  /** The refusals, each with the edits that cause it. */
  refusals(at: Instant): readonly CausedRefusal[]
}

/** What becomes of one profile. */
export interface ProfileDraft {
  readonly entry: ProfileEntry
  readonly edits: readonly Edit[]
  /** The profile as it is to be after all of them, where they may not say it all. */
  readonly whole?: ProfileEntry | undefined
  /** Then the API server is asked about all of it, not only about what the engine keeps. */
  readonly object?: WholeProfile | undefined
}

/** The object of a profile as its source has it, and that of the one that it builds on; null: it builds on none. */
export interface WholeProfile {
  readonly own: JsonObject
  /** The object as it is to be after all edits, if the edits alone may not tell it. */
  readonly whole?: JsonObject
  readonly parent: JsonObject | null
}

/** @param parent what the CloudProfile below a namespaced one becomes, where it is edited as well */
export function editedProfiles(landscape: Landscape, draft: ProfileDraft, parent?: CloudProfile): EditedProfiles {
  return draft.entry.ref.kind === 'CloudProfile'
    ? editedCloudProfile(landscape, draft)
    : editedNamespaced(landscape, draft, parent)
}

function editedCloudProfile(landscape: Landscape, { entry, edits, whole, object }: ProfileDraft): EditedProfiles {
  const own = statesOf(entry.profile, edits, applyEdit, whole?.profile)
  const written = objectsOf(object, edits, null)
  const { states } = own
  const problems = problemsOf(own, written)
  const after = states.at(-1) ?? entry.profile
  const { name } = entry.ref
  const children = childrenOf(landscape, name)
  const mergedWith = (overrides: ProfileOverrides) =>
    after === entry.profile ? null : mergeNamespacedProfile(after, overrides)
  const merged = children.flatMap(({ ref, profile, overrides }) =>
    overrides === undefined
      ? []
      : [[profileKey(ref), { before: profile, after: mergedWith(overrides) ?? profile }] as const],
  )
  const checkAt = (at: Instant) => {
    const unseen = unseenUsers(landscape, entry)
    const keys = new Set([name, ...children.map(({ ref }) => profileKey(ref))])
    const users = {
      shoots:
        object === undefined
          ? usersOfAny(landscape, [entry, ...children], unseen.shoots, removedVersions(entry.profile, after))
          : [...shootsOn(landscape, keys), ...unseen.shoots],
      namespaced: [...children, ...unseen.profiles].flatMap(submittedOwn),
    }
    const before = submittedProfile(name, entry.profile)
    return {
      ofProfile: (state: CloudProfile) => withoutUnseen(checkUpdate(before, submittedProfile(name, state), at, users)),
      ofObject: (after: JsonObject) =>
        refusedOf(answerToCloudProfile({ before: object?.own ?? null, after, now: at, users })),
    }
  }
  return {
    states,
    problems,
    profiles: new Map([[profileKey(entry.ref), { before: entry.profile, after }], ...merged]),
    refused: (at) => checkAt(at).ofProfile(after),
    refusals: (at) => refusalsBy(checkAt(at), states, written),
  }
}

function refusedOf(answer: ProfileAdmission): readonly ProfileRefusal[] {
  return answer.kind === 'accepted' ? [] : withoutUnseen(answer.refusals)
}

/** An object without edits, then with each of them; the same one where an edit was left out. */
function objectsOf(
  object: WholeProfile | undefined,
  edits: readonly Edit[],
  parent: CloudProfile | null,
): EditStates<JsonObject> | null {
  if (object === undefined) return null
  const { own, whole } = object
  const edited = editObject(own, edits, parent)
  return edited.kind === 'ok'
    ? { states: withWhole(edited.states, whole), problems: edited.problems }
    : { states: withWhole([own, ...edits.map(() => own)], whole), problems: edits.map(() => null) }
}

/** The problems of edits, from what the engine keeps of an object and from the object itself. */
function problemsOf(own: EditStates<unknown>, written: EditStates<JsonObject> | null): EditStates<unknown>['problems'] {
  return own.problems.map((problem, i) => problem ?? written?.problems[i] ?? null)
}

interface RefusalChecks<T> {
  readonly ofProfile: (state: T) => readonly ProfileRefusal[]
  readonly ofObject: (after: JsonObject) => readonly ProfileRefusal[]
}

/** What is refused, with the edits that cause it: of the object where that is known, else of what the engine keeps of it. */
function refusalsBy<T>(
  { ofProfile, ofObject }: RefusalChecks<T>,
  states: readonly T[],
  written: EditStates<JsonObject> | null,
): readonly CausedRefusal[] {
  if (written === null) return causedRefusals(states, ofProfile)
  // A folder may hold only a part of a profile: what it lacks without the edits as well is no matter of theirs.
  return causedRefusals(written.states, ofObject).filter(
    ({ type, edits }) => edits.length > 0 || type !== 'FieldValueRequired',
  )
}

function editedNamespaced(
  landscape: Landscape,
  { entry, edits, whole, object: own }: ProfileDraft,
  editedParent?: CloudProfile,
): EditedProfiles {
  const { ref, profile, overrides, parent: parentName = '' } = entry
  const parent = editedParent ?? landscape.snapshot.profiles.get(parentName)?.profile
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
  const ownStates = statesOf(overrides, edits, apply, whole?.overrides)
  const written = objectsOf(own, edits, parent)
  const { states } = ownStates
  const problems = problemsOf(ownStates, written)
  const last = states.at(-1) ?? overrides
  const merged = new Map<ProfileOverrides, CloudProfile>(editedParent === undefined ? [[overrides, profile]] : [])
  for (const state of states) {
    if (merged.has(state)) continue
    merged.set(state, mergeNamespacedProfile(parent, state))
  }
  const profileOf = (state: ProfileOverrides) => merged.get(state) ?? profile
  const object = { namespace: ref.namespace, name: ref.name, parent: parentName }
  const checkAt = (at: Instant) => {
    const above = submittedProfile(parentName, parent)
    const shoots = [...shootsOn(landscape, new Set([key])), ...unseenUsers(landscape, entry).shoots]
    const stored = { profile: submittedOverrides(object, overrides), shoots }
    return {
      ofProfile: (state: ProfileOverrides) =>
        withoutUnseen(checkNamespaced(above, submittedOverrides(object, state), stored, at).refusals),
      ofObject: (after: JsonObject) =>
        refusedOf(
          answerToNamespacedProfile({
            before: own === undefined ? null : { object: own.own },
            after,
            // Another one is only there or not: no profile may go over to it.
            parent: (name) => (name === parentName || landscape.snapshot.profiles.has(name) ? own?.parent : undefined),
            now: at,
            shoots,
          }),
        ),
    }
  }
  return {
    problems,
    states: [profile, ...states.slice(1).map(profileOf)],
    profiles: new Map([[key, { before: profile, after: profileOf(last) }]]),
    refused: (at) => checkAt(at).ofProfile(last),
    refusals: (at) => refusalsBy(checkAt(at), states, written),
  }
}

interface EditStates<T> {
  readonly states: readonly T[]
  readonly problems: readonly (EditProblem | null)[]
}

function statesOf<T>(
  before: T,
  edits: readonly Edit[],
  apply: (value: T, edit: Edit) => ProfileEditOutcome<T>,
  whole?: T,
): EditStates<T> {
  const { states, problems } = applyEdits(before, edits, apply)
  return { states: withWhole(states, whole), problems }
}

/** What the edits do not say comes as one more state. */
function withWhole<T>(states: readonly T[], whole: T | undefined): readonly T[] {
  return whole === undefined || isDeepEqual(whole, states.at(-1)) ? states : [...states, whole]
}

/** Clusters of these profiles, by key. */
export function shootsOn(landscape: Landscape, keys: ReadonlySet<string>): Shoot[] {
  return shootsOf(
    landscape,
    landscape.classes.all.flatMap(({ profile }, place) => (keys.has(profile) ? [place] : [])),
  )
}

function shootsOf(landscape: Landscape, places: Iterable<number>): Shoot[] {
  const shoots: Shoot[] = []
  for (const position of positionsOfClasses(landscape, places)) {
    const member = landscape.roster.members.at(position)
    if (member !== undefined) shoots.push(member.shoot)
  }
  return shoots
}

function removedVersions(before: CloudProfile, after: CloudProfile): readonly VersionSelection[] {
  const left = new Set(listedIn(after).map(({ what, listed }) => `${what} ${listed.version}`))
  return listedIn(before).flatMap(({ what, listed: { version } }) =>
    left.has(`${what} ${version}`) ? [] : [{ what, version }],
  )
}

/** Clusters that run one of these: no others can stand in the way of a removal. Those of one class run the same. */
function usersOfAny(
  landscape: Landscape,
  entries: readonly ProfileEntry[],
  unseen: readonly Shoot[],
  removed: readonly VersionSelection[],
): Shoot[] {
  const others = unseen.filter((shoot) => removed.some(({ what, version }) => isOn(shoot, what, version)))
  const places = new Set<number>()
  for (const selection of removed) {
    for (const { ref } of entries)
      for (const [place] of classesOn(landscape, profileKey(ref), selection)) places.add(place)
  }
  return shootsOf(landscape, places).concat(others)
}

/** The profile without the values that cannot be read; undefined: there are none that it can do without. */
export function readableEntry(
  landscape: Landscape,
  { entry, edits, object }: ProfileDraft,
  { edited, refusals }: { readonly edited: EditedProfiles; readonly refusals: readonly CausedRefusal[] },
): ProfileEntry | undefined {
  const parent = landscape.snapshot.profiles.get(entry.parent ?? '')?.profile ?? null
  const after = objectsOf(object, edits, parent)?.states.at(-1)
  const known = edited.refused(justAfter(landscape.at))
  const places = refusals.flatMap((refusal) => {
    const isRead = refusal.stage === 'admission' || known.some((one) => isSameFault(one, refusal))
    const place = isRead ? '' : refusalPath(refusal)
    return place === '' ? [] : [stepsIn(place)]
  })
  if (object === undefined || after === undefined || places.length === 0) return undefined
  const readable = withoutPlaces(object.own, after, places)
  const { status: _, ...written } = isJsonObject(readable) ? readable : {}
  const parsed = parent === null ? parseCloudProfile(written) : parseNamespacedCloudProfile(written, parent)
  return parsed.kind === 'ok' ? parsed.value : undefined
}

/** Whether a rule that is broken as it is read is one that is broken as it is written: a rule of values that are read. */
function isSameFault(a: ProfileRefusal, b: ProfileRefusal): boolean {
  return a.rule === b.rule && a.subject.image === b.subject.image && a.subject.version === b.subject.version
}
