interface MarkedSpan {
  /** The begin in milliseconds. */
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

/** The range of a chart, and the zone of its days, if that is not the user's. */
export function rangeMark(range: MarkedSpan, zone?: string) {
  return { 'data-range': `${Math.round(range.from)} ${Math.round(range.to)}`, 'data-zone': zone }
}
