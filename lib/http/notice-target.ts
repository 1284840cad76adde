import { z } from 'zod'
import type { NoticeTarget } from '@/lib/apply/notices'
import { processWide } from '@/lib/process/kept'

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'NOTICE_URL is no address of https.' })
    .max(2000, 'NOTICE_URL is too long.')
    .refine(
      (url) => isPrivate(url),
      'NOTICE_URL is an address of http: give one of https, as names of people go there.',
    )
    .refine((url) => isNobodys(url), 'NOTICE_URL has a user or a password: leave them out, what is sent is signed.'),
  secret: z.string().refine((secret) => Buffer.byteLength(secret) >= 32, 'NOTICE_SECRET needs 32 bytes or more.'),
})

function isPrivate(url: string): boolean {
  return !URL.canParse(url) || new URL(url).protocol === 'https:' || THIS_MACHINE.test(new URL(url).hostname)
}

function isNobodys(url: string): boolean {
  return !URL.canParse(url) || (new URL(url).username === '' && new URL(url).password === '')
}

/**
 * Reads `NOTICE_URL` and `NOTICE_SECRET`; null: no project is told.
 * @throws an Error with one sentence that names what is wrong
 */
export function readNoticeTarget(env: Readonly<Record<string, string | undefined>>): NoticeTarget | null {
  const [url, secret] = [env.NOTICE_URL?.trim() ?? '', env.NOTICE_SECRET?.trim() ?? '']
  if (url === '' && secret === '') return null
  if (url === '') throw new Error('NOTICE_SECRET is set, but no NOTICE_URL: give both, or none.')
  const read = settings.safeParse({ url, secret })
  if (!read.success) throw new Error(read.error.issues[0]?.message ?? 'NOTICE_URL cannot be read.')
  return read.data
}

/** The notice target of this process. */
export function theNoticeTarget(): NoticeTarget | null {
  return processWide('notice-target', () => readNoticeTarget(process.env))
}
