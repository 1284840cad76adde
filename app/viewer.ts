import { cookies } from 'next/headers'
import { COOKIES, keysOf, type Theme, themeOf } from '@/lib/client/preferences'
import { isZone, type Zone } from '@/lib/contract/zone'

/** What a page on the server knows of its viewer. Reading it makes a page dynamic, as the policy with its nonce needs. */
export async function viewerOf(): Promise<{ readonly theme: Theme; readonly keys: boolean; readonly zone: Zone }> {
  const jar = await cookies()
  const zone = jar.get(COOKIES.zone)?.value
  const name = zone === undefined ? undefined : decodeURIComponent(zone)
  return {
    theme: themeOf(jar.get(COOKIES.theme)?.value),
    keys: keysOf(jar.get(COOKIES.keys)?.value),
    zone: isZone(name) ? name : 'UTC',
  }
}
