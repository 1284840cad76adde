import type { ReactNode } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { type AnswerSpan, inactiveText, spanOn, typeText } from '@/lib/words/new-cluster'
import styles from './new-cluster.module.css'

/** Why what is written is refused on a day, in the order in which a reader meets it. */
export function Refusals(props: {
  readonly answer: NewClusterAnswer
  readonly numbers: ReadonlyMap<number, Numbered>
  readonly dateText: string
}): ReactNode {
  const { answer, numbers, dateText } = props
  if (numbers.size === 0) return null
  return (
    <section aria-labelledby="refusals" className={styles.refusals}>
      <div className="section-head">
        <h2 id="refusals">Refusals, in the API server’s words</h2>
        <span className="faint">{dateText}, with a cluster named new</span>
      </div>
      <ol>
        {[...numbers].map(([place, { number, of, defaulted }]) => {
          const refusal = answer.refusals[place]
          if (refusal === undefined) return null
          return (
            <li key={place}>
              <span className={styles.number}>{number}</span>
              <div>
                <p>
                  <b>{[...of].join('; ')}</b>
                  {defaulted.size > 0 && <> Defaulted, then refused: {[...defaulted].join('; ')}.</>}
                  {!refusal.verbatim && <span className="faint"> In our words:</span>}
                </p>
                <blockquote className={styles.quote}>{refusal.text}</blockquote>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** A refusal of the day. */
export interface Numbered {
  readonly number: number
  /** What is written where it is the answer. */
  readonly of: Set<string>
  /** Why what was filled in is refused. */
  readonly defaulted: Set<string>
}

/** The refusals of the day by their place, numbered in the order in which a reader meets them. */
export function numbersOf(
  { images, types }: NewClusterAnswer,
  date: number,
  zone: Zone,
): ReadonlyMap<number, Numbered> {
  const numbers = new Map<number, Numbered>()
  const meet = (name: string, spans: readonly AnswerSpan[]) => {
    const span = spanOn(spans, date)
    if (span === undefined || span.refusal === null) return
    const known = numbers.get(span.refusal) ?? { number: numbers.size + 1, of: new Set(), defaulted: new Set() }
    const inactive = inactiveText(span, zone)
    known.of.add(inactive === '' ? name : `${name}, ${inactive}`)
    if (span.defaulted !== null) known.defaulted.add(span.defaulted)
    numbers.set(span.refusal, known)
  }
  for (const { image, version, spans } of images)
    meet([image ?? 'left empty', version].filter(Boolean).join(' '), spans)
  for (const type of types)
    for (const { image, spans } of type.cells) meet(`${image ?? 'left empty'} on ${typeText(type)}`, spans)
  return numbers
}
