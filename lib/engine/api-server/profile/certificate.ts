/**
 * Whether a text is a certificate as Gardener takes it for a bundle: its first PEM block that can be read, whatever stands before and
 * after it, must be a certificate. Of the certificate its structure is looked at (RFC 5280, 4.1), not its signature nor its key.
 */
export function isCertificate(text: string): boolean {
  const block = firstBlock(text)
  return block !== null && block.label === 'CERTIFICATE' && isX509(block.bytes)
}

interface PemBlock {
  readonly label: string
  readonly bytes: Uint8Array
}

const BEGIN = '-----BEGIN '
const END = '\n-----END '

/** The first block as Go's library finds it: up to the first end, from the last beginning before it. What is no block is skipped. */
function firstBlock(text: string): PemBlock | null {
  let from = 0
  for (;;) {
    const end = text.indexOf(END, from)
    if (end === -1) return null
    const begin = text.lastIndexOf(BEGIN, end)
    const isWithin = begin >= from && (begin === 0 || text[begin - 1] === '\n')
    const block = isWithin ? blockAt(text, begin, end) : null
    if (block !== null) return block
    from = end + END.length
  }
}

function blockAt(text: string, begin: number, end: number): PemBlock | null {
  const [first = '', ...lines] = text.slice(begin, end).split('\n')
  const head = first.trimEnd()
  if (!head.endsWith('-----') || head.length < BEGIN.length + 5) return null
  const label = head.slice(BEGIN.length, -5)
  const [last = ''] = text.slice(end + END.length).split('\n', 1)
  if (last.trimEnd() !== `${label}-----`) return null
  const body = lines.findIndex((line) => !line.includes(':'))
  const bytes = fromBase64((body === -1 ? [] : lines.slice(body)).join('').replace(/[ \t\r]/g, ''))
  return bytes === null ? null : { label, bytes }
}

function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

const SEQUENCE = 0x30
const INTEGER = 0x02
const BIT_STRING = 0x03
const TIMES: readonly number[] = [0x17, 0x18]
const VERSION = 0xa0
/** Identifiers of issuer and subject, and the extensions: each at most once, in this order. */
const OPTIONAL: readonly (readonly number[])[] = [[0x81, 0xa1], [0x82, 0xa2], [0xa3]]

interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
}

function isX509(bytes: Uint8Array): boolean {
  const [outer, ...others] = elementsOf(bytes) ?? []
  if (outer?.tag !== SEQUENCE || others.length > 0) return false
  const [signed, algorithm, signature, ...more] = elementsOf(outer.content) ?? []
  if (signed?.tag !== SEQUENCE || algorithm?.tag !== SEQUENCE || signature?.tag !== BIT_STRING) return false
  return more.length === 0 && isSigned(elementsOf(signed.content) ?? [])
}

/** What is signed: version, number, algorithm, issuer, validity, subject, key, and what may follow. */
function isSigned(elements: readonly DerElement[]): boolean {
  const rest = elements[0]?.tag === VERSION ? elements.slice(1) : elements
  const [number, algorithm, issuer, validity, subject, key, ...more] = rest
  const sequences = [algorithm, issuer, validity, subject, key]
  if (number?.tag !== INTEGER || !sequences.every((element) => element?.tag === SEQUENCE)) return false
  const times = elementsOf(validity?.content ?? new Uint8Array()) ?? []
  if (times.length !== 2 || !times.every(({ tag }) => TIMES.includes(tag))) return false
  let from = 0
  for (const { tag } of more) {
    const place = OPTIONAL.findIndex((tags, i) => i >= from && tags.includes(tag))
    if (place === -1) return false
    from = place + 1
  }
  return true
}

/** Null: they do not fill the bytes, or a length is not written in its shortest form. */
function elementsOf(bytes: Uint8Array): readonly DerElement[] | null {
  const elements: DerElement[] = []
  let at = 0
  while (at < bytes.length) {
    const [tag, first] = [bytes[at], bytes[at + 1]]
    if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
    at += 2
    let length = first
    if (first >= 0x80) {
      const count = first & 0x7f
      if (count === 0 || count > 4 || at + count > bytes.length) return null
      length = 0
      for (let i = 0; i < count; i++) length = length * 256 + (bytes[at + i] ?? 0)
      if (length < 0x80 || bytes[at] === 0) return null
      at += count
    }
    if (at + length > bytes.length) return null
    elements.push({ tag, content: bytes.subarray(at, at + length) })
    at += length
  }
  return elements
}
