import { processWide } from './kept'

/** Functions that are told of something: who tells it knows none of them. */
export interface Subscribers<F> extends Iterable<F> {
  readonly add: (listener: F) => void
}

/** Those of one thing, once for the whole process, by its name: bundles hold copies of the module that tells it. */
export function subscribers<F>(name: string): Subscribers<F> {
  const all = () => processWide<F[]>(`subscribers of ${name}`, () => [])
  return { add: (listener) => void all().push(listener), [Symbol.iterator]: () => all().values() }
}
