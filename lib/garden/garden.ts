import type { ProfileOverrides, ProfileReference } from '@/lib/engine/api-server'
import type { Problem } from '@/lib/engine/faults'
import type { JsonObject } from '@/lib/engine/json'
import type { SUBJECT_KINDS } from '@/lib/engine/kinds'
import type { CloudProfile, Instant, NamespacedName, ProfileRef, Shoot } from '@/lib/engine/types'
import type { ChunkedList } from './chunked-list'
import type { ShootEvent, ShootEvents } from './shoot-event'

/**
 * Where cluster state comes from. Three ways to fill it (demo, manifests, kubernetes); nothing above knows which one runs.
 */
export interface Garden {
  /** The newest state. Immutable: a change makes a new snapshot; unchanged objects keep their identity. */
  snapshot(): Snapshot
  status(): GardenState
  /** Calls back after every change of snapshot or status; returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** Resolves when there is a first snapshot to show (or a failure to report). */
  ready(): Promise<void>
  /**
   * Changes one object in the name of the user, or with `dryRun` only asks whether that would be accepted. A change that was
   * made is seen in a later snapshot.
   */
  apply(identity: Identity, ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome>
  /** What an edit would make of an object: for texts and differences. */
  preview(identity: Identity, ref: ObjectRef, edit: PreviewEdit): Promise<EditPreview>
  /**
   * An object as it was at an earlier version, for a user who was shown it by another process. Null: that cannot be told any more.
   * Absent: its source does not keep it. Never rejects.
   */
  objectAt?(identity: Identity, ref: ObjectRef, resourceVersion: string): Promise<JsonObject | null>
  /** The Kubernetes Events of one shoot, where they may be read; asked for when a user looks at it. */
  events(identity: Identity, shoot: NamespacedName): Promise<ShootEvents>
  /** Whom the garden takes them for. Absent: it knows no users. Rejects with an `AccessError`. */
  userOf?(identity: Identity): Promise<GardenUser>
  /** Whether they may do each of these. Absent: all users may do everything. Rejects with an `AccessError`. */
  may?(identity: Identity, actions: readonly GardenAction[]): Promise<readonly boolean[]>
  /** When each resource was last heard of, for a garden that is followed. */
  heardAt?(): readonly ResourceHeard[]
  /**
   * What there was before this process began, oldest first, where the garden knows that itself. Each snapshot shares with the one
   * before whatever is the same, and nothing happened in between. Others get through while they are made.
   */
  past?(): AsyncIterable<PastSnapshot>
  /** For a garden on which Gardener does not always work: until when it did, and on which clusters. Absent: it always works. */
  maintained?(): ForecastInput
  /** For a garden in which edits are only tried out: brings back what was there at the start. */
  reset?(): Promise<void>
  /** Whether there is anything to bring back. */
  isEdited?(): boolean
  /** For a garden that is cut to what a user sees: what they see of another state of the whole one. Absent: it is whole. */
  cutOf?(whole: Garden): Garden
  /** For a garden that is cut to what a user sees: the garden that it was cut from, only for numbers of what they do not see. */
  readonly uncut?: Garden
  /** Ends watches and timers. */
  close(): Promise<void>
}

/** What there was of a garden from a moment on, until the next one. */
export interface PastSnapshot {
  readonly seen: Instant
  readonly snapshot: Snapshot
}

export interface ForecastInput {
  readonly until: Instant
  has(cluster: NamespacedName): boolean
}

/**
 * The one who asks: Almanac itself, with the rights of the user who started it, or a user who signed in, with the rights of their token.
 */
export type Identity = { readonly kind: 'process' } | { readonly kind: 'user'; readonly token: string }

export interface GardenUser {
  readonly name: string
  readonly groups: readonly string[]
}

/** What a user may do or not. */
export interface GardenAction {
  /**
   * The verb. Verbs that begin with `modify-spec` are Gardener's own: a change of that part of a namespaced profile takes them beside
   * `patch`.
   */
  readonly verb: 'get' | 'list' | 'patch' | 'create' | 'modify-spec-kubernetes' | 'modify-spec-machineimages'
  readonly kind: GardenKind
  /** Absent: everywhere. */
  readonly namespace?: string
  readonly name?: string
}

export interface Snapshot {
  /** Differs whenever anything differs. */
  readonly revision: string
  readonly observedAt: Instant
  /** Only for the past: the instant at which this was known. */
  readonly seen?: Instant
  /** The profiles by `profileKey`. */
  readonly profiles: ReadonlyMap<string, ProfileEntry>
  readonly projects: readonly GardenProject[]
  /** The shoots ordered by namespace, then name. */
  readonly shoots: ChunkedList<Shoot>
  readonly problems: readonly Problem[]
  /** Events by the `namespace/name` of their shoot, if they were read with everything else. Absent: there were none. */
  readonly events?: ReadonlyMap<string, readonly ShootEvent[]>
  /** If it was cut to what a user sees: the rest, as it is now. It is only counted: nothing in it may be named. */
  readonly unseen?: () => UnseenObjects
}

export interface UnseenObjects {
  readonly shoots: readonly Shoot[]
  readonly profiles: readonly ProfileEntry[]
}

export interface ProfileEntry {
  readonly ref: ProfileRef
  /** What maintenance uses: for a namespaced one merged with its parent. */
  readonly profile: CloudProfile
  /** Namespaced ones: name of the CloudProfile they build on. */
  readonly parent?: string
  /** Namespaced ones: what they say on top of it. */
  readonly overrides?: ProfileOverrides
  /** By image, the versions for which the provider's part of it names no image though it does for others: no node can be made of them. */
  readonly unmappedImages?: Readonly<Record<string, readonly string[]>>
  /** By image, the versions for which the provider's part of it names an image; absent: it has no such part. */
  readonly mappedImages?: Readonly<Record<string, readonly string[]>>
  readonly resourceVersion?: string
  /** The last write, as far as the API server tells. */
  readonly written?: LastWrite
}

/** The name under which Almanac writes, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'almanac'

/** From `metadata.managedFields`: what wrote an object, and when. */
export interface LastWrite {
  /** A program, e.g. `kubectl-edit`: the API server does not keep who used it. */
  readonly manager: string
  readonly at: Instant
}

export interface GardenProject {
  readonly name: string
  readonly namespace: string
  readonly description?: string
  readonly purpose?: string
  /** Absent: the project names none. */
  readonly owner?: ProjectSubject
  /** The members in the order of the project, the owner among them if it says so. */
  readonly members: readonly ProjectMember[]
}

export interface ProjectSubject {
  readonly kind: (typeof SUBJECT_KINDS)[number]
  readonly name: string
  /** The namespace of a service account; absent if its name tells it. */
  readonly namespace?: string
}

export interface ProjectMember extends ProjectSubject {
  /** The roles as the project has them, each once: `owner`, `admin`, `viewer`, `uam`, `serviceaccountmanager`, `extension:…`. */
  readonly roles: readonly string[]
}

export interface ResourceState {
  readonly name: string
  /** Absent: all there are. */
  readonly namespace?: string
  readonly read: number
  readonly of?: number
  readonly state: 'waiting' | 'reading' | 'synced' | 'stale' | 'forbidden'
  readonly message?: string
}

export interface ResourceHeard extends Pick<ResourceState, 'name' | 'namespace'> {
  readonly at: Instant
}

export interface GardenState {
  readonly kind: 'demo' | 'manifests' | 'kubernetes'
  readonly label: string
  /** The clusters that it covers, if these are not all: `only garden-dev`. */
  readonly covers?: string
  readonly state: 'reading' | 'live' | 'stale' | 'failed'
  /** The instant since which it is not live: what is shown was so at that moment. */
  readonly since?: Instant
  /** Why it is not live, in whole sentences. */
  readonly reason?: string
  readonly resources: readonly ResourceState[]
}

/** `Shoots`, or `Shoots in garden-dev` where only these are read. */
export function resourceTitle({ name, namespace }: Pick<ResourceState, 'name' | 'namespace'>): string {
  return namespace === undefined ? name : `${name} in ${namespace}`
}

/** `aws`, or `garden-core/aws-ext` for a namespaced one: a key and what links and filters use. */
export function profileKey(ref: ProfileRef): string {
  return ref.kind === 'CloudProfile' ? ref.name : `${ref.namespace}/${ref.name}`
}

/** The key of the profile that a cluster of a namespace names. */
export function referencedKey(namespace: string, { kind, name }: ProfileReference): string {
  return kind === 'CloudProfile' ? name : `${namespace}/${name}`
}

export type GardenKind = 'CloudProfile' | 'NamespacedCloudProfile' | 'Project' | 'Shoot'

export interface ObjectRef {
  readonly kind: GardenKind
  /** Absent for CloudProfiles and Projects. */
  readonly namespace?: string
  readonly name: string
}

/**
 * What shall be changed: makes the wanted object of the present one. It gets the whole object as its source has it, with fields
 * that Almanac knows nothing of, and must leave those alone. It changes nothing in place. What it throws is thrown on.
 */
export type ObjectEdit = (object: JsonObject) => JsonObject

/** An edit for a preview, in which nothing is written; it may let others work meanwhile. */
export type PreviewEdit = (object: JsonObject) => JsonObject | Promise<JsonObject>

export interface ApplyOptions {
  /**
   * The version of the object that the edit was made for. Any other one is a conflict. Null: there was none, and the edit makes one of
   * nothing but its kind and name; one that is there is a conflict.
   */
  readonly resourceVersion: string | null
  /** Whether to ask only if it would be accepted. */
  readonly dryRun?: boolean
}

/** What became of an edit. Only `applied` without `dryRun`, and `unavailable` that is uncertain, may have changed anything. */
export type ApplyOutcome =
  /** Done; or, for a dry run, accepted. `resourceVersion` is the one after it (of a dry run: the present one, empty where there is none). */
  | { readonly kind: 'applied'; readonly resourceVersion: string }
  /** The edit changes nothing; nothing was sent. */
  | { readonly kind: 'unchanged'; readonly resourceVersion: string }
  /** Another change was faster. `newer` is what there is now. */
  | { readonly kind: 'conflict'; readonly newer: WholeObject }
  /** There is no such object, or no longer. */
  | { readonly kind: 'gone' }
  /** 403: a role is missing, or an admission rule forbids it, e.g. to remove a version in use. The message says which. */
  | { readonly kind: 'forbidden'; readonly message: string; readonly causes: readonly RefusalCause[] }
  /** The object would not be valid; `status` is HTTP's, usually 422. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly message: string
      readonly causes: readonly RefusalCause[]
    }
  /**
   * No answer, no credentials, or nothing that can be written. `uncertain`: the change was sent and may have been made; to ask
   * again with the same version tells, as it is a conflict then.
   */
  | { readonly kind: 'unavailable'; readonly message: string; readonly uncertain: boolean }

/** An object as its source has it, not for browsers, and the version that edits of it are made for. */
export interface WholeObject {
  readonly resourceVersion: string
  readonly object: JsonObject
}

export interface RefusalCause {
  /** The field as the server names it, e.g. `spec.kubernetes.versions[2].expirationDate`; empty if it concerns the whole object. */
  readonly field: string
  readonly message: string
  /** E.g. `FieldValueInvalid`. */
  readonly reason?: string
}

/** What an edit would make of an object; nothing is asked of the server but the object, nothing changes. */
export type EditPreview =
  | {
      readonly kind: 'ok'
      readonly resourceVersion: string
      /** The object as its source has it. */
      readonly object: JsonObject
      readonly edited: JsonObject
      /** The file it was read from, as people name it; null where it comes from no file. */
      readonly file: string | null
      /** The text of that file, or else of the object as YAML. The same where the edit changes nothing. */
      readonly texts: () => Promise<{ readonly before: string; readonly after: string }>
    }
  | Extract<ApplyOutcome, { readonly kind: 'gone' | 'forbidden' | 'unavailable' }>
