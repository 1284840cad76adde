import { isUtf8 } from 'node:buffer'

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** What it is instead, without a full stop at the end. */
  | { readonly kind: 'none'; readonly reason: string }

/** The text in a file. What is no UTF-8 is named, with what to do about it: read as if it were, it would be an empty garden. */
export function textIn(bytes: Buffer): FileText {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return { kind: 'none', reason: UTF_16 }
  if (bytes.includes(0))
    return { kind: 'none', reason: 'is no text: it has zero bytes, as binary files and UTF-16 have' }
  if (!isUtf8(bytes)) return { kind: 'none', reason: 'is no text in UTF-8' }
  return { kind: 'text', text: bytes.toString('utf8') }
}

const UTF_16 =
  'is text in UTF-16, as PowerShell writes it with ">"; only UTF-8 can be read. Write it with "| Out-File -Encoding utf8" instead, or convert it with "iconv -f UTF-16 -t UTF-8"'

/** Why a text without any object of ours has none, without a full stop at the end. */
export function hollowReason(text: string): string {
  if (text.trim() === '') return 'is empty'
  const isSilent = text.split('\n').every((line) => /^(?:---)?$/.test((line.split('#', 1)[0] ?? '').trim()))
  return isSilent ? 'holds nothing but comments' : 'holds no CloudProfile, NamespacedCloudProfile, Project or Shoot'
}
