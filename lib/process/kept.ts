import { LRUCache } from 'lru-cache'
import { onceIn, oncePer } from '@/lib/engine/once'

/** What is kept as long as the process lives, or as long as something else does. */

/** What the process has once, by name: bundles hold copies of every module, so it is kept on `globalThis`. */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`almanac.${name}`)
  const global: typeof globalThis & { [key: symbol]: unknown } = globalThis
  global[key] ??= make()
  return global[key] as T
}

/**
 * The name of `methodsOf` in `lib/questions/routes.ts`, for proxy.ts: with all routes in its bundle too, there would be so many modules
 * that their ids are longer on every page.
 */
export const METHODS = 'methods'

/**
 * `oncePer` for the whole process, by name: for what takes long to make of a whole landscape, which pages and routes would make
 * once each, as both bundles hold this module. In development each keeps its own: what was made before a change of the code is
 * not shown after it.
 */
export function oncePerProcess<K extends object, V>(name: string, make: (key: K) => V): (key: K) => V {
  if (process.env.NODE_ENV === 'development') return oncePer(make)
  return onceIn(
    processWide(`once per ${name}`, () => new WeakMap()),
    make,
  )
}

/** What is computed of a landscape, or of what else lives for a while, for each that is asked of it. */
export interface LastPer<K extends object, Q, V> {
  of(key: K, asked: Q): V
  /** What was asked of it, as far as the answers are kept. */
  asked(key: K): readonly Q[]
}

/**
 * The same for several questions about it: the answers to the last `most` of them are kept. `textOf` is the same for questions that have one
 * answer.
 */
export function lastPer<K extends object, Q, V extends object>(
  name: string,
  most: number,
  { textOf, make }: { readonly textOf: (asked: Q) => string; readonly make: (key: K, asked: Q) => V },
): LastPer<K, Q, V> {
  const answersOf = oncePerProcess(name, (_: K) => new LRUCache<string, { asked: Q; answer: V }>({ max: most }))
  return {
    of: (key, asked) => {
      const text = textOf(asked)
      const known = answersOf(key).get(text) ?? { asked, answer: make(key, asked) }
      answersOf(key).set(text, known)
      return known.answer
    },
    asked: (key) => Array.from(answersOf(key).values(), ({ asked }) => asked),
  }
}
