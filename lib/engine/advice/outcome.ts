import type { Instant } from '@/lib/engine/types'
import type { Course } from './compare-courses'

/** What is better on another course, counted in nights within 12 months. */
export type Outcome =
  | { readonly kind: 'fewer-fail' | 'fewer-forced'; readonly before: number; readonly after: number }
  | { readonly kind: 'nothing-forced' | 'as-many-forced' }
  | { readonly kind: 'nothing-forced-until'; readonly begins: Instant }

export function outcomeOf(now: Course, then: Course): Outcome {
  if (then.nights < now.nights) return { kind: 'fewer-fail', before: now.nights, after: then.nights }
  const next = then.steps.find(({ at }) => at === then.first)
  if (next === undefined) return { kind: 'nothing-forced' }
  if (then.nights === 0 && then.first > now.first) return { kind: 'nothing-forced-until', begins: next.window.begin }
  if (then.forced === now.forced) return { kind: 'as-many-forced' }
  return { kind: 'fewer-forced', before: now.forced, after: then.forced }
}
