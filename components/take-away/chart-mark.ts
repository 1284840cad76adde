/** What an element needs so that the dialog of take-aways draws it: what it shows, and from when to when (in milliseconds). */
export function chartMark(name: string, range?: { readonly from: number; readonly to: number }) {
  return { 'data-chart': name, ...(range && { 'data-range': `${Math.round(range.from)} ${Math.round(range.to)}` }) }
}
