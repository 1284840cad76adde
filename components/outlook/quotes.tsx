'use client'

import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button'
import styles from '../ui/parts.module.css'

interface QuotePlaces {
  readonly texts: readonly string[]
  /** The name of the place where they stand: `the forecast`. */
  readonly name: string
  readonly id: string
  /** The quote to which a link has led. */
  readonly asked: number | null
  readonly ask: (quote: number) => void
}

const NOWHERE: QuotePlaces = { texts: [], name: '', id: '', asked: null, ask: () => {} }
const QuotePlace = createContext(NOWHERE)

interface QuotesProps {
  /** What Gardener says, as far as the page tells it; of these the long ones are quoted once. */
  readonly texts: readonly (string | null | undefined)[]
  /** The name of that place: `the forecast`. */
  readonly place: string
  readonly children: ReactNode
}

/** A page that quotes each of Gardener's long texts once, by a `Quote`; a `Told` in it refers to that. */
export function Quotes({ texts, place, children }: QuotesProps): ReactNode {
  const id = useId()
  const [asked, ask] = useState<number | null>(null)
  return (
    <QuotePlace.Provider value={{ texts: longTexts(texts), name: place, id, asked, ask }}>
      {children}
    </QuotePlace.Provider>
  )
}

/** The one place of a page where it quotes a text. */
export function Quote({ text }: { readonly text: string }): ReactNode {
  const { texts, id, asked } = useContext(QuotePlace)
  const quote = texts.indexOf(text)
  if (quote < 0) return <LongText>{text}</LongText>
  return (
    <LongText id={`${id}${quote}`} isAsked={asked === quote}>
      {text}
    </LongText>
  )
}

interface ToldProps {
  readonly text: string
  /** A sentence of ours, in which Gardener may be quoted: such are read as a whole. */
  readonly isOurs?: boolean
  /** The quote stands above it in the same table. */
  readonly isBelow?: boolean
}

/** Our longest sentence is shorter. */
const LONGEST = 400

/** A text that may hold what the page quotes: a link stands for that. */
export function Told({ text, isOurs = false, isBelow = false }: ToldProps): ReactNode {
  const { texts, name, id, ask } = useContext(QuotePlace)
  const pieces = textPieces(text, texts)
  if (!pieces.some(isQuote)) return isOurs && text.length < LONGEST ? text : <LongText>{text}</LongText>
  return pieces.map((piece, i) =>
    isQuote(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
      <a key={i} className="link" href={`#${id}${piece.quote}`} onClick={() => ask(piece.quote)}>
        {isBelow ? 'the same as above' : `the reason told in ${name}`}
      </a>
    ) : (
      piece.text
    ),
  )
}

function isQuote(piece: TextPiece): piece is Extract<TextPiece, { quote: number }> {
  return 'quote' in piece
}

/**
 * Gardener's errors run to hundreds of characters, and it says one of them in several places: of a part, of the whole maintenance, with
 * the name of the pool before it. A page quotes such a text once; elsewhere a piece of it is told as being that text.
 */

/** Shorter texts are said again wherever they belong: to follow a link costs more than to read them. */
const LONG = 100

/** An error names what it is about first, part by part. The last parts alone may be quoted; how many of them are looked for. */
const MOST_PARTS = 20

type TextPiece = { readonly text: string } | { readonly quote: number }

/** The texts that a page quotes once, in their order. */
export function longTexts(texts: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text): text is string => text != null && text.length >= LONG))]
}

/** What a text says of its own, and which of the `quotes`, by its number, stand in it or hold it. */
export function textPieces(text: string, quotes: readonly string[]): readonly TextPiece[] {
  if (text.length < LONG) return [{ text }]
  const whole = quotes.findIndex((quote) => quote.includes(text))
  if (whole >= 0) return [{ quote: whole }]
  for (const [quote, said] of quotes.entries()) {
    const part = tailsOf(said).find((tail) => text.includes(tail))
    if (part === undefined) continue
    return text
      .split(part)
      .flatMap((between, i): TextPiece[] => [
        ...(i === 0 ? [] : [{ quote }]),
        ...(between === '' ? [] : textPieces(between, quotes)),
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

interface LongTextProps {
  /** The id to which links lead that refer to it. */
  readonly id?: string
  /** Whether the user was led to it, and wants to read all of it. */
  readonly isAsked?: boolean
  readonly children: ReactNode
}

/** A text of others, of any length: three lines of it, and all of it on request. */
function LongText({ id, isAsked = false, children }: LongTextProps): ReactNode {
  const text = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isWhole = isOpen || isAsked
  useEffect(() => {
    const element = text.current
    if (element === null || isWhole) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole])
  return (
    <span id={id} className={styles.long} tabIndex={id === undefined ? undefined : -1}>
      <span ref={text} className={isWhole ? undefined : styles.cut}>
        {children}
      </span>
      {isCut && !isAsked ? (
        <Button look="quiet" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </span>
  )
}
