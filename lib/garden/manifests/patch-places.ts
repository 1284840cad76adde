import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'

/** The positions of the parts of a YAML document in its text: offsets, ends without what the library counts in, lines and columns. */

export type MapNode = YAMLMap<Node, Node | null>
export type YamlEntry = Pair<Node, Node | null>

/** The change would take more than a few lines here and there. */
export class CannotPatch extends Error {
  override readonly name = 'CannotPatch'
}

/** Bundles hold copies of every module, so `instanceof` would miss some. */
export function isCannotPatch(error: unknown): error is CannotPatch {
  return error instanceof Error && error.name === 'CannotPatch'
}

export function entryKey({ key }: YamlEntry): string {
  if (!isScalar(key)) throw new CannotPatch()
  return String(key.value)
}

export function isEntry(item: Node | YamlEntry): item is YamlEntry {
  return 'key' in item && 'value' in item && !('range' in item)
}

export function startOfItem(item: Node | YamlEntry): number {
  const start = (isEntry(item) ? item.key : item).range?.[0]
  if (start === undefined) throw new CannotPatch()
  return start
}

export function endOfKey({ key }: YamlEntry): number {
  const end = key.range?.[1]
  if (end === undefined) throw new CannotPatch()
  return end
}

/** The end of an item, without the comments that follow, which the library counts in. */
export function endOf(item: Node | YamlEntry): number {
  if (isEntry(item))
    return item.value?.range && item.value.range[1] > item.value.range[0] ? endOf(item.value) : colonEnd(item)
  if ((isMap(item) || isSeq(item)) && !item.flow) {
    const last = (item as MapNode | YAMLSeq<Node>).items.at(-1)
    if (last !== undefined) return endOf(last)
  }
  const end = item.range?.[1]
  if (end === undefined) throw new CannotPatch()
  return end
}

export function collectionEnd(collection: MapNode | YAMLSeq<Node>): number {
  return collection.range?.[1] ?? 0
}

export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/.test(text[at - 1] ?? '')) at--
  return at
}

export function colonEnd(pair: YamlEntry): number {
  const sep = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind')
  if (sep === undefined) throw new CannotPatch()
  return sep.offset + sep.source.length
}

export function dashOf(seq: YAMLSeq<Node> | MapNode, index: number): number {
  const token = seq.srcToken
  const item = token !== undefined && 'items' in token ? token.items[index] : undefined
  const dash = item?.start.find(({ type }) => type === 'seq-item-ind')
  if (dash === undefined) throw new CannotPatch()
  return dash.offset
}

/** The position at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** Behind the line break of the line in which something ends. */
export function lineEnd(text: string, end: number): number {
  if (end > 0 && text[end - 1] === '\n') return end
  const at = text.indexOf('\n', end)
  return at === -1 ? text.length : at + 1
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

/** The position at which the value of an entry begins or, if there is none, at which its colon ends. */
export function valueStart(pair: YamlEntry): number {
  const { value } = pair
  return value?.range && value.range[1] > value.range[0] ? value.range[0] : colonEnd(pair)
}
