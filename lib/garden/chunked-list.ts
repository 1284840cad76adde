/** How many items are in a chunk at first. It may grow to twice as many before it is split. */
const chunkSize = 256

/**
 * An immutable list for many items of which few change at a time: a change copies one chunk of some hundreds and the list of
 * chunks, whatever the length. A caller that holds the list of before keeps it as it is. Both lists hold the very same other
 * chunks, so what differs between them is found without a look into those.
 *
 * Items that are removed leave small chunks, which are not put together again. To remove many items, make a new list.
 */
export class ChunkedList<T> implements Iterable<T> {
  readonly length: number
  /** The position of the first item of each chunk. */
  private readonly starts: readonly number[]

  private constructor(private readonly chunks: readonly (readonly T[])[]) {
    const starts: number[] = []
    let length = 0
    for (const chunk of chunks) {
      starts.push(length)
      length += chunk.length
    }
    this.starts = starts
    this.length = length
  }

  static of<T>(items: readonly T[]): ChunkedList<T> {
    return new ChunkedList(chunksOf(items))
  }

  /** A list of chunks that the caller keeps, and passes again as long as nothing in them changes. */
  static ofChunks<T>(chunks: readonly (readonly T[])[]): ChunkedList<T> {
    return new ChunkedList(chunks.filter(({ length }) => length > 0))
  }

  at(position: number): T | undefined {
    const place = this.chunkAt(position)
    return this.chunks[place]?.[position - (this.starts[place] ?? 0)]
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    for (const chunk of this.chunks) yield* chunk
  }

  *entries(): Generator<[number, T], undefined> {
    let position = 0
    for (const chunk of this.chunks) for (const item of chunk) yield [position++, item]
  }

  /** Visits each item, for lists that are walked often: it takes a third of the time that `entries` takes. */
  forEach(visit: (item: T, position: number) => void): void {
    let position = 0
    for (const chunk of this.chunks) for (const item of chunk) visit(item, position++)
  }

  map<U>(made: (item: T, position: number) => U): U[] {
    const all: U[] = []
    for (const chunk of this.chunks) for (const item of chunk) all.push(made(item, all.length))
    return all
  }

  /** For items in order: the position of the first one that is not before what is looked for. */
  firstNot(isBefore: (item: T) => boolean): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const item = this.at(middle)
      if (item !== undefined && isBefore(item)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** A list with other items in place of one, or of none. Throws a RangeError for a place outside of it. */
  toSpliced(position: number, removed: 0 | 1, ...added: readonly T[]): ChunkedList<T> {
    if (position < 0 || position + removed > this.length) throw new RangeError(`no place ${position} of ${this.length}`)
    const place = this.chunkAt(position)
    const chunk = this.chunks[place]?.slice() ?? []
    chunk.splice(position - (this.starts[place] ?? 0), removed, ...added)
    const chunks = this.chunks.slice()
    chunks.splice(place, 1, ...(chunk.length > 2 * chunkSize ? chunksOf(chunk) : chunk.length > 0 ? [chunk] : []))
    return new ChunkedList(chunks)
  }

  /** The items of chunks that another list does not hold, in order: among them is whatever only this one has. */
  notIn({ chunks: others }: ChunkedList<T>): T[] {
    const { chunks } = this
    // One change is in the middle of what both begin and end with.
    const most = Math.min(chunks.length, others.length)
    let begin = 0
    while (begin < most && chunks[begin] === others[begin]) begin++
    let end = 0
    while (end < most - begin && chunks[chunks.length - 1 - end] === others[others.length - 1 - end]) end++
    const known = new Set(others.slice(begin, others.length - end))
    const items: T[] = []
    for (const chunk of chunks.slice(begin, chunks.length - end))
      if (!known.has(chunk)) for (const item of chunk) items.push(item)
    return items
  }

  /** The chunk that holds a position; the last one for what lies beyond. */
  private chunkAt(position: number): number {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }
}

function chunksOf<T>(items: readonly T[]): (readonly T[])[] {
  const chunks: (readonly T[])[] = []
  for (let begin = 0; begin < items.length; begin += chunkSize) chunks.push(items.slice(begin, begin + chunkSize))
  return chunks
}
