interface Span<At> {
  /** Null: no begin, or no end, is known. */
  readonly from: At | null
  readonly to: At | null
}

/** What of spans is before an instant. */
export function spansUntil<At extends string | number, T extends Span<At>>(spans: readonly T[], at: At): T[] {
  return spans.flatMap((span) => {
    if (span.from !== null && span.from >= at) return []
    return [span.to === null || span.to > at ? { ...span, to: at } : span]
  })
}

/** What of spans is from an instant on. */
export function spansSince<At extends string | number, T extends Span<At>>(spans: readonly T[], at: At): T[] {
  return spans.flatMap((span) => {
    if (span.to !== null && span.to <= at) return []
    return [span.from === null || span.from < at ? { ...span, from: at } : span]
  })
}

/** Neighbours that meet and tell the same are one. */
export function joinedSpans<T extends Span<string | number> & { readonly stage: string; readonly version?: string }>(
  spans: readonly T[],
): T[] {
  const joined: T[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last?.stage === span.stage && last.version === span.version && last.to === span.from) {
      joined[joined.length - 1] = { ...last, to: span.to }
    } else joined.push(span)
  }
  return joined
}
