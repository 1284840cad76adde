/**
 * Longer texts in an address: deflated, then in the letters that need no escape there. The first letter tells the form, so
 * that links of today can be read by what is built tomorrow.
 */

const FORM = '1'

/** What may be unpacked, in bytes: an address can be made by any client, and a few letters can unfold to very much. */
const LIMIT = 512 * 1024

/** Nearly any text shrinks to a quarter or less. Works in browsers and in Node. */
export async function packText(text: string): Promise<string> {
  return FORM + toLetters(await through(text, new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY))
}

/** The text again; null when it is none that `packText` made, or longer than half a megabyte. */
export async function unpackText(packed: string): Promise<string | null> {
  const bytes = packed.startsWith(FORM) ? fromLetters(packed.slice(FORM.length)) : null
  if (bytes === null) return null
  try {
    const plain = await through(bytes, new DecompressionStream('deflate-raw'), LIMIT)
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
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

/** Rejects where the bytes are damaged, or become more than `limit`: reading stops there. */
async function through(
  from: BlobPart,
  transform: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array> {
  let length = 0
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      length += chunk.length
      if (length > limit) controller.error(new Error('It is too long.'))
      else controller.enqueue(chunk)
    },
  })
  const stream = new Blob([from]).stream().pipeThrough(transform).pipeThrough(bounded)
  return new Uint8Array(await new Response(stream).arrayBuffer())
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
