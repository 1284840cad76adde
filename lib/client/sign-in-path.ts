import { BASE_PATH } from '@/lib/contract/base-path'
import { SIGN_IN } from './paths'

/** Signs in, and leads back to an address of ours, both as a browser has them. */
export function signInPage({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return `${BASE_PATH}${SIGN_IN}?to=${encodeURIComponent(pathname.slice(BASE_PATH.length) + search + hash)}`
}
