import { ApiError } from './failure'

/** The largest event that is read. etcd holds objects of up to 1.5 MB. */
const longestLine = 8 * 1024 * 1024

/**
 * Cuts a stream into lines, several at a time as they come. A last line without its end is dropped: the connection broke in the
 * middle of it. Throws an `ApiError` for a line of more than `most` bytes, which would otherwise fill the memory.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>, most = longestLine): AsyncGenerator<string[]> {
  let begun: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end)
      if (length + part.length > most) throw tooLong(most)
      lines.push(begun.length === 0 ? text(part) : text(Buffer.concat([...begun, part])))
      begun = []
      length = 0
      from = end + 1
    }
    if (from < chunk.length) {
      begun.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > most) throw tooLong(most)
    }
    if (lines.length > 0) yield lines
  }
}

const newline = 0x0a

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

function tooLong(most: number): ApiError {
  return new ApiError({ kind: 'unusable', message: `sent an event of more than ${most} bytes` })
}
