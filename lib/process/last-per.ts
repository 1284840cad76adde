import { LRUCache } from 'lru-cache'
import { oncePerProcess } from './kept'
import { forEverybody } from './on-behalf'

/** What is computed of a landscape, or of what else lives for a while, for each that is asked of it. */
interface LastPer<K extends object, Q, V> {
  of(key: K, asked: Q): Promise<V>
  /** What was asked of it, as far as the answers are kept. */
  asked(key: K): readonly Q[]
}

/**
 * `oncePerProcess` for several questions about it: the answers to the last `most` of them are kept, and each is computed for all who ask.
 * What failed is computed anew. `textOf` is the same for questions that have one answer.
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
