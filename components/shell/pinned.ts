/**
 * Whether a pinned clock shows the landscape as the forecast has it then. So the server decides it (`PinnedIndexes`): later than
 * now, and than the reading of a garden that says it was read later than now.
 */
export function liesAhead(at: number, now: number, observedAt: number | undefined): boolean {
  return at > Math.max(now, observedAt ?? 0)
}
