/** Pieces of a YAML line: what is a comment, what is a value, and the rest. */
export interface Piece {
  readonly look: 'comment' | 'value' | 'plain'
  readonly text: string
}

/** Good enough to read by, for short configurations; what it does not know is plain. */
export function piecesOf(line: string): readonly Piece[] {
  const [, body = '', comment = ''] = /^((?:"[^"]*"|'[^']*'|(?<!\s)#|[^#])*?)(\s#.*|^#.*)?$/.exec(line) ?? [
    '',
    line,
    '',
  ]
  const [, key = '', value = ''] = /^(\s*(?:- )?[\w.-]+:\s+)(\S.*)$/.exec(body) ?? ['', body, '']
  const pieces: Piece[] = [
    { look: 'plain', text: key },
    { look: /^[\d"'-]/.test(value) ? 'value' : 'plain', text: value },
    { look: 'comment', text: comment },
  ]
  return pieces.filter(({ text }) => text !== '')
}
