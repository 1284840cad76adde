import { createHash, hkdfSync } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { z } from 'zod'
import { BASE_PATH } from '@/lib/contract/base-path'
import { signInNotice } from '@/lib/contract/sign-in'
import { isSecure } from '../origin'

/** Browsers refuse cookies of more than 4096 bytes, name included; what is left is for the name. */
const longestPart = 3900
/** How many cookies one text may be split into: Node refuses requests whose headers together exceed 16 KB. */
const mostParts = 3

/**
 * The name of a cookie of ours. By https a browser takes one of this prefix only from this very host, so that a sibling subdomain
 * cannot slip in what it made; such a cookie is for all paths, so below a path of ours another prefix says only that it came by https.
 */
function cookieName(name: string, secure: boolean): string {
  const prefix = BASE_PATH === '' ? '__Host-' : '__Secure-'
  return `${secure ? prefix : ''}almanac-${name}`
}

/** Everything a Cookie header says, the first value of each name. */
export function readCookies(header: string | null): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = pair.slice(0, equals).trim()
    if (!cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}

/** A value that may have been split: `name`, then `name.1`, `name.2`. Undefined: there is none. */
function joinedCookie(cookies: ReadonlyMap<string, string>, name: string): string | undefined {
  const parts = partNames(name).map((part) => cookies.get(part))
  const end = parts.indexOf(undefined)
  return end === 0 ? undefined : parts.slice(0, end < 0 ? mostParts : end).join('')
}

/**
 * The values by the names that hold them, in parts where one cookie does not suffice; names that are left over have the value ''.
 * Null: it is longer than browsers and servers take.
 */
function splitCookie(name: string, value: string): ReadonlyMap<string, string> | null {
  if (value.length > longestPart * mostParts) return null
  return new Map(
    partNames(name).map((part, place) => [part, value.slice(place * longestPart, (place + 1) * longestPart)]),
  )
}

/** A Cookie header with other values for some names; those without a value are left out. */
export function replaceCookies(header: string | null, parts: ReadonlyMap<string, string>): string {
  const kept = [...readCookies(header)].filter(([name]) => !parts.has(name))
  return [...kept, ...[...parts].filter(([, value]) => value !== '')]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

function partNames(name: string): readonly string[] {
  return Array.from({ length: mostParts }, (_, place) => (place === 0 ? name : `${name}.${place}`))
}

/** The headers of a request: what its browser keeps, and how it reaches us. */
export type CookieHeaders = Pick<Headers, 'get'>

/** One value that browsers keep for us, encrypted; `suffix` tells several for one purpose apart. */
export class SealedCookie<S extends z.ZodType> {
  constructor(
    private readonly purpose: SealPurpose,
    private readonly schema: S,
    /** How long it lasts, in seconds; absent: until the browser is closed. */
    private readonly maxAge?: number,
  ) {}

  /** Whether there is one, whatever is in it. */
  isIn(headers: CookieHeaders): boolean {
    return readCookies(headers.get('cookie')).has(this.nameFor(headers, ''))
  }

  /** What was set before; null for nothing, for what was forged, and for what a secret sealed that no longer counts. */
  async read(headers: CookieHeaders, secrets: readonly string[], suffix = ''): Promise<z.output<S> | null> {
    const sealed = joinedCookie(readCookies(headers.get('cookie')), this.nameFor(headers, suffix))
    const text = sealed === undefined ? null : await unseal(secrets, this.purpose, sealed)
    return text === null ? null : (this.schema.safeParse(JSON.parse(text)).data ?? null)
  }

  /** The cookies that hold a value, by name; null: it is longer than browsers keep. */
  async parts(headers: CookieHeaders, secrets: readonly string[], value: z.output<S>, suffix = '') {
    return splitCookie(this.nameFor(headers, suffix), await seal(secrets, this.purpose, JSON.stringify(value)))
  }

  /** Set-Cookie headers for such cookies; one without a value is taken away. */
  set(headers: CookieHeaders, parts: ReadonlyMap<string, string>): string[] {
    const secure = isSecure(headers) ? '; Secure' : ''
    return [...parts].map(([name, value]) => {
      const life = value === '' ? '; Max-Age=0' : this.maxAge === undefined ? '' : `; Max-Age=${this.maxAge}`
      return `${name}=${value}; Path=${BASE_PATH || '/'}; HttpOnly; SameSite=Lax${secure}${life}`
    })
  }

  /** Set-Cookie headers that take a value away. */
  clear(headers: CookieHeaders, suffix = ''): string[] {
    return this.set(headers, splitCookie(this.nameFor(headers, suffix), '') ?? new Map())
  }

  private nameFor(headers: CookieHeaders, suffix: string): string {
    return cookieName(`${this.purpose}${suffix}`, isSecure(headers))
  }
}

/** What a sealed text is for: one that was sealed for something else is not opened. */
type SealPurpose = 'session' | 'flow' | 'notice'

interface SealingKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** The longest text that is sealed, in bytes before it is packed. */
const longest = 64 * 1024

/** The AES-256-GCM key of a secret for a purpose. A secret of any length gives all the bytes of a key (HKDF). */
function keyFor(secret: string, purpose: SealPurpose): SealingKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `almanac ${purpose}`, 32))
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 6), bytes }
}

/** Encrypts a text so that only this program can read or change it (a compact JWE), with the first of the secrets. */
export async function seal(secrets: readonly string[], purpose: SealPurpose, text: string): Promise<string> {
  const [secret] = secrets
  if (secret === undefined) throw new Error('There is no secret to seal with.')
  const key = keyFor(secret, purpose)
  return new CompactEncrypt(deflateRawSync(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
    .encrypt(key.bytes)
}

/** The text that was sealed with any of the secrets; null for what was not, or was changed since. */
export async function unseal(secrets: readonly string[], purpose: SealPurpose, sealed: string): Promise<string | null> {
  const keys = secrets.map((secret) => keyFor(secret, purpose))
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

/**
 * The notice for the sign-in page, for the time that it may take to show it. It is sealed, so that no link can make the page say
 * something else.
 */
export const noticeCookie = new SealedCookie('notice', signInNotice, 60)
