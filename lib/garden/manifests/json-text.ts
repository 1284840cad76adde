/**
 * Where things are in a JSON text. `JSON.parse` is fast but does not always say where it failed, and never where an object
 * began; this is asked only when there is something to complain about.
 */
export interface JsonPlaces {
  /** Offset at which the text stops to be JSON; absent if all of it is. */
  readonly errorAt?: number
  /** Offset and end of each element of the top-level array, or of the top-level object's `items`. */
  readonly items: readonly (readonly [start: number, end: number])[]
}

const token =
  /[ \t\r\n]*(?:([[\]{},:])|("[^"\\\n\r]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\n\r]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y

interface Open {
  readonly close: '}' | ']'
  /** What may come next. */
  expects: 'value or end' | 'value' | 'key or end' | 'key' | 'colon' | 'comma or end'
  /** The last key was `items`. */
  atItems: boolean
  /** Its elements are wanted. */
  readonly wanted: boolean
}

export function jsonPlaces(text: string): JsonPlaces {
  const items: [number, number][] = []
  const open: Open[] = []
  let itemStart = 0
  let done = false
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const closed = (end: number): void => {
    const parent = open.at(-1)
    if (!parent) done = true
    else {
      parent.expects = 'comma or end'
      if (parent.wanted) items.push([itemStart, end])
    }
  }
  for (;;) {
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) {
      const rest = /\S/.exec(text.slice(at))
      const errorAt = rest ? at + rest.index : text.length
      return done && !rest ? { items } : { errorAt, items }
    }
    const end = token.lastIndex
    const [whole, mark, quoted] = match
    const start = end - whole.trimStart().length
    const parent = open.at(-1)
    const isEnd = mark === '}' || mark === ']'
    if (done) return { errorAt: start, items }
    if (parent && isEnd) {
      if (parent.close !== mark || !/end$/.test(parent.expects)) return { errorAt: start, items }
      open.pop()
      closed(end)
    } else if (parent?.expects === 'colon' ? mark === ':' : mark === ':') {
      if (parent?.expects !== 'colon') return { errorAt: start, items }
      parent.expects = 'value'
    } else if (mark === ',') {
      if (parent?.expects !== 'comma or end') return { errorAt: start, items }
      parent.expects = parent.close === '}' ? 'key' : 'value'
    } else if (parent?.expects === 'key' || parent?.expects === 'key or end') {
      if (quoted === undefined) return { errorAt: start, items }
      parent.atItems = quoted === '"items"'
      parent.expects = 'colon'
    } else if (!parent || parent.expects === 'value' || parent.expects === 'value or end') {
      if (isEnd) return { errorAt: start, items }
      if (parent?.wanted) itemStart = start
      if (mark === '{') open.push({ close: '}', expects: 'key or end', atItems: false, wanted: false })
      else if (mark === '[') {
        const wanted = open.length === 0 || (open.length === 1 && parent?.atItems === true)
        open.push({ close: ']', expects: 'value or end', atItems: false, wanted })
      } else closed(end)
    } else return { errorAt: start, items }
    at = end
  }
}
