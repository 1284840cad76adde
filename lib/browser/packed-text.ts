/**
 * Longer texts in an address: deflated, then in the letters that need no escape there. The first letter tells the form, so
 * that links of today can be read by what is built tomorrow.
 */

const FORM = '1'

/** What may be unpacked, in bytes: an address can be made by anybody, and a few letters can unfold to very much. */
const LIMIT = 512 * 1024

/** Nearly any text shrinks to a quarter or less. Works in browsers and in Node. */
export async function packText(text: string): Promise<string> {
  const bytes = await collect(through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')), Infinity)
  return FORM + toLetters(bytes ?? new Uint8Array())
}

/** The text again; null when it is none that `packText` made, or longer than half a megabyte. */
export async function unpackText(packed: string): Promise<string | null> {
  const bytes = packed.startsWith(FORM) ? fromLetters(packed.slice(FORM.length)) : null
  if (bytes === null) return null
  try {
    const plain = await collect(through(bytes, new DecompressionStream('deflate-raw')), LIMIT)
    return plain === null ? null : new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return null
  }
}

/** What was packed as JSON; null where it is none, undefined when it is nothing that `packText` made. */
export async function unpackJson(packed: string): Promise<unknown> {
  const text = await unpackText(packed)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) {
  const writer = transform.writable.getWriter()
  // What is wrong with the bytes is told by the readable side as well.
  writer.write(bytes).catch(() => {})
  writer.close().catch(() => {})
  return transform.readable
}

/** Null when there are more than `limit` bytes; reading stops there. */
async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | null> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

function toLetters(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(letters)) return null
  try {
    return Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
