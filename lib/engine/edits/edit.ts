import { described } from '@/lib/engine/api-server'
import { present } from '@/lib/engine/reader'
import type {
  Classification,
  ExpirableVersion,
  ImageUpdateStrategy,
  Instant,
  LifecycleStage,
  MachineImageVersion,
  NamedVersion,
  Stage,
} from '@/lib/engine/types'
import type { ValueChange } from './changes'

/**
 * One edit of a profile, as data. `image` null: of its Kubernetes versions. `index`: where in the list; if absent,
 * images go to the end, versions to their place in the order of versions.
 * Versions and images are meant by their exact text.
 */
export type Edit = KubernetesEdit | ImageEdit | YamlEdit

/** An edit of anything that a profile may hold, by the values of its object. `image`: whose entry it changes; null: no image's. */
export interface YamlEdit {
  readonly kind: 'yaml'
  readonly image: string | null
  readonly changes: readonly ValueChange[]
}

export type KubernetesEdit = VersionEdit<null, ExpirableVersion>

export type ImageEdit =
  | VersionEdit<string, MachineImageVersion>
  /** Null only in a namespaced profile: the parent's again. */
  | { readonly kind: 'strategy'; readonly image: string; readonly updateStrategy: ImageUpdateStrategy | null }
  | {
      readonly kind: 'addImage'
      readonly image: string
      readonly updateStrategy: ImageUpdateStrategy
      readonly index?: number
    }
  /** Removes an image, only if it has no versions. */
  | { readonly kind: 'removeImage'; readonly image: string }

export type VersionEdit<I extends string | null, T extends ExpirableVersion> =
  | { readonly kind: 'add'; readonly image: I; readonly entry: T; readonly index?: number }
  | { readonly kind: 'remove'; readonly image: I; readonly version: string }
  | LifeEdit<I>

/** An edit of what is known of the life of one version. */
export type LifeEdit<I extends string | null = string | null> = { readonly image: I; readonly version: string } & (
  | {
      readonly kind: 'classify'
      /** Null: without one. */
      readonly classification: SettableStage | null
      /** When the stage begins, for a version that has lifecycle stages. */
      readonly from: Instant
    }
  /** Null: never. In a namespaced profile: when the parent says. */
  | { readonly kind: 'expire'; readonly expirationDate: Instant | null }
  /** Replaces all that is known; null: nothing is known any more. */
  | { readonly kind: 'schedule'; readonly lifecycle: readonly LifecycleStage[] | null }
  | { readonly kind: 'restore'; readonly life: VersionLife }
)

/** Why an edit cannot be made, and what it is about; `image` null: Kubernetes. */
export type EditProblem =
  | { readonly code: 'unknown-image' | 'not-empty'; readonly image: string }
  | ({ readonly code: 'unknown-version' } & NamedVersion)
  | ({ readonly code: 'already-listed' } & (NamedVersion | { readonly image: string; readonly version: null }))
  | { readonly code: 'not-a-version'; readonly version: string }
  /** The first steps of the path of a YAML edit, of which the last is not there. */
  | { readonly code: 'unknown-entry'; readonly path: readonly string[] }
  | ({ readonly code: 'not-in-namespaced' } & NamespacedProblem)

/** What cannot be done in a namespaced profile, or only there. */
export type NamespacedProblem =
  | ({ readonly because: 'only-dates' | 'version-of-parent' } & NamedVersion)
  | { readonly because: 'no-parent' | 'image-of-parent'; readonly image: string }
  | { readonly because: 'strategy-needed' | 'kubernetes-of-parent' }
  /** The parent of the profile is not known. */
  | { readonly because: 'parent-unknown'; readonly profile: string; readonly parent: string }

export type ProfileEditOutcome<T> =
  /** `inverse` makes `value` what it was. */
  | { readonly kind: 'ok'; readonly value: T; readonly inverse: Edit }
  | { readonly kind: 'problem'; readonly problem: EditProblem }

/** What becomes of a life by an edit. */
export function editedLife(life: VersionLife, edit: LifeEdit): VersionLife {
  switch (edit.kind) {
    case 'classify':
      return classified(life, edit.classification, edit.from)
    case 'expire':
      return expiring(life, edit.expirationDate)
    case 'schedule':
      return edit.lifecycle === null || edit.lifecycle.length === 0 ? {} : { lifecycle: edit.lifecycle }
    case 'restore':
      return edit.life
  }
}

export function ok<T>(value: T, inverse: Edit): ProfileEditOutcome<T> {
  return { kind: 'ok', value, inverse }
}

export function editProblem(facts: EditProblem): { kind: 'problem'; problem: EditProblem } {
  return { kind: 'problem', problem: facts }
}

/** What a profile says about the life of a version. */
export type VersionLife = Pick<ExpirableVersion, 'classification' | 'expirationDate' | 'lifecycle'>

/** Stages that an operator may classify a version as; it expires by a date. */
type SettableStage = Exclude<Classification, 'expired'>

const RANK: Readonly<Record<Stage, number>> = { unavailable: 0, preview: 1, supported: 2, deprecated: 3, expired: 4 }

export function lifeOf({ classification, expirationDate, lifecycle }: ExpirableVersion): VersionLife {
  return present({ classification, expirationDate, lifecycle })
}

export function versionWithLife<T extends ExpirableVersion>(version: T, life: VersionLife): T {
  return { ...withoutLife(version), ...life } as T
}

export function withoutLife<T extends ExpirableVersion>(version: T): Omit<T, keyof VersionLife> {
  const { classification: _, expirationDate: __, lifecycle: ___, ...rest } = version
  return rest
}

/** A new version of an image, which runs where another one does; undefined: there is none. */
export function versionLike<T extends ExpirableVersion>(other: MachineImageVersion | undefined, listed: T) {
  const { version: _, ...description } = withoutLife(other ?? described(listed))
  return { ...listed, ...description }
}

/**
 * The life with another classification. In the newer form its stage begins at `from`, or stays as it is if it began before;
 * what would still come later stays planned, what it overtakes goes. Null: only the expiration stays.
 */
function classified(life: VersionLife, classification: SettableStage | null, from: Instant): VersionLife {
  const stages = life.lifecycle ?? []
  if (stages.length === 0) {
    const { classification: _, ...rest } = life
    return classification === null ? rest : { ...rest, classification }
  }
  if (classification === null) {
    const expires = stages.find((stage) => stage.classification === 'expired')?.startTime
    return expires === undefined ? {} : { expirationDate: expires }
  }
  const begun = (stage: LifecycleStage) => stage.startTime === undefined || stage.startTime < from
  const before = stages.filter((stage) => RANK[stage.classification] < RANK[classification] && begun(stage))
  const after = stages.filter((stage) => RANK[stage.classification] > RANK[classification] && !begun(stage))
  const own = stages.find((stage) => stage.classification === classification && begun(stage))
  // Without anything before it, a time would make the version unavailable until then.
  const begins = own ?? (before.length === 0 ? { classification } : { classification, startTime: from })
  return { lifecycle: [...before, begins, ...after] }
}

/**
 * The life with another expiration; null: without one. In the newer form that is its last stage, and stages that would only
 * begin then go.
 */
export function expiring(life: VersionLife, expires: Instant | null): VersionLife {
  const stages = life.lifecycle ?? []
  if (stages.length === 0) {
    const { expirationDate: _, ...rest } = life
    return expires === null ? rest : { ...rest, expirationDate: expires }
  }
  const others = stages.filter((stage) => stage.classification !== 'expired')
  if (expires === null) return others.length === 0 ? {} : { lifecycle: others }
  const kept = others.filter(({ startTime }) => startTime === undefined || startTime < expires)
  return { lifecycle: [...kept, { classification: 'expired', startTime: expires }] }
}
