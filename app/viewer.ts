import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { addressText } from '@/lib/browser/at'
import {
  COOKIES,
  keysOf,
  NOT_MINE,
  PINNED_COOKIE,
  readPinned,
  themeOf,
  timesOf,
  type Viewer,
} from '@/lib/browser/preferences'
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

/** Leads a page that is opened without any filter to the reader's projects as one, before anything of it is seen. */
export async function beginWithMine(path: string, search: URLSearchParams): Promise<void> {
  if (search.get('mine') === NOT_MINE.mine) return
  const pinned = readPinned((await cookies()).get(PINNED_COOKIE)?.value ?? null)
  if (pinned.length === 0) return
  for (const name of pinned) search.append('project', name)
  redirect(addressText(path, search))
}
