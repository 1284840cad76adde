import {
  type AdmissionProfile,
  admitReferring,
  answerToCloudProfile,
  answerToNamespacedProfile,
  decodeProfile,
  hasAny,
  isOfMove,
  type ProfileAdmission,
  type ProfileKind,
  type ProfileReference,
  profileObject,
  type ReferencedProfile,
  readablePart,
  readSubmitted,
  readSubmittedSpec,
  type SubmittedProfile,
  shootStatus,
  submittedOverrides,
} from '@/lib/engine/api-server'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import { joinedLines, lineOf, messageOf, type ProfileRefusal, type ShootRefusal } from '@/lib/engine/refusal'
import type { Instant, ProfileRef } from '@/lib/engine/types'
import {
  type ApplyOutcome,
  type ObjectEdit,
  type ObjectRef,
  type ProfileEntry,
  profileKey,
  type RefusalCause,
  referencedKey,
  type Snapshot,
} from './garden'
import { parseShoot } from './parse'
import { contentVersion, unmade } from './read-object'

/** What is looked at of the object of a profile. */
interface ProfileParts {
  readonly spec?: unknown
}

/** What a change is held to beside the object itself. */
interface ChangeContext {
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
function admit(before: JsonObject, after: JsonObject, around: ChangeContext): ApplyOutcome | null {
  if (after.kind === 'Shoot') return admitChange(before, after, around)
  if (after.kind === 'CloudProfile') return outcomeOf(answerToProfile(before, after, around))
  if (after.kind === 'NamespacedCloudProfile') return outcomeOf(answerToNamespaced(before, after, around))
  return null
}

/** What the API server answers to a CloudProfile. */
function answerToProfile(before: JsonObject, after: JsonObject, { snapshot, now }: ChangeContext): ProfileAdmission {
  const [old, submitted] = readableParts(before, after, 'CloudProfile')
  const namespaced = [...snapshot.profiles.values()].flatMap(submittedOwn)
  return answerToCloudProfile({
    before: completed(old, old),
    after: completed(submitted, old),
    now,
    users: { shoots: [...snapshot.shoots], namespaced },
  })
}

/**
 * The answer to an edit of a namespaced profile, a new one if there is none before; null: the garden does not have its parent, so it is
 * not known what would be refused.
 */
function answerToNamespaced(
  before: JsonObject | null,
  after: JsonObject,
  { snapshot: { profiles, shoots }, now }: ChangeContext,
): ProfileAdmission | null {
  const [old, submitted] = before === null ? [null, after] : readableParts(before, after, 'NamespacedCloudProfile')
  if (!profiles.has(readSubmitted(old ?? submitted).parent)) return null
  const parent = (name: string) => {
    const entry = profiles.get(name)
    return entry && profileObject(name, entry.profile)
  }
  return answerToNamespacedProfile({
    before: old && { object: old },
    after: submitted,
    parent,
    now,
    shoots: [...shoots],
  })
}

/**
 * A file may hold what the API server would not read: an edit of something else is no matter of that, so both are then looked at
 * without it.
 */
function readableParts(
  before: JsonObject,
  after: JsonObject,
  kind: ProfileKind,
): readonly [ProfileParts, ProfileParts] {
  if (decodeProfile(before, kind).kind === 'read') return [before, after]
  return [readablePart(before, kind), readablePart(after, kind)]
}

function admitChange(
  before: JsonObject,
  after: JsonObject,
  { snapshot, now, profileOf }: ChangeContext,
): ApplyOutcome | null {
  const parsed = parseShoot(after)
  if (parsed.kind === 'problem') {
    // In the words of Kubernetes: there is an API server's place to take.
    const causes = parsed.problems.map(
      ({ path, fault }): RefusalCause => ({
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
  const find = (reference: ProfileReference): ReferencedProfile | undefined => {
    const entry = snapshot.profiles.get(referencedKey(namespace, reference))
    if (entry?.ref.kind !== reference.kind) return undefined
    return {
      ref: entry.ref,
      root: entry.parent ?? reference.name,
      profile: withOffersOf(entry, profileOf?.(entry.ref)),
    }
  }
  const admission = admitReferring({ before, after, find, now })
  if (admission.allowed) return null
  const moved = admission.errors.find(isOfMove)
  // The API server answers these with no reason but the text.
  if (moved !== undefined) {
    const { code } = shootStatus(admission.errors)
    return { kind: 'refused', status: code, message: moved.quote ?? moved.text, causes: [] }
  }
  const lines = joinedLines(admission.errors.map(lineOf))
  const message = `Shoot.core.gardener.cloud ${JSON.stringify(name)} is invalid: ${lines}`
  return { kind: 'refused', status: 422, message, causes: admission.errors.map(causeOf) }
}

/**
 * A folder may hold only a part of a profile, which something else completes: parts that were missing before count as being
 * there. Otherwise the API server's first stage would refuse everything, and its second one would never be asked.
 */
function completed(object: ProfileParts, before: ProfileParts): ProfileParts {
  const { type, regions, machineTypes, machineImages } = readSubmitted(before).spec
  const spec = typeof object.spec === 'object' ? object.spec : {}
  const isWithoutImages = !hasAny(machineImages) && !hasAny(readSubmitted(object).spec.machineImages)
  return {
    ...object,
    spec: {
      ...spec,
      ...((type ?? '') === '' && { type: 'any' }),
      ...(!hasAny(regions) && { regions: [{ name: 'any' }] }),
      ...(!hasAny(machineTypes) && { machineTypes: [{ name: 'any' }] }),
      ...(isWithoutImages && { machineImages: [{ name: 'any', versions: [{ version: '1.0.0' }] }] }),
    },
  }
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

function outcomeOf(answer: ProfileAdmission | null): ApplyOutcome | null {
  if (answer === null || answer.kind === 'accepted') return null
  const { code, message } = answer.status
  const causes = code === 422 ? answer.refusals.map(causeOf) : []
  return code === 403 ? { kind: 'forbidden', message, causes } : { kind: 'refused', status: code, message, causes }
}

function causeOf(refusal: ProfileRefusal | ShootRefusal): RefusalCause {
  return { field: refusal.field, reason: refusal.type, message: messageOf(refusal) }
}

export type TriedEdit =
  | { readonly kind: 'change'; readonly object: JsonObject; readonly resourceVersion: string }
  | AdmittedChange

interface AdmittedChange {
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
  around: ChangeContext,
): TriedEdit {
  const present = contentVersion(object)
  if (present !== resourceVersion) return conflict(object, present)
  const edited = edit(object)
  if (isDeepEqual(object, edited)) return done({ kind: 'unchanged', resourceVersion: present })
  const refused = admit(object, edited, around)
  if (refused !== null) return done(refused)
  return { kind: 'change', object: edited, resourceVersion: contentVersion(edited) }
}

/** As `tryEdit`, for a NamespacedCloudProfile that does not exist yet; other objects are created elsewhere. */
export function tryNew(ref: ObjectRef, edit: ObjectEdit, around: ChangeContext): TriedEdit {
  if (ref.kind !== 'NamespacedCloudProfile') return done({ kind: 'gone' })
  const object = edit(unmade(ref))
  const refused = outcomeOf(answerToNamespaced(null, object, around))
  return refused === null ? { kind: 'change', object, resourceVersion: contentVersion(object) } : done(refused)
}

/** Another change was faster. */
export function conflict(object: JsonObject, resourceVersion = contentVersion(object)): AdmittedChange {
  return done({ kind: 'conflict', newer: { resourceVersion, object } })
}

export function done(outcome: ApplyOutcome): AdmittedChange {
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
