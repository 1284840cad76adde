import type { MoreTimeAnswer } from '@/lib/contract/more-time'
import { answerToNamespacedProfile } from '@/lib/engine/api-server'
import { type Edit, type EditProblem, editObject } from '@/lib/engine/edits'
import type { UnplacedReason } from '@/lib/engine/faults'
import type { JsonObject } from '@/lib/engine/json'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { justAfter } from '@/lib/engine/rules'
import type { ProfileRef } from '@/lib/engine/types'
import { isObjectUnplaced } from '@/lib/garden'
import { type GardenAction, type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { parseNamespacedCloudProfile } from '@/lib/garden/parse'
import { unmade } from '@/lib/garden/read-object'
import { shootsOn } from './edited-profiles'
import { unseenUsers, withoutUnseen } from './holders'
import type { Landscape } from './landscape'
import { type ObjectReader, whole } from './offers'
import type { Outlook } from './outlook'

/** The namespaced profile that gives one project more time: which one, what the API server says to it, and who may write it. */

export type NamespacedRef = Extract<ProfileRef, { readonly kind: 'NamespacedCloudProfile' }>

/** The namespaced profile that most clusters of the project are on. */
export function mostUsedProfile(family: readonly ProfileEntry[], own: readonly Outlook[]): ProfileEntry | undefined {
  const users = ({ ref }: ProfileEntry) => own.filter(({ member }) => member.profile === profileKey(ref)).length
  return family
    .filter(({ ref, overrides }) => ref.kind === 'NamespacedCloudProfile' && overrides !== undefined)
    .toSorted((a, b) => users(b) - users(a))[0]
}

export function namespacedRef({ ref }: ProfileEntry): NamespacedRef {
  if (ref.kind !== 'NamespacedCloudProfile') throw new RangeError(`${ref.name} is in no namespace`)
  return ref
}

/** `search-more-time`, unless one of another root has that name. */
export function newRef({ snapshot }: Landscape, namespace: string, project: string, root: string): NamespacedRef {
  const names = [`${project}-more-time`, `${project}-${root}-more-time`]
  const name = names.find((one) => !snapshot.profiles.has(`${namespace}/${one}`)) ?? `${root}-more-time`
  return { kind: 'NamespacedCloudProfile', namespace, name }
}

/** Whether the user may do each step, for what is told before: it is asked again when it is done. Null: it cannot be told. */
export type MoreTimeRights = Readonly<MoreTimeAnswer['rights']>

export async function rightsOf(
  { garden, identity }: ObjectReader,
  { kind, namespace, name }: NamespacedRef,
  { isNew, image, shoots }: { readonly isNew: boolean; readonly image: string | null; readonly shoots: boolean },
): Promise<MoreTimeRights> {
  const verb = image === null ? 'modify-spec-kubernetes' : 'modify-spec-machineimages'
  if (garden.may === undefined) return { profile: true, verb, modify: true, shoots: true }
  const actions: GardenAction[] = [
    isNew ? { verb: 'create', kind, namespace } : { verb: 'patch', kind, namespace, name },
    { verb, kind, namespace, name },
    { verb: 'patch', kind: 'Shoot', namespace },
  ]
  try {
    const [profile = null, modify = null, mayMove = null] = await garden.may(identity, actions)
    return { profile, verb, modify, shoots: shoots ? mayMove : true }
  } catch {
    return { profile: null, verb, modify: null, shoots: null }
  }
}

/** What is written, and what becomes of it. */
export interface JudgedMoreTime {
  /** The namespaced profile as it is, null where it is made, and as it is to be. */
  readonly written: { readonly before: JsonObject | null; readonly after: JsonObject }
  readonly problem: EditProblem | null
  /** What the API server says to it. */
  readonly refusals: readonly ProfileRefusal[]
  /** Why manifests do not take it, a text where the system says so; null: they do, or an API server is asked. */
  readonly unwritable: UnplacedReason | string | null
  /** The profile as the API server stores it, or as it is written if it is refused. */
  readonly target: ProfileEntry & Required<Pick<ProfileEntry, 'overrides'>>
}

interface MoreTimeRequest {
  /** Undefined: there is none, and it is made. */
  readonly existing: ProfileEntry | undefined
  readonly ref: NamespacedRef
  readonly root: ProfileEntry
  readonly edit: Edit
  readonly rights: MoreTimeRights
}

/** The namespaced profile as it is to be, and what the API server says to it: as it stores it where it takes it. */
export async function judgedTarget(
  reader: ObjectReader,
  landscape: Landscape,
  { existing, ref, root, edit, rights }: MoreTimeRequest,
): Promise<JudgedMoreTime> {
  const objectOf = async (wanted: ProfileRef) => (await whole(reader, landscape.snapshot, { ...wanted })).object
  const parent = await objectOf(root.ref)
  const before = existing === undefined ? null : await objectOf(ref)
  const made: JsonObject = before ?? { ...unmade(ref), spec: { parent: { kind: 'CloudProfile', name: root.ref.name } } }
  const edited = editObject(made, [edit], root.profile)
  const after = edited.kind === 'ok' ? edited.object : made
  const answer = answerToNamespacedProfile({
    before: before && { object: before },
    after,
    parent: () => parent,
    now: justAfter(landscape.at),
    shoots:
      existing === undefined
        ? []
        : [...shootsOn(landscape, new Set([profileKey(existing.ref)])), ...unseenUsers(landscape, existing).shoots],
    verbs: rights.modify === false ? [] : [rights.verb],
  })
  const isAccepted = answer.kind === 'accepted'
  // What the controller made of it before says nothing of what it will be.
  const { status: _, ...stored } = isAccepted ? answer.stored : after
  const parsed = parseNamespacedCloudProfile(stored, root.profile)
  if (parsed.kind === 'problem' || parsed.value.overrides === undefined)
    throw new RangeError(`${ref.name} cannot be read`)
  const { profile, overrides } = parsed.value
  return {
    written: { before, after },
    problem: edited.kind === 'ok' ? (edited.problems[0] ?? null) : null,
    refusals: isAccepted ? [] : withoutUnseen(answer.refusals),
    unwritable: isAccepted ? await unwritable(reader, ref, existing?.resourceVersion ?? null, after) : null,
    target: { ...existing, ref, profile, parent: root.ref.name, overrides },
  }
}

/** What applying it would meet, tried without writing: a folder may have no place for an object, and a file may be closed to Almanac. */
async function unwritable(
  { garden, identity }: ObjectReader,
  ref: NamespacedRef,
  resourceVersion: string | null,
  after: JsonObject,
): Promise<JudgedMoreTime['unwritable']> {
  if (garden.status().kind !== 'manifests') return null
  try {
    const tried = await garden.apply(identity, ref, () => after, { resourceVersion, dryRun: true })
    return tried.kind === 'unavailable' ? tried.message : null
  } catch (error) {
    if (isObjectUnplaced(error)) return error.why
    throw error
  }
}
