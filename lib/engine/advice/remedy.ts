import type { MemoizedProfile } from '@/lib/engine/course'
import { dayText } from '@/lib/engine/explain'
import type { Prospect } from '@/lib/engine/obstacles'
import { offsetOf } from '@/lib/engine/rules'
import type { Change, ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import type { PATCH_TYPES, REMEDY_KINDS } from '@/lib/engine/words'
import type { Course } from './course'

/** What the owner of a shoot can do. */
export interface Remedy {
  readonly kind: (typeof REMEDY_KINDS)[number]
  readonly title: string
  readonly text: string
  /** Null: there is nothing to apply. */
  readonly patch: string | null
  readonly patchType: (typeof PATCH_TYPES)[number] | null
}

/** A shoot whose profile is known, and until when its forecast goes. */
export type AdvisedProspect = Prospect & { readonly profile: MemoizedProfile; readonly until: Instant }

/** With what is ahead of it if nobody acts. */
export type KnownProspect = AdvisedProspect & { readonly course: Course }

export type Update = Change & { readonly kind: 'update' }

/** A forced update that is not refused. */
export interface Forced {
  readonly step: ForecastStep
  readonly change: Update
}

/** The first forced update of the control plane, or of any pool's image. */
export function firstForced(steps: readonly ForecastStep[], component: Change['component']): Forced | null {
  for (const step of steps) {
    if (step.denied) continue
    for (const change of step.changes) {
      if (change.component === component && change.kind === 'update' && change.why !== 'auto') return { step, change }
    }
  }
  return null
}

/** The day of an instant on the shoot's own clock. */
export function dayOf(at: Instant, { window }: Shoot): string {
  return dayText(at, offsetOf(window))
}

export function advice(kind: Remedy['kind'], title: string, text: string): Remedy {
  return { kind, title, text, patch: null, patchType: null }
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[], and = 'and'): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${and} ${last}`
}

/** `pool a`, `pools a and b`. */
export function poolsText(names: readonly string[]): string {
  return `${names.length === 1 ? 'pool' : 'pools'} ${listed(names)}`
}
