import { forecast } from '@/lib/engine/forecast'
import { dayText } from '@/lib/engine/instant-text'
import type { Prospect } from '@/lib/engine/obstacles'
import { DAY } from '@/lib/engine/time'
import type { Change, CloudProfile, ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { offsetOf } from '@/lib/engine/window-offset'

/**
 * What the owner of a shoot can do. `do`: an update at a time of one's own; `helps`: changes what is ahead for the better;
 * `no-help`: one might think so, but it does not, and why; `warning`: only others can help.
 */
export interface Remedy {
  readonly kind: 'do' | 'helps' | 'no-help' | 'warning'
  readonly title: string
  readonly text: string
  /** For `kubectl patch --type`; null: there is nothing to apply. */
  readonly patch: string | null
  readonly patchType: 'merge' | 'json' | null
}

/** A shoot whose profile is known. */
export type KnownProspect = Prospect & { readonly profile: CloudProfile }

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

/** What would be ahead of the shoot if it were changed like this. */
export function triedOut({ profile, steps, at }: KnownProspect, changed: Shoot): readonly ForecastStep[] {
  const to = Math.max(at + 365 * DAY, steps.at(-1)?.lastAt ?? at)
  return forecast(changed, profile, { from: at, to }).steps
}

/** The day of an instant on the shoot's own clock. */
export function dayOf(at: Instant, { window }: Shoot): string {
  return dayText(at, offsetOf(window))
}

export function advice(kind: Remedy['kind'], title: string, text: string): Remedy {
  return { kind, title, text, patch: null, patchType: null }
}
