import { BASE_PATH } from '@/lib/contract/base-path'

type Asked = Pick<Headers, 'get'>

/**
 * The name and port that readers ask for; null: none was said. A proxy in front may ask us by another name and say theirs beside it.
 * Only what a trusted proxy says is left in a request (tools/peers.mjs).
 */
export function hostOf(headers: Asked): string | null {
  // A proxy may only add its own word to what it was sent, which anybody can write.
  return headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() || headers.get('host')
}

/**
 * Where readers reach this program, as they wrote it: for addresses that are told outside of pages. A proxy in front says with
 * `X-Forwarded-Proto` that it was asked by https. What is no host is not repeated. Paths of ours follow: where all are below one
 * (`BASE_PATH`), that is its end.
 */
export function originOf(headers: Asked): string {
  const host = hostOf(headers) ?? ''
  const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  const scheme = forwarded === 'https' ? 'https' : 'http'
  const isHost = /^(?:[a-z0-9][-a-z0-9.]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
  const origin =
    isHost && URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host.toLowerCase()}` : 'http://localhost'
  return origin + BASE_PATH
}

/** Whether readers reach this program by https. */
export function isSecure(headers: Pick<Headers, 'get'>): boolean {
  return originOf(headers).startsWith('https:')
}
