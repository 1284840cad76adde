/** What others show for a while without asking: seconds. */
const SHOWN_FOR = 300

/** Of what whoever asks is known by. */
const WHO = 'Cookie, Authorization'

/**
 * How long a badge or a picture may be shown without asking. What only some may see is for their own browser, which asks each time: the next
 * one at it may be somebody else, who is answered otherwise at the same address.
 */
export function pictureHeaders(type: string, isSignedIn: boolean): Readonly<Record<string, string>> {
  if (!isSignedIn) return { 'content-type': type, 'cache-control': `public, max-age=${SHOWN_FOR}` }
  return { 'content-type': type, 'cache-control': 'private, no-cache', vary: WHO }
}
