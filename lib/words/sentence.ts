/** A sentence with one part set off: what is set in bold, and what must stay on one line. */
export type Piece = string | { readonly strong: string } | { readonly keep: string }
export type Sentence = readonly Piece[]

/** As plain text, for a ticket, a title or a screen reader. */
export function plain(sentence: Sentence): string {
  return sentence
    .map((piece) => (typeof piece === 'string' ? piece : 'strong' in piece ? piece.strong : piece.keep))
    .join('')
}
