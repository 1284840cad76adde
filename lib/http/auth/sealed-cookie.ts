import type { z } from 'zod'
import { BASE_PATH } from '@/lib/contract/base-path'
import { isSecure } from '../origin'
import { cookieName, joinedCookie, readCookies, setCookies, splitCookie } from './cookies'
import { type Purpose, seal, unseal } from './seal'

/** The headers of a request: what its browser keeps, and how it reaches us. */
export type Asking = Pick<Headers, 'get'>

/** One value that browsers keep for us, encrypted; `suffix` tells several for one purpose apart. */
export class SealedCookie<S extends z.ZodType> {
  constructor(
    private readonly purpose: Purpose,
    private readonly schema: S,
    /** In seconds; absent: until the browser is closed. */
    private readonly maxAge?: number,
  ) {}

  /** Whether there is one, whatever is in it. */
  isIn(headers: Asking): boolean {
    return readCookies(headers.get('cookie')).has(this.nameFor(headers, ''))
  }

  /** What was set before; null for nothing, for what was forged, and for what a secret sealed that no longer counts. */
  async read(headers: Asking, secrets: readonly string[], suffix = ''): Promise<z.output<S> | null> {
    const sealed = joinedCookie(readCookies(headers.get('cookie')), this.nameFor(headers, suffix))
    const text = sealed === undefined ? null : await unseal(secrets, this.purpose, sealed)
    return text === null ? null : (this.schema.safeParse(JSON.parse(text)).data ?? null)
  }

  /** The cookies that hold a value, by name; null: it is longer than browsers keep. */
  async parts(headers: Asking, secrets: readonly string[], value: z.output<S>, suffix = '') {
    return splitCookie(this.nameFor(headers, suffix), await seal(secrets, this.purpose, JSON.stringify(value)))
  }

  /** Set-Cookie headers for such cookies. */
  set(headers: Asking, parts: ReadonlyMap<string, string>): string[] {
    const { maxAge } = this
    return setCookies(parts, {
      secure: isSecure(headers),
      path: BASE_PATH || '/',
      ...(maxAge !== undefined && { maxAge }),
    })
  }

  /** Set-Cookie headers that take a value away. */
  clear(headers: Asking, suffix = ''): string[] {
    return this.set(headers, splitCookie(this.nameFor(headers, suffix), '') ?? new Map())
  }

  private nameFor(headers: Asking, suffix: string): string {
    return cookieName(`${this.purpose}${suffix}`, isSecure(headers))
  }
}
