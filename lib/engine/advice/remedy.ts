import type { MemoizedProfile } from '@/lib/engine/course'
import type { ShootEdit } from '@/lib/engine/edits/shoot'
import type { whyNoMinor } from '@/lib/engine/explain'
import type { ObstacleBegin, ShootWithForecast } from '@/lib/engine/explain/obstacles'
import type { PATCH_TYPES, REMEDY_KINDS } from '@/lib/engine/kinds'
import type { ImageMisfit, Instant, NamedVersion, ProfileRef } from '@/lib/engine/types'
import type { CourseOutcome, ForecastCourse, RemedyTiming, TimeLimit } from './compare-courses'

/** What the owner of a shoot can do, or might think of: what it is, and the facts of it. */
export type OwnerRemedy = TriedRemedy | (RemedyHint & typeof NOTHING_TO_APPLY)

/** Something to do that was tried in a forecast. */
export type TriedRemedy = RemedyAction &
  RemedyPatch & {
    /** The remedy as edits; empty if there is nothing to apply, or if the patch does what edits cannot. */
    readonly edits: readonly ShootEdit[]
    readonly timing: RemedyTiming
    readonly outcome: CourseOutcome
    /** The maintenance that is spared would have gone to the same Kubernetes version. */
    readonly isForeseen: boolean
  }

export interface RemedyPatch {
  /** Null: there is nothing to apply. */
  readonly patch: string | null
  readonly patchType: (typeof PATCH_TYPES)[number] | null
}

export const NOTHING_TO_APPLY: RemedyPatch & Pick<TriedRemedy, 'edits'> = { patch: null, patchType: null, edits: [] }

/** What can be done; `pools` are names. */
export type RemedyAction =
  /**
   * `gone`: settings that do not go with the version, which the patch takes out as well; without one, the user has to.
   * `unsupported`: its minor, if it is not known which.
   */
  | (KubernetesTarget & {
      readonly code: 'update-kubernetes'
      readonly nodes: NodesTouched
      readonly gone: readonly string[]
      readonly unsupported: string | null
    })
  | (KubernetesTarget & {
      readonly code: 'update-pools'
      readonly pools: readonly string[]
      readonly nodes: NodesTouched
    })
  | ({ readonly code: 'update-images'; readonly pools: readonly string[]; readonly nodes: NodesTouched } & ImageTarget)
  /** `choices`: all images that lead on, the one of the patch first. */
  | (HeldPools & { readonly code: 'replace-image'; readonly choices: readonly ImageTarget[] })
  | { readonly code: 'replace-images'; readonly moves: readonly (ImageTarget & { readonly pool: string })[] }
  /** `first`: where it goes at once; null: nowhere yet. */
  | { readonly code: 'auto-kubernetes'; readonly first: string | null }
  | { readonly code: 'auto-images' }
  /** Turning one off that is on; the first update that it makes by itself. `image` null: Kubernetes; `pool` null: the control plane. */
  | {
      readonly code: 'auto-off'
      readonly flag: 'kubernetesVersion' | 'machineImageVersion'
      readonly pool: string | null
      readonly image: string | null
      readonly from: string
      readonly to: string
      readonly begins: Instant
    }
  /** `from`: the profile that it has. */
  | {
      readonly code: 'other-profile'
      readonly kind: ProfileRef['kind']
      readonly name: string
      readonly from: string
    }
  /** A namespaced profile that the user has to create, with later ends of the versions that trouble comes from. */
  | { readonly code: 'own-dates'; readonly parent: string; readonly dates: readonly OverriddenExpiry[] }
  | { readonly code: 'finish-in-place'; readonly pools: readonly string[] }

/** What only others can do, and what does not help. */
export type RemedyHint =
  /** `instead`: an image with which they could go on, though something else fails then; null: there is none. */
  | (HeldPools & { readonly code: 'image-of-operators'; readonly instead: ImageTarget | null })
  | { readonly code: 'kubernetes-of-operators'; readonly profile: string; readonly stuck: readonly StuckPart[] }
  | { readonly code: 'pool-by-hand'; readonly pool: string; readonly version: string }
  /** `reason`: what the API server says; null: it is not known. */
  | { readonly code: 'refused-now'; readonly to: string; readonly reason: string | null }
  /** Every version of the next minor has expired; `end`: where it is forced to then, null: maintenance fails. */
  | { readonly code: 'next-minor-expired'; readonly minor: string; readonly end: string | null }
  /** When one can be chosen, and until when, null: too late; null: not by a date that is set. */
  | {
      readonly code: 'next-minor-not-yet'
      readonly minor: string
      readonly choice: { readonly from: Instant; readonly until: TimeLimit | null } | null
    }
  /** `tried`: the window that waits longest, which ends as the version expires, and when it would be forced or fail in it; null: no later. */
  | {
      readonly code: 'other-window'
      readonly version: string
      readonly expires: Instant
      readonly isRefused: boolean
      readonly tried: { readonly begins: Instant; readonly later: number } | null
    }
  /** `isOn`: it is on already. `minor`: of which there is no patch left. */
  | {
      readonly code: 'auto-stays-in-minor'
      readonly isOn: boolean
      readonly minor: string
      readonly begins: Instant
      readonly isRefused: boolean
    }
  | { readonly code: 'auto-too-late'; readonly from: string; readonly to: string; readonly begins: Instant }
  /** The pool comes to a version that is forced earlier. */
  | (ImageTarget & {
      readonly code: 'auto-images-worse'
      readonly pool: string
      readonly begins: Instant
      readonly otherwise: Instant
    })
  /** `until`: then it is forced; null: the window is open. */
  | (ImageTarget & { readonly code: 'auto-images-idle'; readonly pool: string; readonly until: TimeLimit | null })

const KIND: Readonly<Record<OwnerRemedy['code'], (typeof REMEDY_KINDS)[number]>> = {
  'update-kubernetes': 'do',
  'update-pools': 'do',
  'update-images': 'do',
  'replace-image': 'do',
  'replace-images': 'do',
  'auto-kubernetes': 'helps',
  'auto-images': 'helps',
  'auto-off': 'helps',
  'other-profile': 'helps',
  'own-dates': 'helps',
  'finish-in-place': 'do',
  'image-of-operators': 'warning',
  'kubernetes-of-operators': 'warning',
  'pool-by-hand': 'warning',
  'refused-now': 'no-help',
  'next-minor-expired': 'no-help',
  'next-minor-not-yet': 'no-help',
  'other-window': 'no-help',
  'auto-stays-in-minor': 'no-help',
  'auto-too-late': 'no-help',
  'auto-images-worse': 'no-help',
  'auto-images-idle': 'no-help',
}

export function kindOf({ code }: Pick<OwnerRemedy, 'code'>): (typeof REMEDY_KINDS)[number] {
  return KIND[code]
}

/** `in-place-by-hand`: of some pools only once a person has labelled each node. */
export type NodesTouched = 'none' | 'kubelets-restart' | 'in-place' | 'in-place-by-hand' | 'rolling'

/** A Kubernetes version, and what it is now. */
export interface KubernetesTarget {
  readonly to: string
  readonly isPatch: boolean
  readonly stage: 'supported' | 'deprecated'
  /** Null: no date is set. */
  readonly expiry: Instant | null
}

/** When a version ends in a namespaced profile; `image` null: Kubernetes. */
export interface OverriddenExpiry extends NamedVersion {
  readonly expires: Instant
}

export interface ImageTarget {
  readonly image: string
  readonly version: string
}

/** Pools whose image holds maintenance up. */
export interface HeldPools {
  readonly pools: readonly string[]
  readonly from: ImageTarget
  readonly held: HeldBack
}

export interface HeldBack {
  /** The API server refuses every maintenance because of it; else its update fails. */
  readonly isRefused: boolean
  /** What keeps them from versions of it; null: nothing does. */
  readonly misfit: ImageMisfit | null
  readonly begins: ObstacleBegin
  /** Null: to the end of the forecast. */
  readonly until: Instant | null
}

/** A part without a Kubernetes version to go to. */
export interface StuckPart {
  /** Null: the control plane. */
  readonly pool: string | null
  readonly version: string
  /** Null: it is now. */
  readonly from: Instant | null
  readonly because: ReturnType<typeof whyNoMinor>
}

/** A shoot whose profile is known, and until when its forecast goes. */
export type AdvisedProspect = ShootWithForecast & {
  readonly profile: MemoizedProfile
  readonly until: Instant
  /** Other profiles on the same base that the shoot may have. */
  readonly alternatives?: readonly { readonly ref: ProfileRef; readonly profile: MemoizedProfile }[]
}

/** A prospect with what is ahead of it if nothing is done. */
export type KnownProspect = AdvisedProspect & { readonly course: ForecastCourse }
