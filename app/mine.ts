import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { addressText } from '@/lib/browser/at'
import { NOT_MINE, PINNED_COOKIE, readPinned } from '@/lib/browser/preferences'

/** Leads a page that is opened without any filter to the reader's projects as one, before anything of it is seen. */
export async function beginWithMine(path: string, search: URLSearchParams): Promise<void> {
  if (search.get('mine') === NOT_MINE.mine) return
  const pinned = readPinned((await cookies()).get(PINNED_COOKIE)?.value ?? null)
  if (pinned.length === 0) return
  for (const name of pinned) search.append('project', name)
  redirect(addressText(path, search))
}
