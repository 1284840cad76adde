'use client'

import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { longTexts, type Piece, piecesOf } from '@/lib/words/quotes'
import { LongText } from '../ui/long-text'

interface Place {
  readonly texts: readonly string[]
  /** Where they stand: `the forecast`. */
  readonly name: string
  readonly id: string
  /** To which a link has led. */
  readonly asked: number | null
  readonly ask: (quote: number) => void
}

const NOWHERE: Place = { texts: [], name: '', id: '', asked: null, ask: () => {} }
const QuotePlace = createContext(NOWHERE)

interface QuotesProps {
  /** What Gardener says, as far as the page tells it; of these the long ones are quoted once. */
  readonly texts: readonly (string | null | undefined)[]
  /** Where that is: `the forecast`. */
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
}

/** Our longest sentence is shorter. */
const LONGEST = 400

/** A text that may hold what the page quotes: a link stands for that. */
export function Told({ text, isOurs = false }: ToldProps): ReactNode {
  const { texts, name, id, ask } = useContext(QuotePlace)
  const pieces = piecesOf(text, texts)
  if (!pieces.some(isQuote)) return isOurs && text.length < LONGEST ? text : <LongText>{text}</LongText>
  return pieces.map((piece, i) =>
    isQuote(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
      <a key={i} className="link" href={`#${id}${piece.quote}`} onClick={() => ask(piece.quote)}>
        the same reason as in {name}
      </a>
    ) : (
      piece.text
    ),
  )
}

function isQuote(piece: Piece): piece is Extract<Piece, { quote: number }> {
  return 'quote' in piece
}
