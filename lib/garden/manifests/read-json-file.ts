import { createHash } from 'node:crypto'
import { type JsonPlaces, jsonPlaces } from './json-text'
import { type Context, type Raw, type ReadPart, readRaws, takeApart } from './reading'
import { Locator, lineAt } from './yaml-text'

/** In longer texts only what is wrong gets a line; to find the line of every object would take as long as to read them. */
const mostWithLines = 32 * 1024 * 1024

/** Reads a JSON file object by object. Undefined: the text is no JSON. */
export function readJsonFile(text: string, context: Context): Iterable<ReadPart> | undefined {
  try {
    return parts(text, JSON.parse(text), context)
  } catch {
    return undefined
  }
}

function* parts(text: string, value: unknown, context: Context): Generator<ReadPart> {
  const fileHash = createHash('sha1').update('json\n').update(text).digest('base64').slice(0, 20)
  const places = new Places(text)
  let index = 0
  for (const raw of takeApart(value)) {
    const hash = `${fileHash}/${index++}`
    const known = context.known.parts.get(hash)
    const lineOf = (within: Raw['within'], path: string): number | undefined =>
      path === '' && text.length > mostWithLines ? undefined : places.line(within, path)
    yield { hash, line: 1, reading: known ?? readRaws([raw], { ...context, hash, lineOf }) }
  }
}

/** The part that says where a text stopped to be JSON. */
export function brokenJson(text: string): ReadPart {
  const { errorAt = 0 } = jsonPlaces(text)
  const rest = text.slice(errorAt)
  const endsInText = /^"(?:[^"\\\n]|\\.)*\\?$/.test(rest)
  const found = endsInText ? '' : rest.slice(0, 20).split(/\s/)[0]
  const reason = found ? `is not JSON from ${JSON.stringify(found)} on` : 'is not JSON: it ends too early'
  return { hash: 'broken', line: 1, reading: { items: [], faults: [{ line: lineAt(text, errorAt), reason }] } }
}

/** Lines in a JSON text. Asked in the order of the text, it counts each line once. */
class Places {
  private places: JsonPlaces | undefined
  private counted = { offset: 0, line: 1 }

  constructor(private readonly text: string) {}

  line(within: Raw['within'], path: string): number {
    const isInItems = within[0] === 'items'
    const index = isInItems ? within[1] : within[0]
    if (typeof index !== 'number') return new Locator(this.text).line(within, path)
    this.places ??= jsonPlaces(this.text)
    const [start, end] = this.places.items[index] ?? [0, 0]
    const first = this.lineAt(start)
    const rest = within.slice(isInItems ? 2 : 1)
    if (rest.length === 0 && path === '') return first
    return first + new Locator(this.text.slice(start, end)).line(rest, path) - 1
  }

  private lineAt(offset: number): number {
    if (offset < this.counted.offset) this.counted = { offset: 0, line: 1 }
    let { line } = this.counted
    for (let at = this.text.indexOf('\n', this.counted.offset); at !== -1 && at < offset; line++) {
      at = this.text.indexOf('\n', at + 1)
    }
    this.counted = { offset, line }
    return line
  }
}
