import type { JsonObject } from './merge-patch'

export type GardenKind = 'CloudProfile' | 'NamespacedCloudProfile' | 'Project' | 'Shoot'

/** An object of the garden as its API names it. */
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

/** The same where nothing is written, which may let others work meanwhile. */
export type PreviewEdit = (object: JsonObject) => JsonObject | Promise<JsonObject>

export interface ApplyOptions {
  /** The version of the object that the edit was made for. Any other one is a conflict. */
  readonly resourceVersion: string
  /** Only ask whether it would be accepted. */
  readonly dryRun?: boolean
}

/** What became of an edit. Only `applied` without `dryRun`, and `unavailable` that is uncertain, may have changed anything. */
export type ApplyOutcome =
  /** Done; or, for a dry run, accepted. `resourceVersion` is the one after it (of a dry run: the present one). */
  | { readonly kind: 'applied'; readonly resourceVersion: string; readonly dryRun: boolean }
  /** The edit changes nothing; nothing was sent. */
  | { readonly kind: 'unchanged'; readonly resourceVersion: string }
  /** Somebody else was faster. `newer` is what there is now. */
  | { readonly kind: 'conflict'; readonly newer: NewerObject }
  /** There is no such object, or no longer. */
  | { readonly kind: 'gone' }
  /** 403: a role is missing, or an admission rule forbids it, e.g. to remove a version in use. The message says which. */
  | { readonly kind: 'forbidden'; readonly message: string; readonly causes: readonly Cause[] }
  /** The object would not be valid; `status` is HTTP's, usually 422. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string; readonly causes: readonly Cause[] }
  /**
   * No answer, no credentials, or nothing that can be written. `uncertain`: the change was sent and may have been made; to ask
   * again with the same version tells, as it is a conflict then.
   */
  | { readonly kind: 'unavailable'; readonly message: string; readonly uncertain: boolean }

export interface NewerObject {
  readonly resourceVersion: string
  /** As its source has it: not for browsers. */
  readonly object: JsonObject
}

/** One reason of a refusal. */
export interface Cause {
  /** As the server names it, e.g. `spec.kubernetes.versions[2].expirationDate`; empty when it concerns the whole. */
  readonly field: string
  readonly message: string
  /** E.g. `FieldValueInvalid`. */
  readonly reason?: string
}

/** What an edit would make of an object; nothing is asked of the server but the object, nothing changes. */
export type Preview =
  | {
      readonly kind: 'ok'
      readonly resourceVersion: string
      /** As its source has it. */
      readonly object: JsonObject
      readonly edited: JsonObject
      /** The file it was read from, as people name it; null where it comes from no file. */
      readonly file: string | null
      /** The text of that file, or else of the object as YAML. The same where the edit changes nothing. */
      readonly texts: () => Promise<{ readonly before: string; readonly after: string }>
    }
  | Extract<ApplyOutcome, { readonly kind: 'gone' | 'forbidden' | 'unavailable' }>
