import { createHash, hkdfSync } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { oncePer } from '@/lib/process/kept'

/** What a sealed text is for: one that was sealed for something else is not opened. */
export type Purpose = 'session' | 'flow' | 'notice'

interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

/** Of what is sealed, in bytes before it is packed: no text that was sealed here is longer. */
const longest = 64 * 1024

/** AES-256-GCM keys, one for each secret and purpose. A secret of any length gives all the bytes of a key (HKDF). */
const keysOf = oncePer((secrets: readonly string[]) => {
  const purposes: readonly Purpose[] = ['session', 'flow', 'notice']
  return new Map(purposes.map((purpose) => [purpose, secrets.map((secret) => keyFor(secret, purpose))]))
})

function keyFor(secret: string, purpose: Purpose): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `almanac ${purpose}`, 32))
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 6), bytes }
}

/** Encrypts a text so that only this program can read or change it (a compact JWE), with the first of the secrets. */
export async function seal(secrets: readonly string[], purpose: Purpose, text: string): Promise<string> {
  const key = keysOf(secrets).get(purpose)?.[0]
  if (key === undefined) throw new Error('There is no secret to seal with.')
  return new CompactEncrypt(deflateRawSync(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
    .encrypt(key.bytes)
}

/** The text that was sealed with any of the secrets; null for what was not, or was changed since. */
export async function unseal(secrets: readonly string[], purpose: Purpose, sealed: string): Promise<string | null> {
  const keys = keysOf(secrets).get(purpose) ?? []
  try {
    const { plaintext } = await compactDecrypt(
      sealed,
      ({ kid }) => {
        const key = keys.find(({ id }) => id === kid)
        if (key === undefined) throw new Error('It was sealed with another key.')
        return key.bytes
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    )
    return inflateRawSync(plaintext, { maxOutputLength: longest }).toString('utf8')
  } catch {
    return null
  }
}
