interface MarkedSpan {
  /** In milliseconds. */
  readonly from: number
  readonly to: number
}

/**
 * What an element needs so that the dialog of take-aways draws it: what it shows, and from when to when. Where the range is known only
 * further inside, `rangeMark` says it there.
 */
export function chartMark(name: string, range?: MarkedSpan, zone?: string) {
  return { 'data-chart': name, ...(range && rangeMark(range, zone)) }
}

/** From when to when a chart reaches, and in which zone its days are, where that is not the reader's. */
export function rangeMark(range: MarkedSpan, zone?: string) {
  return { 'data-range': `${Math.round(range.from)} ${Math.round(range.to)}`, 'data-zone': zone }
}
