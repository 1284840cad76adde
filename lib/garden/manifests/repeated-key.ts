import { shortened } from '@/lib/engine/bounds'
import { afterSpace, afterText } from './split-json'

/** A key that stands in one object for the second time, and where. */
export interface RepeatedKey {
  readonly key: string
  readonly offset: number
}

/** As it is told, whichever form the text has. */
export const repeats = (key: string): string => `the key "${shortened(key)}" is there twice`

/**
 * The first key that is in one object of a JSON text twice: `JSON.parse` takes the last one without a word. `value` is what it made of
 * the text. Where that has as many keys as the text, none is lost, and there is nothing to look for: to count them takes less than a
 * tenth of what reading an object takes.
 */
export function repeatedKey(text: string, value: unknown): RepeatedKey | undefined {
  return keysIn(text) === keysOf(value) ? undefined : firstRepeated(text)
}

/** How many keys stand in a text. */
function keysIn(text: string): number {
  let keys = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = afterText(text, at) ?? text.length
    if (text[afterSpace(text, at)] === ':') keys++
  }
  return keys
}

/** How many keys all objects in a value have, however deep it is. */
function keysOf(value: unknown): number {
  let keys = 0
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Array.isArray(next) ? next : Object.values(next)
    if (inner !== next) keys += inner.length
    for (const one of inner) if (typeof one === 'object') open.push(one)
  }
  return keys
}

function firstRepeated(text: string): RepeatedKey | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') open.push(new Set())
    else if (text[at] === '}') open.pop()
    else if (text[at] === '"') {
      const end = afterText(text, at) ?? text.length
      if (text[afterSpace(text, end)] === ':') {
        const key: string = JSON.parse(text.slice(at, end))
        const keys = open.at(-1)
        if (keys?.has(key)) return { key, offset: at }
        keys?.add(key)
      }
      at = end - 1
    }
  }
  return undefined
}
