/** Pieces of a YAML line: what is a comment, what is a value, and the rest. */
export interface Piece {
  readonly look: 'comment' | 'value' | 'plain'
  readonly text: string
}

/** Nobody reads a longer line by its colours. */
const LONGEST = 500

/** Good enough to read by, for short configurations; what it does not know is plain. */
export function piecesOf(line: string): readonly Piece[] {
  if (line.length > LONGEST) return [{ look: 'plain', text: line }]
  const comment = commentStart(line)
  const body = line.slice(0, comment)
  const value = valueStart(body)
  const pieces: Piece[] = [
    { look: 'plain', text: body.slice(0, value) },
    { look: 'value', text: body.slice(value) },
    { look: 'comment', text: line.slice(comment) },
  ]
  return pieces.filter(({ text }) => text !== '')
}

/** A `#` begins a comment at the start of the line and after white space, which belongs to it, but not within quotes. */
function commentStart(line: string): number {
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (letter === '#' && at === 0) return 0
    if (letter === '#' && isSpace(line.charAt(at - 1))) return at - 1
    const isQuote = letter === '"' || letter === "'"
    const close = isQuote ? line.indexOf(letter, at + 1) : -1
    if (close !== -1) at = close
  }
  return line.length
}

/** Where the number, date or quoted text begins that follows a key; the end if there is none. */
function valueStart(body: string): number {
  const start = body.length - body.trimStart().length
  const key = body.startsWith('- ', start) ? start + 2 : start
  const colon = body.indexOf(':', key)
  const rest = body.slice(colon + 1)
  const blank = rest.length - rest.trimStart().length
  const hasKey = colon > key && /^[\w.-]+$/.test(body.slice(key, colon))
  return hasKey && blank > 0 && /^[\d"'-]/.test(rest.slice(blank)) ? colon + 1 + blank : body.length
}

function isSpace(letter: string): boolean {
  return letter.trim() === ''
}
