/**
 * Gardener's errors run to hundreds of characters, and it says one of them in several places: of a part, of the whole maintenance, with
 * the name of the pool before it. A page quotes such a text once; elsewhere a piece of it is told as being that text.
 */

/** Shorter texts are said again wherever they belong: to follow a link costs more than to read them. */
const LONG = 100

/** An error names what it is about first, part by part. The last parts alone may be quoted; how many of them are looked for. */
const MOST_PARTS = 20

export type Piece = { readonly text: string } | { readonly quote: number }

/** The texts that a page quotes once, in their order. */
export function longTexts(texts: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text): text is string => text != null && text.length >= LONG))]
}

/** What a text says of its own, and which of the `quotes`, by its number, stand in it or hold it. */
export function piecesOf(text: string, quotes: readonly string[]): readonly Piece[] {
  if (text.length < LONG) return [{ text }]
  const whole = quotes.findIndex((quote) => quote.includes(text))
  if (whole >= 0) return [{ quote: whole }]
  for (const [quote, said] of quotes.entries()) {
    const part = tailsOf(said).find((tail) => text.includes(tail))
    if (part === undefined) continue
    return text
      .split(part)
      .flatMap((between, i): Piece[] => [
        ...(i === 0 ? [] : [{ quote }]),
        ...(between === '' ? [] : piecesOf(between, quotes)),
      ])
  }
  return [{ text }]
}

/** A quote, and what is left of it without its first parts, as long as that is long. */
function tailsOf(quote: string): readonly string[] {
  const tails: string[] = []
  for (let from = 0; tails.length < MOST_PARTS && quote.length - from >= LONG; ) {
    tails.push(quote.slice(from))
    const end = quote.indexOf(': ', from)
    if (end < 0) break
    from = end + 2
  }
  return tails
}
