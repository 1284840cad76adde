import { LRUCache } from 'lru-cache'
import { oncePerProcess } from './kept'
import { forEverybody } from './on-behalf'

/** Answers to questions about a landscape, or about another object that lives for a while. */
interface LastPer<K extends object, Q, V> {
  of(key: K, asked: Q): Promise<V>
  /** The questions whose answers are kept. */
  asked(key: K): readonly Q[]
}

/**
 * `oncePerProcess` for several questions about each object: the answers to the last `most` questions are kept, and clients that ask the
 * same share one computation. What failed is computed again. `textOf` gives the same text for questions that have the same answer.
 */
export function lastPer<K extends object, Q, V>(
  name: string,
  most: number,
  { textOf, make }: { readonly textOf: (asked: Q) => string; readonly make: (key: K, asked: Q) => Promise<V> },
): LastPer<K, Q, V> {
  const answersOf = oncePerProcess(
    name,
    (_: K) => new LRUCache<string, { asked: Q; answer: Promise<V> }>({ max: most }),
  )
  return {
    of: (key, asked) => {
      const answers = answersOf(key)
      const text = textOf(asked)
      const known = answers.get(text)
      if (known !== undefined) return known.answer
      const answer = forEverybody(() => make(key, asked))
      answers.set(text, { asked, answer })
      answer.catch(() => answers.delete(text))
      return answer
    },
    asked: (key) => Array.from(answersOf(key).values(), ({ asked }) => asked),
  }
}
