/**
 * Where readers reach this program, as they wrote it: for addresses that are told outside of pages. A proxy in front says with
 * `X-Forwarded-Proto` that it was asked by https. What is no host is not repeated.
 */
export function originOf(headers: Pick<Headers, 'get'>): string {
  const host = headers.get('host') ?? ''
  const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  const scheme = forwarded === 'https' ? 'https' : 'http'
  const isHost = /^(?:[a-z0-9][-a-z0-9.]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
  return isHost && URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host.toLowerCase()}` : 'http://localhost'
}
