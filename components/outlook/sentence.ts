/** A sentence with one part set off: what is set in bold, and what must stay on one line. */
export type Piece = string | { readonly strong: string } | { readonly keep: string }
export type Sentence = readonly Piece[]

/** As plain text, for a ticket, a title or a screen reader. */
export function plain(sentence: Sentence): string {
  return sentence
    .map((piece) => (typeof piece === 'string' ? piece : 'strong' in piece ? piece.strong : piece.keep))
    .join('')
}

/** `web-a`, `web-a and ledger`, `a, b and c`; more than three are counted: `5 pools`. */
export function listed(names: readonly string[], many = 'pools'): string {
  if (names.length > 3) return `${names.length} ${many}`
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** `pool web-a`, `pools web-a and ledger`, `5 pools`. */
export function poolsText(names: readonly string[]): string {
  if (names.length > 3) return `${names.length} pools`
  return `${names.length === 1 ? 'pool' : 'pools'} ${listed(names)}`
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
