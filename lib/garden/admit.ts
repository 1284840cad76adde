import {
  type AdmissionProfile,
  admissionAnswer,
  admitReferring,
  checkNamespaced,
  checkUpdate,
  decodeProfile,
  hasAny,
  isOfMove,
  type ProfileReference,
  type ReferencedProfile,
  readSubmitted,
  readSubmittedSpec,
  type SubmittedProfile,
  shootStatus,
  submittedOverrides,
  submittedProfile,
} from '@/lib/engine/api-server'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import { lineOf, messageOf, type ProfileRefusal, type ShootRefusal } from '@/lib/engine/refusal'
import type { Instant, ProfileRef, Shoot } from '@/lib/engine/types'
import {
  type ApplyOutcome,
  type Cause,
  type ObjectEdit,
  type ObjectRef,
  type ProfileEntry,
  profileKey,
  type Snapshot,
} from './garden'
import { parseShoot } from './parse'
import { contentVersion, unmade } from './read-object'

/** What a change is held to beside the object itself. */
interface Surroundings {
  readonly snapshot: Snapshot
  readonly now: Instant
  /** The object of a profile that a shoot uses before or after; undefined: it is not there. Absent: no shoot is changed. */
  profileOf?(ref: ProfileRef): JsonObject | undefined
}

/** The profile that a shoot uses; undefined for what is no shoot that can be read. */
export function profileUsedBy(object: JsonObject): ProfileRef | undefined {
  const parsed = object.kind === 'Shoot' ? parseShoot(object) : undefined
  return parsed?.kind === 'ok' ? parsed.value.profile : undefined
}

/**
 * What Gardener's API server would say of a change of a profile or of a shoot, for gardens that have none; null: it accepts it.
 * Objects of other kinds are not looked at.
 */
function admit(before: JsonObject, after: JsonObject, around: Surroundings): ApplyOutcome | null {
  const { snapshot, now } = around
  if (after.kind === 'Shoot') return admitChange(before, after, around)
  const unreadable = unreadableBy(before, after)
  if (unreadable !== null) return unreadable
  const submitted = readSubmitted(after)
  if (after.kind === 'CloudProfile') {
    const old = readSubmitted(before)
    const refusals = cloudProfileRefusals(completed(old, old), completed(submitted, old), snapshot, now)
    return outcomeOf('CloudProfile', submitted.name, refusals)
  }
  if (after.kind === 'NamespacedCloudProfile') {
    const refusals = namespacedRefusals(readSubmitted(before), submitted, snapshot, now)
    return outcomeOf('NamespacedCloudProfile', submitted.name, refusals)
  }
  return null
}

/** What an edit makes unreadable. A file may hold what the API server would not read: an edit of something else is no matter of that. */
function unreadableBy(before: JsonObject | null, after: JsonObject): ApplyOutcome | null {
  const kind = after.kind === 'CloudProfile' || after.kind === 'NamespacedCloudProfile' ? after.kind : null
  const read = kind && decodeProfile(after, kind)
  if (kind === null || read?.kind !== 'unreadable') return null
  const was = before === null ? null : decodeProfile(before, kind)
  if (was?.kind === 'unreadable') return null
  const causes = read.found.map(({ at }): Cause => ({ field: at, reason: 'BadRequest', message: read.message }))
  return { kind: 'refused', status: 400, message: read.message, causes }
}

function admitChange(
  before: JsonObject,
  after: JsonObject,
  { snapshot, now, profileOf }: Surroundings,
): ApplyOutcome | null {
  const parsed = parseShoot(after)
  if (parsed.kind === 'problem') {
    // In the words of Kubernetes: there is an API server's place to take.
    const causes = parsed.problems.map(
      ({ path, fault }): Cause => ({
        field: path,
        message: fault.code === 'missing' ? 'Required value' : 'Invalid value',
      }),
    )
    const message = causes.map(({ field, message }) => `${field}: ${message}`).join(', ')
    return { kind: 'refused', status: 422, message, causes }
  }
  const { profile: ref, namespace, name } = parsed.value
  const was = profileUsedBy(before)
  const isMoved = was !== undefined && profileKey(was) !== profileKey(ref)
  // A folder may hold clusters without the profile that they are on: nothing is known of what that would refuse.
  if (!isMoved && !snapshot.profiles.has(profileKey(ref))) return null
  const find = ({ kind, name }: ProfileReference): ReferencedProfile | undefined => {
    const entry = snapshot.profiles.get(kind === 'CloudProfile' ? name : `${namespace}/${name}`)
    if (entry?.ref.kind !== kind) return undefined
    return { ref: entry.ref, root: entry.parent ?? name, profile: withOffersOf(entry, profileOf?.(entry.ref)) }
  }
  const admission = admitReferring({ before, after, find, now })
  if (admission.allowed) return null
  const moved = admission.errors.find(isOfMove)
  // The API server answers these with no reason but the text.
  if (moved !== undefined) {
    const { code } = shootStatus(admission.errors)
    return { kind: 'refused', status: code, message: moved.quote ?? moved.text, causes: [] }
  }
  return outcomeOf('Shoot', name, admission.errors)
}

function cloudProfileRefusals(
  before: SubmittedProfile,
  after: SubmittedProfile,
  { profiles, shoots }: Snapshot,
  now: Instant,
): readonly ProfileRefusal[] {
  const children = [...profiles.values()].filter(({ parent }) => parent === before.name)
  const keys = new Set([before.name, ...children.map(({ ref }) => profileKey(ref))])
  const users = {
    shoots: usersOf(shoots, keys),
    namespaced: children.flatMap(submittedOwn),
  }
  return checkUpdate(before, after, now, users)
}

/**
 * A folder may hold only a part of a profile, which something else completes: parts that were missing before count as being
 * there. Otherwise the API server's first stage would refuse everything, and its second one would never be asked.
 */
function completed({ spec, ...profile }: SubmittedProfile, before: SubmittedProfile): SubmittedProfile {
  const { type, regions, machineTypes, machineImages } = before.spec
  return {
    ...profile,
    spec: {
      ...spec,
      ...((type ?? '') === '' && { type: 'any' }),
      ...(!hasAny(regions) && { regions: [{ name: 'any' }] }),
      ...(!hasAny(machineTypes) && { machineTypes: [{ name: 'any' }] }),
      ...(!hasAny(machineImages) &&
        !hasAny(spec.machineImages) && { machineImages: [{ name: 'any', versions: [{ version: '1.0.0' }] }] }),
    },
  }
}

/** What is refused of a namespaced profile over its parent as the garden keeps it; `before` is null for a new one. */
export function namespacedRefusals(
  before: SubmittedProfile | null,
  after: SubmittedProfile,
  { profiles, shoots }: Pick<Snapshot, 'profiles' | 'shoots'>,
  now: Instant,
): readonly ProfileRefusal[] {
  const name = (before ?? after).parent
  const parent = profiles.get(name)
  if (parent === undefined) return []
  const stored = before && {
    profile: before,
    shoots: usersOf(shoots, new Set([`${before.namespace}/${before.name}`])),
  }
  return checkNamespaced(submittedProfile(name, parent.profile), after, stored, now).refusals
}

/** A namespaced profile as the API server would get it; none of a CloudProfile. */
export function submittedOwn({
  ref,
  overrides,
  parent = '',
}: Pick<ProfileEntry, 'ref' | 'overrides' | 'parent'>): SubmittedProfile[] {
  if (ref.kind === 'CloudProfile' || overrides === undefined) return []
  return [submittedOverrides({ ...ref, parent }, overrides)]
}

function usersOf(shoots: Iterable<Shoot>, keys: ReadonlySet<string>): Shoot[] {
  return [...shoots].filter(({ profile }) => keys.has(profileKey(profile)))
}

/** As the API server answers: 422 for what is not valid, 403 for what an admission rule forbids, 500 for what it breaks off at. */
function outcomeOf(
  kind: string,
  name: string,
  refusals: readonly (ProfileRefusal | ShootRefusal)[],
): ApplyOutcome | null {
  const [first] = refusals
  if (first === undefined) return null
  if (isOfProfile(refusals) && first.stage === 'admission') {
    const object = `${kind.toLowerCase()}s.core.gardener.cloud ${JSON.stringify(name)}`
    const { field, head, texts } = admissionAnswer(object, refusals)
    // A plug-in that gives no list breaks off with its text alone: 500, unless it is a matter of rights.
    if (head === null) {
      const message = texts.join()
      return first.rule === 'verb-missing'
        ? { kind: 'forbidden', message, causes: [] }
        : { kind: 'refused', status: 500, message, causes: [] }
    }
    const causes = texts.map((message): Cause => ({ field, message }))
    return { kind: 'forbidden', message: `${head} ${texts.join('; ')}`, causes }
  }
  const lines = refusals.map(lineOf)
  const list = lines.length === 1 ? lines.join('') : `[${lines.join(', ')}]`
  return {
    kind: 'refused',
    status: 422,
    message: `${kind}.core.gardener.cloud ${JSON.stringify(name)} is invalid: ${list}`,
    causes: refusals.map((refusal) => ({
      field: refusal.field,
      reason: refusal.type,
      message: messageOf(refusal),
    })),
  }
}

function isOfProfile(refusals: readonly (ProfileRefusal | ShootRefusal)[]): refusals is readonly ProfileRefusal[] {
  return refusals[0]?.stage === 'admission'
}

export type TriedEdit =
  | { readonly kind: 'change'; readonly object: JsonObject; readonly resourceVersion: string }
  | Done

interface Done {
  readonly kind: 'done'
  readonly outcome: ApplyOutcome
}

/**
 * What is to be done about an edit in a garden without an API server: it must be made for the object as it is now, change
 * something, and be what Gardener would accept. What the edit throws is thrown on.
 */
export function tryEdit(
  object: JsonObject,
  edit: ObjectEdit,
  resourceVersion: string,
  around: Surroundings,
): TriedEdit {
  const present = contentVersion(object)
  if (present !== resourceVersion) return conflict(object, present)
  const edited = edit(object)
  if (isDeepEqual(object, edited)) return done({ kind: 'unchanged', resourceVersion: present })
  const refused = admit(object, edited, around)
  if (refused !== null) return done(refused)
  return { kind: 'change', object: edited, resourceVersion: contentVersion(edited) }
}

/** The same of a NamespacedCloudProfile that is not there yet; others are made elsewhere. */
export function tryNew(ref: ObjectRef, edit: ObjectEdit, { snapshot, now }: Surroundings): TriedEdit {
  if (ref.kind !== 'NamespacedCloudProfile') return done({ kind: 'gone' })
  const object = edit(unmade(ref))
  const submitted = readSubmitted(object)
  const refused =
    unreadableBy(null, object) ??
    outcomeOf(ref.kind, submitted.name, namespacedRefusals(null, submitted, snapshot, now))
  return refused === null ? { kind: 'change', object, resourceVersion: contentVersion(object) } : done(refused)
}

/** Somebody else was faster. */
export function conflict(object: JsonObject, resourceVersion = contentVersion(object)): Done {
  return done({ kind: 'conflict', newer: { resourceVersion, object } })
}

export function done(outcome: ApplyOutcome): Done {
  return { kind: 'done', outcome }
}

/**
 * A profile with what its object offers beside versions; without the object, machine and volume types are not checked. What a
 * NamespacedCloudProfile offers in all, its controller writes into its status.
 */
export function withOffersOf({ ref, profile }: ProfileEntry, object: JsonObject | undefined): AdmissionProfile {
  const status = object?.status
  const merged = isJsonObject(status) ? status.cloudProfileSpec : undefined
  const spec = ref.kind === 'CloudProfile' ? object?.spec : merged
  return spec === undefined ? profile : { ...profile, offers: readSubmittedSpec(spec) }
}
