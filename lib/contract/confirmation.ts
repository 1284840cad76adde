import type { ApplyEffect, ShootEffect } from './apply'

/** Why the name of a profile must be typed before edits are applied. `unseen`: there are clusters on it that one may not see. */
export type TypingReason =
  | { readonly kind: 'stuck'; readonly clusters: number; readonly first: string | null }
  | { readonly kind: 'stuckSooner'; readonly clusters: number }
  | { readonly kind: 'forced'; readonly forced: number; readonly clusters: number }
  | { readonly kind: 'soon'; readonly clusters: number; readonly first: string }
  | { readonly kind: 'unseen' }

/**
 * When a cluster gets stuck, or is stuck sooner, when more than a tenth of the profile's clusters is forced or forced earlier,
 * when something begins before tonight is over, as no version goes back, and when there are clusters that are not seen: the user must not
 * believe that these are left alone. Empty: nothing must be typed.
 */
export function typingReasons(
  { clusters, changes, gained }: ApplyEffect,
  others: ApplyEffect | null,
): readonly TypingReason[] {
  const { stuck, stuckSooner } = changes
  const forced = changes.forced + changes.earlier
  const { soon = 0, firstSoon = null, firstStuck = null } = gained ?? {}
  return [
    ...(stuck > 0 ? [{ kind: 'stuck', clusters: stuck, first: firstStuck } as const] : []),
    ...(stuckSooner > 0 ? [{ kind: 'stuckSooner', clusters: stuckSooner } as const] : []),
    ...(forced * 10 > clusters ? [{ kind: 'forced', forced, clusters } as const] : []),
    ...(firstSoon === null ? [] : [{ kind: 'soon', clusters: soon, first: firstSoon } as const]),
    ...(others === null ? [] : [{ kind: 'unseen' } as const]),
  ]
}

/** Why the name of a cluster must be typed; `final`: fields that cannot be set back. */
export type ShootTypingReason =
  | { readonly kind: 'rolling' | 'inPlace' }
  | { readonly kind: 'final'; readonly fields: readonly string[] }

/** When nodes are replaced or updated in place, and when something of it cannot be undone. */
export function shootTypingReasons({ pools, final }: ShootEffect): readonly ShootTypingReason[] {
  const touches = (['rolling', 'inPlace'] as const).filter((kind) => pools.some(({ effect }) => effect === kind))
  return [
    ...touches.map((kind) => ({ kind })),
    ...(final.length > 0 ? [{ kind: 'final', fields: final.map(({ field }) => field) } as const] : []),
  ]
}
