/** Where an item of a list begins and ends in the text. */
export type Span = readonly [start: number, end: number]

/**
 * Finds the items of the list that a text is, or of its `items`, by brackets and quotes alone, one after the other. Returns where all
 * of them stand, from bracket to bracket; undefined: there is no such list. Where the text without them and each item is JSON, so is the
 * text, and nowhere else.
 */
export function* splitJson(text: string): Generator<Span, Span | undefined> {
  const start = listAt(text)
  if (start === undefined) return undefined
  let at = afterSpace(text, start + 1)
  while (text[at] !== ']') {
    const end = afterValue(text, at)
    if (end === undefined) return undefined
    yield [at, end]
    at = afterSpace(text, end)
    // Behind a comma comes another item: the text of one that is missing is empty, and no JSON.
    if (text[at] === ',') at = afterSpace(text, at + 1)
    else if (text[at] !== ']') return undefined
    else break
    if (text[at] === ']') return undefined
  }
  return [start + 1, at]
}

/** Of the bracket that opens the list. */
function listAt(text: string): number | undefined {
  let at = afterSpace(text, 0)
  if (text[at] === '[') return at
  if (text[at] !== '{') return undefined
  for (at = afterSpace(text, at + 1); text[at] === '"'; at = afterSpace(text, at + 1)) {
    const end = afterText(text, at)
    if (end === undefined) return undefined
    const colon = afterSpace(text, end)
    const value = afterSpace(text, colon + 1)
    if (text.slice(at, end) === '"items"' && text[value] === '[') return value
    const next = text[colon] === ':' ? afterValue(text, value) : undefined
    if (next === undefined) return undefined
    at = afterSpace(text, next)
    if (text[at] !== ',') return undefined
  }
  return undefined
}

export function afterSpace(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
    code = text.charCodeAt(++at)
  }
  return at
}

/** Behind a text in quotes that begins here; undefined if it does not end. */
export function afterText(text: string, from: number): number | undefined {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end
    while (text[slash - 1] === '\\') slash--
    if ((end - slash) % 2 === 0) return end + 1
  }
  return undefined
}

/** Behind the value that begins here, whichever it is. */
function afterValue(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const end = afterText(text, at)
      if (end === undefined) return undefined
      if (depth === 0) return end
      at = end - 1
    } else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (code === 44 || code <= 32)) return at
  }
  return undefined
}
