import type { JsonObject } from '@/lib/engine/json'
import { joinedLines, lineOf, type ProfileRefusal, type ProfileRule } from '@/lib/engine/refusal'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { checkChange, checkCreate, checkRemovals, type ProfileUsers, storedSpec, updated } from './cloud-profile'
import { decodeProfile, marshalled, type ProfileObject, readLeniently, type UnreadableProfile } from './decode'
import { checkMetadata, checkSameObject, sameMetadata, withProviderLabel } from './metadata'
import { checkNamespaced, mergedWith, storedOwn } from './namespaced-profile'
import { ALL_GATES, admissionAnswer, type FeatureGates, foundBy, type ProfileFindings } from './profile-refusals'
import { CLOUD_PROFILE_SPEC, KINDS, type ProfileKind } from './schema'
import {
  readSubmitted,
  readSubmittedSpec,
  type SubmittedMetadata,
  type SubmittedProfile,
  type SubmittedSpec,
  submittedAs,
  submittedProfile,
  withDefaults,
} from './submitted'

/** What a client is told whose request is refused: the Status of the API server. */
export interface ApiServerStatus {
  readonly code: 400 | 403 | 422 | 500
  /** Null: the API server gives none, as a plug-in refuses with a plain error. The rules of the refusals say why. */
  readonly reason: 'BadRequest' | 'Forbidden' | 'Invalid' | 'InternalError' | null
  readonly message: string
}

export interface RefusedProfile {
  readonly kind: 'refused'
  /** All of the first stage that refuses, in its order; where they stand says `refusalPath`. */
  readonly refusals: readonly [ProfileRefusal, ...ProfileRefusal[]]
  readonly status: ApiServerStatus
}

export interface AcceptedProfile {
  readonly kind: 'accepted'
  /** The object as it is stored. Its status is not part of it. */
  readonly stored: JsonObject
}

/** What becomes of a namespaced profile that is accepted. */
export interface AcceptedNamespaced extends AcceptedProfile {
  /** Whether the generation is raised; that of a new profile begins. */
  readonly generationRaised: boolean
  /** What its controller then writes into `status.cloudProfileSpec`. */
  readonly merged: JsonObject
}

export type ProfileAdmission = AcceptedProfile | RefusedProfile

export interface CloudProfileRequest {
  /** The profile as it is stored; null: it is created. */
  readonly before: unknown
  /** The profile as it is submitted: anything that JSON can hold. */
  readonly after: unknown
  readonly now: Instant
  /** What is in the garden, whatever profile it is on. */
  readonly users: ProfileUsers
  readonly gates?: FeatureGates
}

/**
 * What the API server answers to a CloudProfile that is created or changed, in its order: it is read, a label is put back, it is
 * validated, and then it must let go of nothing that is in use (docs/rules.md#profile-validation).
 *
 * Webhooks of extensions, which judge `providerConfig`, and other plug-ins are not known here.
 */
export function answerToCloudProfile(request: CloudProfileRequest): ProfileAdmission {
  const { before, now, users, gates = ALL_GATES } = request
  const decoded = decodeProfile(request.after, 'CloudProfile')
  if (decoded.kind === 'unreadable') return refusedReading(decoded)
  const after = submittedAs(decoded.object)
  const object = { ...decoded.object, metadata: withProviderLabel(decoded.object.metadata, after.spec.type) }
  const was = before === null || before === undefined ? null : readLeniently(KINDS.CloudProfile, before)
  const metadata = foundBy(now, gates, (found) => checkWholeMetadata(found, object.metadata, was, false))
  if (was === null) {
    const { refusals, kept } = checkCreate(after, now, gates)
    const [first, ...others] = [...metadata, ...refusals]
    if (first !== undefined) return refusedBy('CloudProfile', after, [first, ...others])
    return { kind: 'accepted', stored: storedProfile(object, kept) }
  }
  const old = submittedAs(was)
  const spec = updated(old.spec, after.spec)
  const changed = foundBy(now, gates, (found) => checkChange(found, withDefaults(old.spec), spec))
  const [first, ...others] = [...metadata, ...changed]
  if (first !== undefined) return refusedBy('CloudProfile', after, [first, ...others])
  if (old.isDeleting !== true) {
    const [held, ...more] = foundBy(now, gates, (found) => checkRemovals(found, old, after, usersOf(old.name, users)))
    if (held !== undefined) return refusedBy('CloudProfile', after, [held, ...more])
  }
  return { kind: 'accepted', stored: storedProfile(object, spec) }
}

export interface NamespacedRequest {
  /**
   * As it is stored, with what its controller wrote into `status.cloudProfileSpec`; where that is not given, it counts as merged with
   * the parent of now. Null: it is created.
   */
  readonly before: { readonly object: unknown; readonly merged?: unknown } | null
  /** The profile as it is submitted: anything that JSON can hold. */
  readonly after: unknown
  /** The CloudProfile of a name, as it is stored; undefined: there is none. */
  readonly parent: (name: string) => unknown
  readonly now: Instant
  /** What is in the garden, whatever profile it is on. */
  readonly shoots: readonly Shoot[]
  /** The `modify-spec-…` verbs that the user has; absent: all of them. */
  readonly verbs?: readonly string[]
  /** The name of the user, for the words of the answer. */
  readonly user?: string
  readonly gates?: FeatureGates
}

/**
 * The same for a NamespacedCloudProfile: before its validation its parent is looked for, and after it what is in use, the overrides, the
 * profile merged from both, and the rights of the user, each only if there was nothing before (docs/rules.md#namespaced-profiles).
 */
export function answerToNamespacedProfile(request: NamespacedRequest): AcceptedNamespaced | RefusedProfile {
  const { now, gates = ALL_GATES } = request
  const decoded = decodeProfile(request.after, 'NamespacedCloudProfile')
  if (decoded.kind === 'unreadable') return refusedReading(decoded)
  const after = submittedAs(decoded.object)
  const { kind } = decoded.object.spec.parent
  if (kind !== 'CloudProfile') return unfit('parent-kind', 'BadRequest', 'spec.parent.kind', 'invalid parent kind')
  const raw = request.parent(after.parent)
  if (raw === undefined || raw === null) {
    const text = `cloudprofile.core.gardener.cloud ${JSON.stringify(after.parent)} not found`
    return unfit('parent-unknown', 'InternalError', 'spec.parent.name', `Internal error occurred: ${text}`)
  }
  const parent = readSubmitted(raw)
  const object = { ...decoded.object, metadata: withProviderLabel(decoded.object.metadata, parent.spec.type) }
  const before = storedBefore(request)
  const metadata = foundBy(now, gates, (found) => {
    checkWholeMetadata(found, object.metadata, before?.object ?? null, true)
    if (before === null || before.profile.parent === after.parent) return
    const value = { Kind: 'CloudProfile', Name: after.parent }
    found.invalid('parent-fixed', 'spec.parent', 'field is immutable', value)
  })
  const isRelabelled =
    before !== null && !sameMetadata(withProviderLabel(before.object.metadata, parent.spec.type), object.metadata)
  const verdict = checkNamespaced(
    parent,
    after,
    before === null ? null : { ...before, ...(isRelabelled && { isRelabelled }) },
    now,
    gates,
  )
  const isValidation = verdict.refusals.every(({ stage }) => stage === 'validation')
  const early = [...metadata, ...(isValidation ? limitsFirst(verdict.refusals, before !== null) : [])]
  const [first, ...others] = early.length > 0 ? early : verdict.refusals
  if (first !== undefined) return refusedBy('NamespacedCloudProfile', after, [first, ...others])
  const spec = storedOwn(verdict.own)
  const old = before === null ? {} : storedOwn(before.profile.spec)
  const missing = missingVerb(old, spec, request)
  if (missing !== null) return refusedBy('NamespacedCloudProfile', after, [missing])
  return {
    kind: 'accepted',
    stored: { ...storedObject('NamespacedCloudProfile', object), spec },
    generationRaised: before === null || JSON.stringify(old) !== JSON.stringify(spec),
    merged: marshalled(CLOUD_PROFILE_SPEC, verdict.merged),
  }
}

/**
 * What the controller writes into `status.cloudProfileSpec` of a namespaced profile, both as they are stored. It checks nothing: what
 * the parent has lost or changed since stays in it as far as it goes.
 */
export function mergedSpec(parent: unknown, own: unknown): JsonObject {
  const merged = mergedWith(withDefaults(readSubmitted(parent).spec), readSubmitted(own).spec)
  return marshalled(CLOUD_PROFILE_SPEC, merged)
}

export type StoredForm =
  | { readonly kind: 'read'; readonly object: JsonObject }
  /** `places`: paths of what is unreadable. */
  | { readonly kind: 'unreadable'; readonly places: readonly string[] }

/**
 * What the API server would store of a change of a profile, were it to refuse nothing but what it cannot read: with defaults, and each
 * quantity, duration and time in its one spelling. In a namespaced profile only reading fills something in.
 */
export function storedForm(before: JsonObject, after: JsonObject): StoredForm {
  if (before.kind === 'NamespacedCloudProfile') {
    const decoded = decodeProfile(after, before.kind)
    if (decoded.kind === 'read') return { kind: 'read', object: storedObject(before.kind, decoded.object) }
    return { kind: 'unreadable', places: decoded.found.map(({ at }) => at) }
  }
  const decoded = decodeProfile(after, 'CloudProfile')
  if (decoded.kind === 'unreadable') return { kind: 'unreadable', places: decoded.found.map(({ at }) => at) }
  const spec = updated(readSubmitted(before).spec, decoded.object.spec)
  return { kind: 'read', object: storedProfile(decoded.object, spec) }
}

/** An object without what the API server could not read of it. */
export function readablePart(object: JsonObject, kind: ProfileKind): JsonObject {
  return storedObject(kind, readLeniently(KINDS[kind], object))
}

/** A CloudProfile as an object, where only what the engine keeps of it is known: all else is taken to be in order. */
export function profileObject(name: string, profile: CloudProfile): JsonObject {
  return { metadata: { name }, spec: marshalled(CLOUD_PROFILE_SPEC, submittedProfile(name, profile).spec) }
}

/** The path of the field of an error in what was submitted; empty: it is about the whole object. */
export function refusalPath({ field, subject }: ProfileRefusal): string {
  if (subject.at !== undefined) return subject.at
  const [place = ''] = field.split('[].')
  return place.replace('minVersionForInPlaceUpdate', 'inPlaceUpdates.minVersionForUpdate')
}

function checkWholeMetadata(
  found: ProfileFindings,
  metadata: SubmittedMetadata,
  before: { readonly metadata?: SubmittedMetadata } | null,
  isNamespaced: boolean,
): void {
  if (before !== null) checkSameObject(found, before.metadata ?? {}, metadata)
  checkMetadata(found, metadata, isNamespaced)
}

function storedBefore({ before, shoots }: NamespacedRequest) {
  if (before === null) return null
  const object = readLeniently(KINDS.NamespacedCloudProfile, before.object)
  const profile = submittedAs(object)
  const own = shoots.filter(({ profile: { kind, name }, namespace }) => {
    return kind === 'NamespacedCloudProfile' && name === profile.name && namespace === profile.namespace
  })
  const merged = before.merged === undefined ? {} : { merged: readSubmittedSpec(before.merged) }
  return { object, profile, shoots: profile.isDeleting === true ? [] : own, ...merged }
}

/** A change is looked at for its limits first. */
function limitsFirst(refusals: readonly ProfileRefusal[], isChange: boolean): readonly ProfileRefusal[] {
  const isOfLimits = ({ rule }: ProfileRefusal): boolean => rule === 'limit-not-positive'
  if (!isChange) return refusals
  return [...refusals.filter(isOfLimits), ...refusals.filter((refusal) => !isOfLimits(refusal))]
}

const VERBS: readonly (readonly [field: string, verb: string])[] = [
  ['kubernetes', 'modify-spec-kubernetes'],
  ['machineImages', 'modify-spec-machineimages'],
  ['providerConfig', 'modify-spec-providerconfig'],
]

/** Types, volumes, limits and certificates need no verb; compared is what is stored. */
function missingVerb(
  old: JsonObject,
  spec: JsonObject,
  { verbs, user = 'you' }: NamespacedRequest,
): ProfileRefusal | null {
  const missing = VERBS.find(([field, verb]) => {
    return verbs?.includes(verb) === false && JSON.stringify(old[field]) !== JSON.stringify(spec[field])
  })
  if (missing === undefined) return null
  const [field] = missing
  const text = `user ${JSON.stringify(user)} is not allowed to modify .spec.${field} for "namespacedcloudprofiles"`
  return {
    stage: 'admission',
    rule: 'verb-missing',
    type: 'Forbidden',
    field: '',
    subject: { at: `spec.${field}` },
    text,
  }
}

/** Clusters on the profile or on a namespaced profile of it, and these. */
function usersOf(name: string, { shoots, namespaced }: ProfileUsers): ProfileUsers {
  const children = namespaced.filter((child) => child.parent === name && child.isDeleting !== true)
  const keys = new Set(children.map((child) => `${child.namespace}/${child.name}`))
  return {
    namespaced: children,
    shoots: shoots.filter(({ profile, namespace }) =>
      profile.kind === 'CloudProfile' ? profile.name === name : keys.has(`${namespace}/${profile.name}`),
    ),
  }
}

function storedProfile(object: ProfileObject<'CloudProfile'>, spec: SubmittedSpec): JsonObject {
  return { ...storedObject('CloudProfile', object), spec: marshalled(CLOUD_PROFILE_SPEC, storedSpec(spec)) }
}

/** The status is not what users write. */
function storedObject<Kind extends ProfileKind>(kind: Kind, object: ProfileObject<Kind>): JsonObject {
  const { status: _, ...stored } = marshalled(KINDS[kind], object)
  return stored
}

function refusedReading({ found, message }: UnreadableProfile): RefusedProfile {
  const [first, ...others] = found
  const refusalOf = ({ rule, at }: typeof first): ProfileRefusal => ({
    stage: 'decode',
    rule,
    type: 'BadRequest',
    field: '',
    subject: { at },
    text: message,
  })
  const status: ApiServerStatus = { code: 400, reason: 'BadRequest', message }
  return { kind: 'refused', refusals: [refusalOf(first), ...others.map(refusalOf)], status }
}

/** What a plug-in says before the validation. */
function unfit(rule: ProfileRule, reason: 'BadRequest' | 'InternalError', at: string, text: string): RefusedProfile {
  const refusal = { stage: 'admission', rule, type: reason, field: '', subject: { at }, text } as const
  const code = reason === 'BadRequest' ? 400 : 500
  return { kind: 'refused', refusals: [refusal], status: { code, reason, message: text } }
}

function refusedBy(
  kind: ProfileKind,
  { name }: SubmittedProfile,
  refusals: readonly [ProfileRefusal, ...ProfileRefusal[]],
): RefusedProfile {
  return { kind: 'refused', refusals, status: statusOf(kind, name, refusals) }
}

function statusOf(
  kind: ProfileKind,
  name: string,
  refusals: readonly [ProfileRefusal, ...ProfileRefusal[]],
): ApiServerStatus {
  if (refusals[0].stage === 'validation') {
    const all = joinedLines(refusals.map(lineOf))
    const message = `${kind}.core.gardener.cloud ${JSON.stringify(name)} is invalid: ${all}`
    return { code: 422, reason: 'Invalid', message }
  }
  const { head, texts } = admissionAnswer(qualifiedName(kind, name), refusals)
  if (head !== null) {
    const message = `${head}\n${texts.map((text) => `\t* ${text}\n`).join('')}\n`
    return { code: 403, reason: 'Forbidden', message }
  }
  const message = texts.join('')
  return refusals[0].rule === 'verb-missing'
    ? { code: 403, reason: 'Forbidden', message }
    : { code: 500, reason: null, message }
}

/** `cloudprofiles.core.gardener.cloud "aws"` */
export function qualifiedName(kind: ProfileKind, name: string): string {
  return `${kind.toLowerCase()}s.core.gardener.cloud ${JSON.stringify(name)}`
}
