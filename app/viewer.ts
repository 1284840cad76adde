import { cookies } from 'next/headers'
import { COOKIES, keysOf, themeOf, timesOf, type Viewer } from '@/lib/browser/preferences'
import { isZone } from '@/lib/contract/zone'

/** What a page on the server knows of its viewer. Reading it makes a page dynamic, as the policy with its nonce needs. */
export async function viewerOf(): Promise<Viewer> {
  const jar = await cookies()
  const name = jar.get(COOKIES.zone)?.value
  const ownZone = isZone(name) ? name : 'UTC'
  const times = timesOf(jar.get(COOKIES.times)?.value)
  return {
    theme: themeOf(jar.get(COOKIES.theme)?.value),
    keys: keysOf(jar.get(COOKIES.keys)?.value),
    ownZone,
    isZoneKnown: isZone(name),
    times,
    zone: times === 'utc' ? 'UTC' : ownZone,
  }
}
